// SPDX-License-Identifier: Apache-2.0
// Comparators, not a part of the library: pcg32's jump as the PCG32 paper writes it, by the bits of a
// distance, and by the alternative that the paper rejected.
//
// Source: P. Pochmara, "Efficient minimal PCG32 implementation for CUDA-enabled GPUs", sections "Brown's
// algorithm" and "Rejected ideas".
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

/// The skip of n words with nothing computed beforehand: two more multiplications for every bit of n.
[[nodiscard]] TALI_FN constexpr detail::pcg32_skip computed_skip(std::uint64_t n) {
  detail::pcg32_skip all, unit{detail::pcg32_multiplier, 1};
  for (; n != 0; n >>= 1) {
    if ((n & 1u) != 0) all = all.then(unit);
    unit = unit.then(unit);
  }
  return all;
}

/// The rejected alternative: M^n modulo 2^66 alone, and the sum (M^n - 1) / (M - 1) by the Chinese remainder
/// theorem for p = (M - 1) / 4 and q = 2^66. M^n - 1 is 0 modulo p, so that modulo pq it is p times
/// ((M^n - 1) / p modulo q): the paper divides by Barrett's algorithm, which this form does without.
class remainder_table {
 public:
  TALI_FN constexpr remainder_table() : power_{detail::pcg32_multiplier} {
    for (int k = 1; k < brown_table::bits; ++k) power_[k] = power_[k - 1] * power_[k - 1];
    for (int bits = 1; bits < 128; bits *= 2) inverse_ *= 2 - p * inverse_;
  }

  [[nodiscard]] TALI_FN constexpr detail::pcg32_skip skip(std::uint64_t n) const {
    wide power = 1;  // modulo 2^128, of which the low 66 bits count
    for (int k = 0; n != 0; ++k, n >>= 1) {
      if ((n & 1u) != 0) power *= power_[k];
    }
    return {static_cast<std::uint64_t>(power), static_cast<std::uint64_t>((power - 1) * inverse_ >> 2)};
  }

 private:
  __extension__ typedef unsigned __int128 wide;  // as nvcc reads it
  static constexpr wide p = detail::pcg32_multiplier / 4;
  wide power_[brown_table::bits];
  wide inverse_ = 1;  ///< of p
};

/// The state of a sequence after a skip.
TALI_FN constexpr std::uint64_t state_after(const pcg32& sequence, const detail::pcg32_skip& s) {
  return sequence.state() * s.power + sequence.increment() * s.sum;
}

}  // namespace tali::bench
