// SPDX-License-Identifier: Apache-2.0
// Tests of words by bit position: frequency of ones, and pairs of bits.
#pragma once

#include <cstdint>

#include "certify/team.hpp"

namespace tali::lab::certify {

/// Calls add with each bit position's number of ones among the words f(0) ... f(n - 1), which the team counts
/// together.
template <class Team, class Words>
TALI_FN void count_bits(const Team& team, const Words& words, int n, int first_sum) {
  // At most 255 words per member at a time: the capacity of a bit_counter.
  for (int from = 0; from < n; from += 255 * team.size()) {
    const int to = n - from < 255 * team.size() ? n : from + 255 * team.size();
    bit_counter ones_at;
    for (int i = from + team.rank(); i < to; i += team.size()) ones_at.add(words(i));
    for (int b = 0; b < 32; ++b) team.add_small(first_sum + b, ones_at.at(b));
  }
}

/// A word itself.
struct plain_words {
  const std::uint32_t* x;
  TALI_FN std::uint32_t operator()(int i) const { return x[i]; }
};
/// The bits b that differ from bit b + d (modulo 32) of the word `lag` places ahead.
struct differing_bits {
  const std::uint32_t* x;
  int lag;
  std::uint32_t d;
  TALI_FN std::uint32_t operator()(int i) const { return x[i] ^ rotate_right(x[i + lag], d); }
};

/// Number of ones at each of the 32 bit positions: exactly binomial.
struct bit_frequency : test_defaults {
  using element = std::uint32_t;
  static constexpr const char* name = "bit frequency";
  static constexpr int chunk = 4096, sums = 32, share = 1;

  template <class Team>
  TALI_FN void look(const Team& team, element* x, std::uint32_t*) const {
    count_bits(team, plain_words{x}, chunk, 0);
  }
  static outcome judge(const tally& t);
};

/// Pairs of bits: in one word (496), and in one word and the next (32 x 32). The number of pairs that differ
/// is exactly binomial, and pairs are uncorrelated.
struct bit_pairs : test_defaults {
  using element = std::uint32_t;
  static constexpr const char* name = "bit pairs";
  static constexpr int chunk = 4096, share = 16;
  static constexpr int within = 0, next = 16 * 32;  // sums [distance - 1][bit], [distance][bit]
  static constexpr int sums = next + 32 * 32;

  template <class Team>
  TALI_FN void look(const Team& team, element* x, std::uint32_t*) const {
    for (int d = 1; d <= 16; ++d) {
      count_bits(team, differing_bits{x, 0, static_cast<std::uint32_t>(d)}, chunk, within + (d - 1) * 32);
    }
    for (int d = 0; d < 32; ++d) {
      count_bits(team, differing_bits{x, 1, static_cast<std::uint32_t>(d)}, chunk - 1, next + d * 32);
    }
  }
  static outcome judge(const tally& t);
};

}  // namespace tali::lab::certify
