// SPDX-License-Identifier: Apache-2.0
// Hamming weights of words: their law, the law of pairs of neighbours, and correlations at lags 1 to 64.
//
// Source: P. L'Ecuyer and R. Simard, "Beware of linear congruential generators with multipliers of the form a
// = +-2^q +-2^r", ACM TOMS 25:3, 1999: the tests HammingWeight, HammingCorr and HammingIndep.
#pragma once

#include <cstdint>

#include "certify/team.hpp"

namespace tali::lab::certify {

struct hamming_weights : test_defaults {
  using element = std::uint32_t;
  static constexpr const char* name = "Hamming weights";
  static constexpr int chunk = 4096, share = 4;
  static constexpr int lags = 64;
  static constexpr int weights = 0, pairs = 33, counts = pairs + 33 * 33;
  static constexpr int sums = lags;  // of (weight - 16) (weight - 16) at lag k + 1

  template <class Team>
  TALI_FN void look(const Team& team, element* x, std::uint32_t*) const {
    team.sync();
    for (int i = team.rank(); i < chunk; i += team.size()) {
      const int n = ones(x[i]);
      team.count(weights + n);
      x[i] = static_cast<std::uint32_t>(n - 16);
    }
    team.sync();
    for (int i = team.rank(); i < chunk / 2; i += team.size()) {
      team.count(pairs + 33 * (static_cast<int>(x[2 * i]) + 16) + static_cast<int>(x[2 * i + 1]) + 16);
    }
    const group_of group(team);
    for (int k = group.index; k < lags; k += group.count) {
      std::int32_t sum = 0;
      for (int i = group.rank; i + k + 1 < chunk; i += group.size) {
        sum += static_cast<std::int32_t>(x[i]) * static_cast<std::int32_t>(x[i + k + 1]);
      }
      team.add_small(k, sum);
    }
  }
  static outcome judge(const tally& t);
};

}  // namespace tali::lab::certify
