// SPDX-License-Identifier: Apache-2.0
// The parameter sets that are shipped with tali.
#include <map>
#include <sstream>
#include <string_view>

#include <tali/engine/mtgp_parameters.hpp>
#include <tali/error.hpp>

#include "core/embedded_text.hpp"

namespace tali {

namespace {

/// The sets of each exponent, in the order of the files.
template <mtgp_word Word>
const std::map<int, std::vector<mtgp_parameters<Word>>>& shipped() {
  static const auto all = [] {
    std::map<int, std::vector<mtgp_parameters<Word>>> out;
    constexpr std::string_view prefix = sizeof(Word) == 4 ? "mtgp32" : "mtgp64";
    for (const detail::text_file* f = detail::mtgp_catalogues; *f->name != '\0'; ++f) {
      if (std::string_view(f->name).substr(0, prefix.size()) != prefix) continue;
      std::istringstream in(f->content);
      for (const auto& e : read_mtgp_catalogue<Word>(in, f->name)) out[e.set.mexp].push_back(e.set);
    }
    return out;
  }();
  return all;
}

}  // namespace

template <mtgp_word Word>
std::size_t shipped_mtgp_sets(int mexp) {
  const auto found = shipped<Word>().find(mexp);
  return found == shipped<Word>().end() ? 0 : found->second.size();
}

template <mtgp_word Word>
std::vector<mtgp_parameters<Word>> shipped_mtgp_sets(int mexp, std::size_t first, std::size_t count) {
  const std::size_t there = shipped_mtgp_sets<Word>(mexp);
  if (there == 0) {
    std::string exponents;
    for (const auto& [p, sets] : shipped<Word>()) {
      exponents +=
          (exponents.empty() ? "" : ", ") + std::to_string(p) + " (" + std::to_string(sets.size()) + " sets)";
    }
    throw argument_error("mexp", std::to_string(mexp),
                         exponents.empty() ? "none without a file: this build has no catalogue" : exponents);
  }
  if (first > there || count > there - first) {
    throw argument_error("sets", std::to_string(first) + " + " + std::to_string(count),
                         "up to " + std::to_string(there) + " of mexp " + std::to_string(mexp) +
                             " in the catalogue of this build");
  }
  const auto begin = shipped<Word>().at(mexp).begin() + static_cast<std::ptrdiff_t>(first);
  return {begin, begin + static_cast<std::ptrdiff_t>(count)};
}

template std::size_t shipped_mtgp_sets<std::uint32_t>(int);
template std::size_t shipped_mtgp_sets<std::uint64_t>(int);
template std::vector<mtgp_parameters<std::uint32_t>> shipped_mtgp_sets(int, std::size_t, std::size_t);
template std::vector<mtgp_parameters<std::uint64_t>> shipped_mtgp_sets(int, std::size_t, std::size_t);

}  // namespace tali
