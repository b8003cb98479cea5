// SPDX-License-Identifier: Apache-2.0
#include "../checkpoint.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/string_stream.hpp"
#include "creator.hpp"

namespace tali::lab::mtgp {

using nlohmann::ordered_json;

template <mtgp_word Word>
checkpoint<Word>::checkpoint(std::string name, const creation& c)
    : name_{std::move(name)},
      of_{fmt::format("tali mtgp search: bits {} mexp {} seed {} restarts {} beam {}", 8 * sizeof(Word),
                      c.mexp, c.seed, c.effort.restarts, c.effort.beam)} {
  const auto found = read_checkpoint(name_, "search", of_);
  if (!found) {
    write();
    return;
  }
  try {
    for (const ordered_json& r : found->at("sets")) {
      records_.push_back({detail::parse_mtgp_line<Word>(r.at("set").get<std::string>(), name_ + " "),
                          r.at("candidates").get<long long>(), r.at("recursion_seconds").get<double>(),
                          r.at("tempering_seconds").get<double>(),
                          r.at("verification_seconds").get<double>()});
    }
  } catch (const nlohmann::json::exception&) {
    throw argument_error("--checkpoint", "'" + name_ + "', whose sets are not those of this tali",
                         "an unchanged checkpoint, or no file");
  }
}

template <mtgp_word Word>
void checkpoint<Word>::append(const created<Word>& record) {
  records_.push_back(record);
  write();
}

template <mtgp_word Word>
void checkpoint<Word>::write() const {
  ordered_json sets = ordered_json::array();
  for (const created<Word>& r : records_) {
    string_stream line;
    detail::write_mtgp_line(line, r.set);
    const std::string text = line.str();
    sets.push_back({{"candidates", r.candidates},
                    {"recursion_seconds", r.recursion_seconds},
                    {"tempering_seconds", r.tempering_seconds},
                    {"verification_seconds", r.verification_seconds},
                    {"set", text.substr(0, text.find('\n'))}});
  }
  write_checkpoint(name_, {{"of", of_}, {"sets", sets}});
}

template class checkpoint<std::uint32_t>;
template class checkpoint<std::uint64_t>;

}  // namespace tali::lab::mtgp
