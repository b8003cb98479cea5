// SPDX-License-Identifier: Apache-2.0
// Comparators, not a part of the library: the PCG32 paper's other way to jump, by the Chinese remainder
// theorem, and what is left of it where numbers cancel.
//
// 1 + M + ... + M^(n-1) = (M^n - 1) / (M - 1). Modulo 2^64 that takes M^n - 1 modulo (M - 1) 2^64 = p q, with
// q = 2^66 and p = (M - 1) / 4, which is odd. M^n - 1 is a multiple of p, so its remainder modulo p q follows
// from the one modulo q alone.
//
// Sources: P. Pochmara, "Efficient minimal PCG32 implementation for CUDA-enabled GPUs", section "Rejected
// ideas"; P. Barrett, CRYPTO '86, for quotients by two fixed divisors.
#pragma once

#include <cstdint>

#include <tali/engine/pcg32.hpp>
#include <tali/simd/wide.hpp>

namespace tali::bench {

/// A number modulo q = 2^66.
struct remainder66 {
  std::uint64_t low = 1;
  std::uint32_t high = 0;  ///< two bits

  [[nodiscard]] TALI_FN constexpr remainder66 times(const remainder66& b) const {
    const wide_product<std::uint64_t> p = multiply_wide(low, b.low);
    const std::uint32_t crossed =
        static_cast<std::uint32_t>(low) * b.high + high * static_cast<std::uint32_t>(b.low);
    return {p.low, (static_cast<std::uint32_t>(p.high) + crossed) & 3u};
  }
};

/// M^n modulo q, from M's powers of 1, 2, 4, ...
struct power_table66 {
  static constexpr int bits = 64;
  remainder66 at[bits];

  TALI_FN constexpr power_table66() : at{} {
    at[0] = {detail::pcg32_multiplier, 0};
    for (int k = 1; k < bits; ++k) at[k] = at[k - 1].times(at[k - 1]);
  }

  [[nodiscard]] TALI_FN constexpr remainder66 power(std::uint64_t n) const {
    remainder66 all;
    for (int k = 0; n != 0; ++k, n >>= 1) {
      if ((n & 1u) != 0) all = all.times(at[k]);
    }
    return all;
  }
};

namespace remainders {

inline constexpr std::uint64_t m = detail::pcg32_multiplier;
inline constexpr std::uint64_t p = (m - 1) / 4;

/// 1 / p modulo q, by Newton's steps, each of which doubles the bits that are right.
inline constexpr uint128 inverse_of_p = [] {
  uint128 x = p;
  for (int step = 0; step < 6; ++step) x *= 2 - p * x;
  return x & ((uint128{1} << 66) - 1);
}();

/// p (1 / p modulo q): 1 modulo q and 0 modulo p.
inline constexpr uint128 unit = p * inverse_of_p;
/// Barrett's reciprocals.
inline constexpr uint128 reciprocal_of_p = (uint128{1} << 127) / p;
inline constexpr uint128 reciprocal_of_divisor = (uint128{1} << 127) / (m - 1);

/// a b / 2^(64 + shift) modulo 2^64 of numbers whose upper halves have few bits.
TALI_FN constexpr std::uint64_t high_product(uint128 a, uint128 b, int shift) {
  const std::uint64_t a0 = low_half(a), a1 = high_half(a), b0 = low_half(b), b1 = high_half(b);
  const uint128 middle =
      static_cast<uint128>(a1) * b0 + static_cast<uint128>(a0) * b1 + multiply_wide(a0, b0).high;
  return low_half((middle >> shift) + (static_cast<uint128>(a1 * b1) << (64 - shift)));
}

/// y modulo p, of y < 2^127.
TALI_FN constexpr std::uint64_t modulo_p(uint128 y) {
  std::uint64_t rest = low_half(y) - high_product(y >> 60, reciprocal_of_p, 3) * p;
  for (int twice = 0; twice < 2; ++twice) rest -= rest >= p ? p : 0;
  return rest;
}

/// x / (M - 1) of a multiple of M - 1 below 2^64 (M - 1).
TALI_FN constexpr std::uint64_t by_divisor(uint128 x) {
  std::uint64_t quotient = high_product(x >> 62, reciprocal_of_divisor, 1);
  std::uint64_t rest = low_half(x) - quotient * (m - 1);
  for (int twice = 0; twice < 2; ++twice) {
    const bool more = rest != 0;
    quotient += more ? 1 : 0;
    rest -= more ? m - 1 : 0;
  }
  return quotient;
}

}  // namespace remainders

/// The skip of n words as the paper has it.
TALI_FN constexpr detail::pcg32_skip skip_by_remainders(const power_table66& table, std::uint64_t n) {
  const remainder66 power = table.power(n);
  const std::uint64_t r0 = power.low - 1, r1 = power.high;  // a power of M is odd
  // r unit / 2^66, whose remainder modulo p makes the upper bits of r unit modulo p q. The lower ones are
  // r's.
  const std::uint64_t e0 = low_half(remainders::unit), e1 = high_half(remainders::unit);
  const uint128 middle =
      static_cast<uint128>(r0) * e1 + static_cast<uint128>(r1) * e0 + multiply_wide(r0, e0).high;
  const uint128 upper = (middle >> 2) + (static_cast<uint128>(r1) * e1 << 62);
  const uint128 all = (static_cast<uint128>(remainders::modulo_p(upper)) << 66) | join(r0, r1);
  return {power.low, remainders::by_divisor(all)};
}

/// The same sum once p has cancelled: (M^n - 1) / 4 times 1 / p modulo 2^64, without a division.
TALI_FN constexpr detail::pcg32_skip skip_by_cancelled_remainders(const power_table66& table,
                                                                  std::uint64_t n) {
  const remainder66 power = table.power(n);
  const std::uint64_t quarter = (power.low >> 2) | std::uint64_t{power.high} << 62;
  return {power.low, quarter * low_half(remainders::inverse_of_p)};
}

}  // namespace tali::bench
