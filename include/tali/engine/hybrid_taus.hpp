// SPDX-License-Identifier: Apache-2.0
// hybrid_taus: three Tausworthe steps and a linear congruential one, xor-ed.
//
// Source: L. Howes and D. Thomas, "Efficient Random Number Generation and Application Using CUDA", GPU Gems
// 3, 2007, chapter 37, example 37-4; its Tausworthe part is P. L'Ecuyer's taus88, Math. Comp. 65, 1996. Fails
// BigCrush's MatrixRank and LinearComp tests. A comparator.
#pragma once

#include <tali/engine/per_thread_generators.hpp>

namespace tali {

/// The generator of one thread, of period about 2^121.
struct hybrid_taus_generator {
  static constexpr const char* name = "hybrid_taus";
  static constexpr const char* summary = "GPU Gems' hybrid Tausworthe generator, one per thread";
  static constexpr int state_words = 4;
  static constexpr int width = 1;

  std::uint32_t z[4];

  /// The chapter requires Tausworthe states above 128; 129 is added to smaller ones.
  TALI_FN explicit constexpr hybrid_taus_generator(const std::uint32_t (&s)[state_words])
      : z{s[0], s[1], s[2], s[3]} {
    for (int i = 0; i < 3; ++i) {
      if (z[i] <= 128) z[i] += 129;
    }
  }

  TALI_FN constexpr void step(std::uint32_t (&out)[width]) {
    z[0] = tausworthe(z[0], 13, 19, 12, 0xfffffffeu);
    z[1] = tausworthe(z[1], 2, 25, 4, 0xfffffff8u);
    z[2] = tausworthe(z[2], 3, 11, 17, 0xfffffff0u);
    z[3] = z[3] * 1664525u + 1013904223u;
    out[0] = z[0] ^ z[1] ^ z[2] ^ z[3];
  }

 private:
  TALI_FN static constexpr std::uint32_t tausworthe(std::uint32_t x, int s1, int s2, int s3,
                                                    std::uint32_t mask) {
    return ((x & mask) << s3) ^ (((x << s1) ^ x) >> s2);
  }
};

using hybrid_taus = per_thread_generators<hybrid_taus_generator>;

}  // namespace tali
