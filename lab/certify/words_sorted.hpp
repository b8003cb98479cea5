// SPDX-License-Identifier: Apache-2.0
// Tests that sort: collisions of balls in urns, and spacings of birthdays.
//
// Sources: D. E. Knuth, The Art of Computer Programming 2, section 3.3.2, I (collisions) and J (birthday
// spacings, after G. Marsaglia).
#pragma once

#include <cstdint>

#include "certify/team.hpp"

namespace tali::lab::certify {

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

}  // namespace tali::lab::certify
