// SPDX-License-Identifier: Apache-2.0
// Grids of MTGP parameter sets for the tests: a few of the smallest exponent that always exist, and the
// published ones where the shared checking data are at hand.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include <tali/engine/mtgp.hpp>

#include "support/mtgp_small_sets.hpp"

namespace tali::test {

/// The directory of the shared checking data, empty where there is none.
inline std::string shared_data() {
  const char* const given = std::getenv("TALI_SHARED_DATA");
  const std::string path = given != nullptr ? given : TALI_SHARED_DATA;
  return std::filesystem::exists(path + "/mtgp/known-answers.csv") ? path : "";
}

/// The published sets of one exponent, or none.
template <mtgp_word Word>
std::vector<mtgp_parameters<Word>> published_sets(int mexp) {
  const std::string path = shared_data();
  if (path.empty()) return {};
  const auto all = detail::read_mtgp_catalogue<Word>(
      path + (sizeof(Word) == 4 ? "/mtgp/mtgp32-published.csv" : "/mtgp/mtgp64-published.csv"));
  return detail::sets_of<Word>(all, mexp);
}

/// Lists of sets to make grids of, the small ones first.
template <mtgp_word Word>
std::vector<std::vector<mtgp_parameters<Word>>> grids() {
  std::vector<std::vector<mtgp_parameters<Word>>> all;
  const auto small = small_sets<Word>();
  all.push_back(small);
  all.push_back({small[1]});
  for (const int mexp : detail::mtgp_exponents<Word>()) {
    auto sets = published_sets<Word>(mexp);
    if (sets.empty()) continue;
    sets.resize(mexp == 11213 ? 7 : 3);
    all.push_back(sets);
  }
  return all;
}

}  // namespace tali::test
