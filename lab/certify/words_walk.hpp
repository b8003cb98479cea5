// SPDX-License-Identifier: Apache-2.0
// Random walks of 128 steps, up for a one and down for a zero: their end, their maximum, their number of
// returns, and their time above 0. All four laws are exact.
//
// Source: W. Feller, An Introduction to Probability Theory and Its Applications 1, chapter III; as a test of
// random numbers P. L'Ecuyer and R. Simard, TestU01, swalk_RandomWalk1.
#pragma once

#include <cstdint>

#include "certify/team.hpp"

namespace tali::lab::certify {

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

}  // namespace tali::lab::certify
