// SPDX-License-Identifier: Apache-2.0
// Normal numbers by the Box-Muller method with the host's libm: an independent null, which shares no code
// with the distributions under test. Not pinned.
//
// Source: G. E. P. Box and M. E. Muller, "A note on the generation of random normal deviates", Ann. Math.
// Stat. 29, 1958.
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>

#include <tali/simd/bits.hpp>

namespace tali::lab::certify {

struct polar_normals {
  double second = 0;
  bool has_second = false;

  /// @param words  returns one word per call: four words make two numbers
  template <class Words>
  double operator()(Words& words) {
    if (has_second) {
      has_second = false;
      return second;
    }
    const std::uint32_t a = words(), b = words(), c = words(), d = words();
    const double radius = std::sqrt(-2 * std::log((static_cast<double>(join(a, b) >> 11) + 0.5) * 0x1p-53));
    const double angle = 2 * std::numbers::pi * static_cast<double>(join(c, d) >> 11) * 0x1p-53;
    second = radius * std::sin(angle);
    has_second = true;
    return radius * std::cos(angle);
  }
};

}  // namespace tali::lab::certify
