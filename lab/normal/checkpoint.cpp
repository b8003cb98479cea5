// SPDX-License-Identifier: Apache-2.0
#include "../checkpoint.hpp"

#include "train.hpp"

namespace tali::lab::normal {

void write_checkpoint(const std::filesystem::path& file, const training_state& s,
                      const training_options& options) {
  lab::write_checkpoint(file.string(), {{"of", options.text()},
                                        {"step", int(s.next)},
                                        {"round", s.round},
                                        {"y", s.y},
                                        {"rows", s.integers.rows}});
}

training_state read_checkpoint(const std::filesystem::path& file, const training_options& options) {
  const auto found = lab::read_checkpoint(file.string(), "training", options.text());
  try {
    const nlohmann::ordered_json& j = found.value_or(nullptr);
    training_state s;
    const int next = j.at("step").get<int>();
    j.at("round").get_to(s.round);
    j.at("y").get_to(s.y);
    j.at("rows").get_to(s.integers.rows);
    if (next >= int(training_step::continuation) && next <= int(training_step::done) &&
        s.y.size() == std::size_t{row_count} * row_size) {
      s.next = static_cast<training_step>(next);
      return s;
    }
  } catch (const nlohmann::json::exception&) {  // answered below
  }
  throw argument_error("--checkpoint", "'" + file.string() + "', which lacks values",
                       "an unchanged checkpoint");
}

}  // namespace tali::lab::normal
