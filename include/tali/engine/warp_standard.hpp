// SPDX-License-Identifier: Apache-2.0
// warp_standard: a linear generator with a state of 1024 bits, one word per lane of a warp, and a non-linear
// output, a sum.
//
// Source: D. B. Thomas, "Uniform random number generators for GPUs", Imperial College, 2010 (WarpStandard,
// "CorrelatedU32Rng;k=32;g=16;rs=0;w=32;n=1024"). Passes BigCrush. A comparator.
#pragma once

#include <tali/engine/per_thread_generators.hpp>

namespace tali {

/// The generator of one warp, of period 2^1024 - 1: lane l's new word is word first[l], shifted left by two,
/// xor word second[l], shifted right by right[l]; its output is the sum of the two words.
struct warp_standard_generator {
  static constexpr const char* name = "warp_standard";
  static constexpr const char* summary = "Thomas's WarpStandard, one per warp";
  static constexpr int state_words = 32;
  static constexpr int width = 32;

  std::uint32_t x[32];

  TALI_FN explicit constexpr warp_standard_generator(const std::uint32_t (&s)[state_words]) : x{} {
    std::uint32_t any = 0;
    for (int l = 0; l < 32; ++l) any |= x[l] = s[l];
    if (any == 0) x[0] = 1;
  }

  TALI_FN static constexpr int first(int lane) {
    constexpr int of[32] = {29, 24, 5,  23, 14, 26, 11, 31, 9,  3,  1,  28, 0, 2, 22, 20,
                            18, 15, 27, 13, 10, 16, 8,  17, 25, 12, 19, 30, 7, 6, 4,  21};
    return of[lane];
  }
  TALI_FN static constexpr int second(int lane) {
    constexpr int of[32] = {5, 14, 28, 24, 19, 13, 0, 17, 11, 20, 7,  10, 6,  15, 2,  9,
                            8, 23, 4,  30, 12, 25, 3, 21, 26, 27, 31, 18, 22, 16, 29, 1};
    return of[lane];
  }
  TALI_FN static constexpr int right(int lane) {
    constexpr std::uint32_t ones = 0xbaaa493au;  // bit l: whether lane l shifts
    return static_cast<int>((ones >> lane) & 1u);
  }

  TALI_FN constexpr void step(std::uint32_t (&out)[width]) {
    std::uint32_t next[32] = {};
    for (int l = 0; l < 32; ++l) {
      const std::uint32_t a = x[first(l)], b = x[second(l)];
      next[l] = (a << 2) ^ (b >> right(l));
      out[l] = a + b;
    }
    for (int l = 0; l < 32; ++l) x[l] = next[l];
  }
};

using warp_standard = per_thread_generators<warp_standard_generator>;

}  // namespace tali
