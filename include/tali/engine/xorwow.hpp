// SPDX-License-Identifier: Apache-2.0
// xorwow: Marsaglia's xorshift of 160 bits plus a Weyl sequence, the default in cuRAND.
//
// Source: G. Marsaglia, "Xorshift RNGs", Journal of Statistical Software 8(14), 2003, section 3.1. Fails
// BigCrush's CollisionOver, SimpPoker and LinearComp tests (M. Saito and M. Matsumoto, "Variants of
// Mersenne Twister Suitable for Graphic Processors", 2013, section 4.5). A comparator.
#pragma once

#include <tali/engine/per_thread_generators.hpp>

namespace tali {

/// The generator of one thread, of period 2^192 - 2^32.
struct xorwow_generator {
  static constexpr const char* name = "xorwow";
  static constexpr const char* summary = "Marsaglia's xorwow, one per thread";
  static constexpr int state_words = 6;
  static constexpr int width = 1;

  std::uint32_t x[5];
  std::uint32_t weyl;

  /// The xorshift's five words, which are not all zero, and the Weyl counter.
  TALI_FN explicit constexpr xorwow_generator(const std::uint32_t (&s)[state_words])
      : x{s[0], s[1], s[2], s[3], s[4]}, weyl{s[5]} {
    if ((s[0] | s[1] | s[2] | s[3] | s[4]) == 0) x[0] = 1;
  }

  TALI_FN constexpr void step(std::uint32_t (&out)[width]) {
    const std::uint32_t t = x[0] ^ (x[0] >> 2);
    for (int i = 0; i < 4; ++i) x[i] = x[i + 1];
    x[4] ^= (x[4] << 4) ^ t ^ (t << 1);
    weyl += 362437;
    out[0] = weyl + x[4];
  }
};

using xorwow = per_thread_generators<xorwow_generator>;

}  // namespace tali
