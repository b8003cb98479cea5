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

// Tests of words by bit position: frequency of ones, and pairs of bits.

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

// Tests that sort: collisions of balls in urns, and spacings of birthdays.
//
// Sources: D. E. Knuth, The Art of Computer Programming 2, section 3.3.2, I (collisions) and J (birthday
// spacings, after G. Marsaglia).

/// Balls are thrown into 2^20 urns, which t successive words select by 20 / t bits each, the top or the
/// lowest ones: 2048 balls of two words, 1024 of four. The law of the number of balls that fall into a taken
/// urn is known exactly.
struct collisions : test_defaults {
  using element = std::uint32_t;
  static constexpr const char* name = "collisions";
  static constexpr int chunk = 4096, share = 4;
  static constexpr int cells = 32;  // 0 ... 30, more
  static constexpr int counts = 4 * cells;
  static constexpr int scratch = 2049;

  template <int words, class Team>
  TALI_FN void look_at(const Team& team, const element* x, bool top, std::uint32_t* urns, int first) const {
    constexpr int balls = chunk / words, bits = 20 / words;
    for (int i = team.rank(); i < balls; i += team.size()) {
      std::uint32_t urn = 0;
      for (int k = 0; k < words; ++k) {
        const std::uint32_t w = x[i * words + k];
        urn = (urn << bits) | (top ? w >> (32 - bits) : w & ((1u << bits) - 1u));
      }
      urns[i] = urn;
    }
    team.sync();
    team.sort(urns, balls);
    std::uint32_t taken = 0, all = 0;
    for (int i = team.rank() + 1; i < balls; i += team.size()) taken += urns[i] == urns[i - 1] ? 1u : 0u;
    (void)team.before(taken, all);
    if (team.rank() == 0) team.count(first + static_cast<int>(all < cells ? all : cells - 1u));
    team.sync();
  }

  template <class Team>
  TALI_FN void look(const Team& team, element* x, std::uint32_t* urns) const {
    look_at<2>(team, x, true, urns, 0);
    look_at<2>(team, x, false, urns, cells);
    look_at<4>(team, x, true, urns, 2 * cells);
    look_at<4>(team, x, false, urns, 3 * cells);
  }
  static outcome judge(const tally& t);
};

/// 4096 birthdays in a year of 2^32 days: how many of the sorted spacings repeat. Poisson with mean 4 to one
/// part in a thousand, which is not enough for many chunks, so the law is a calibration (judge_words.cpp).
struct birthday_spacings : test_defaults {
  using element = std::uint32_t;
  static constexpr const char* name = "birthday spacings";
  static constexpr int chunk = 4096, share = 4;
  static constexpr int counts = 32;  // 0 ... 30, more
  static constexpr int scratch = chunk;

  template <class Team>
  TALI_FN void look(const Team& team, element* x, std::uint32_t* spacings) const {
    team.sort(x, chunk);
    for (int i = team.rank(); i < chunk; i += team.size()) spacings[i] = x[i] - (i == 0 ? 0 : x[i - 1]);
    team.sync();
    team.sort(spacings, chunk);
    std::uint32_t repeats = 0, all = 0;
    for (int i = team.rank() + 1; i < chunk; i += team.size())
      repeats += spacings[i] == spacings[i - 1] ? 1u : 0u;
    (void)team.before(repeats, all);
    if (team.rank() == 0) team.count(static_cast<int>(all < counts ? all : counts - 1u));
  }
  static outcome judge(const tally& t);
};

// Random walks of 128 steps, up for a one and down for a zero: their end, their maximum, their number of
// returns, and their time above 0. All four laws are exact.
//
// Source: W. Feller, An Introduction to Probability Theory and Its Applications 1, chapter III; as a test of
// random numbers P. L'Ecuyer and R. Simard, TestU01, swalk_RandomWalk1.

struct random_walk : test_defaults {
  using element = std::uint32_t;
  static constexpr const char* name = "random walk";
  static constexpr int chunk = 4096, share = 16;
  static constexpr int steps = 128;
  // Per kind of walk: ups 0 ... 128, maximum 0 ... 128, returns 0 ... 64, half the time above 0 ... 64.
  static constexpr int ups = 0, maximum = 129, returns = 258, above = 323, cells = 388;
  static constexpr int kinds = 3;  // all bits of four words; the top bits of 128 words; their lowest bits
  static constexpr int counts = kinds * cells;

  struct walker {
    int place = 0, maximum_place = 0, zeros = 0, up = 0;
    TALI_FN void step(std::uint32_t bit) {
      const int before = place;
      place += bit != 0 ? 1 : -1;
      maximum_place = place > maximum_place ? place : maximum_place;
      zeros += place == 0 ? 1 : 0;
      up += before > 0 || place > 0 ? 1 : 0;
    }
    template <class Team>
    TALI_FN void report(const Team& team, int first) const {
      team.count(first + ups + (place + steps) / 2);
      team.count(first + maximum + maximum_place);
      team.count(first + returns + zeros);
      team.count(first + above + up / 2);
    }
  };

  template <class Team>
  TALI_FN void look(const Team& team, element* x, std::uint32_t*) const {
    for (int i = team.rank(); i < chunk * 32 / steps; i += team.size()) {
      walker w;
      for (int k = 0; k < steps / 32; ++k) {
        const std::uint32_t word = x[i * (steps / 32) + k];
        for (int b = 0; b < 32; ++b) w.step((word >> (31 - b)) & 1u);
      }
      w.report(team, 0);
    }
    for (int i = team.rank(); i < 2 * (chunk / steps); i += team.size()) {
      walker w;
      const bool top = i % 2 == 0;
      for (int k = 0; k < steps; ++k) w.step((x[i / 2 * steps + k] >> (top ? 31 : 0)) & 1u);
      w.report(team, top ? cells : 2 * cells);
    }
  }
  static outcome judge(const tally& t);
};

// Hamming weights of words: their law, the law of pairs of neighbours, and correlations at lags 1 to 64.
//
// Source: P. L'Ecuyer and R. Simard, "Beware of linear congruential generators with multipliers of the form a
// = +-2^q +-2^r", ACM TOMS 25:3, 1999: the tests HammingWeight, HammingCorr and HammingIndep.

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
