// SPDX-License-Identifier: Apache-2.0
// Comparators, not a part of the library: pcg32's jump as the PCG32 paper writes it, by the bits of a
// distance.
//
// Source: P. Pochmara, "Efficient minimal PCG32 implementation for CUDA-enabled GPUs", section "Brown's
// algorithm".
#pragma once

#include <cstdint>

#include <tali/engine/pcg32.hpp>

namespace tali::bench {

/// Brown's multipliers and increments, computed beforehand: at[k] skips 2^k words.
struct brown_table {
  static constexpr int bits = 64;
  detail::pcg32_skip at[bits];

  TALI_FN constexpr brown_table() : at{} {
    at[0] = {detail::pcg32_multiplier, 1};
    for (int k = 1; k < bits; ++k) at[k] = at[k - 1].then(at[k - 1]);
  }

  /// The skip of n words: two multiplications for every bit of n that is set.
  [[nodiscard]] TALI_FN constexpr detail::pcg32_skip skip(std::uint64_t n) const {
    detail::pcg32_skip all;
    for (int k = 0; n != 0; ++k, n >>= 1) {
      if ((n & 1u) != 0) all = all.then(at[k]);
    }
    return all;
  }

  /// The same skip from its sum alone, since M^n = 1 + (M - 1) (1 + M + ... + M^(n-1)): one multiplication
  /// for every bit.
  [[nodiscard]] TALI_FN constexpr detail::pcg32_skip skip_by_sum(std::uint64_t n) const {
    std::uint64_t sum = 0;
    for (int k = 0; n != 0; ++k, n >>= 1) {
      if ((n & 1u) != 0) sum = sum * at[k].power + at[k].sum;
    }
    return {1 + (detail::pcg32_multiplier - 1) * sum, sum};
  }
};

/// The state of a sequence after a skip.
TALI_FN constexpr std::uint64_t state_after(const pcg32& sequence, const detail::pcg32_skip& s) {
  return sequence.state() * s.power + sequence.increment() * s.sum;
}

}  // namespace tali::bench
