// SPDX-License-Identifier: Apache-2.0
// Serial tests: cells of successive words, and the gaps between visits to an interval.
//
// Source: D. E. Knuth, The Art of Computer Programming 2, section 3.3.2, B (serial) and D (gap).
#pragma once

#include <cstdint>

#include "certify/team.hpp"

namespace tali::lab::certify {

/// Cells of `dimension` successive words, which do not overlap, by their top bits and by their lowest bits.
template <int dimension, int bits>
struct serial_words : test_defaults {
  using element = std::uint32_t;
  static constexpr const char* name = dimension == 2 ? "serial pairs" : "serial triples";
  static constexpr int chunk = 4096, share = 2;
  static constexpr int cells = 1 << (dimension * bits);
  static constexpr int counts = 2 * cells;

  template <class Team>
  TALI_FN void look(const Team& team, element* x, std::uint32_t*) const {
    for (int i = team.rank(); i < chunk / dimension; i += team.size()) {
      std::uint32_t top = 0, low = 0;
      for (int k = 0; k < dimension; ++k) {
        const std::uint32_t w = x[i * dimension + k];
        top = (top << bits) | (w >> (32 - bits));
        low = (low << bits) | (w & ((1u << bits) - 1u));
      }
      team.count(static_cast<int>(top));
      team.count(cells + static_cast<int>(low));
    }
  }
  static outcome judge(const tally& t);
};
using serial_pairs = serial_words<2, 6>;
using serial_triples = serial_words<3, 4>;

/// Gaps between words whose top, or lowest, four bits are 0: the first 128 gaps of a chunk, which are
/// independent geometric numbers. Chunks with fewer visits (probability 1e-18) have a separate cell.
struct gaps : test_defaults {
  using element = std::uint32_t;
  static constexpr const char* name = "gaps";
  static constexpr int chunk = 4096, share = 2;
  static constexpr int used = 128, longest = 160;
  static constexpr int cells = longest + 2;  // 0 ... longest - 1, longer, chunks with too few visits
  static constexpr int counts = 2 * cells;
  static constexpr int scratch = used + 1;

  template <class Team>
  TALI_FN void look(const Team& team, element* x, std::uint32_t* at) const {
    for (int end = 0; end < 2; ++end) {
      const std::uint32_t mask = end == 0 ? 0xf0000000u : 0xfu;
      // Each member finds the visits in its part.
      const int share_of_one = chunk / team.size(), from = team.rank() * share_of_one;
      std::uint32_t visits = 0, all = 0;
      for (int i = from; i < from + share_of_one; ++i) visits += (x[i] & mask) == 0 ? 1u : 0u;
      std::uint32_t place = team.before(visits, all);
      for (int i = from; i < from + share_of_one; ++i) {
        if ((x[i] & mask) != 0) continue;
        if (place < used) at[place] = static_cast<std::uint32_t>(i);
        ++place;
      }
      team.sync();
      if (all < used) {
        if (team.rank() == 0) team.count(end * cells + longest + 1);
      } else {
        for (int k = team.rank(); k < used; k += team.size()) {
          const std::uint32_t gap = k == 0 ? at[0] : at[k] - at[k - 1] - 1;
          team.count(end * cells + (gap < longest ? static_cast<int>(gap) : longest));
        }
      }
      team.sync();
    }
  }
  static outcome judge(const tally& t);
};

}  // namespace tali::lab::certify
