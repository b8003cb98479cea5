// SPDX-License-Identifier: Apache-2.0
// The word operations that engines and distributions use, for one value. lanes.hpp has the same names for
// SIMD registers, so that an algorithm is one template over the word type.
#pragma once

#include <tali/detail/compiler.hpp>
#include <tali/detail/device.hpp>
#include <tali/detail/standard.hpp>

namespace tali {

/// The shape of a cursor with one lane, at any index: a CUDA thread, or plain C++.
struct scalar {
  struct at_groups;
  static constexpr int count = 1;
  static constexpr bool aligned = false;
  template <class T>
  using of = T;
};

/// The same at multiples of the engine's group only, which saves a test.
struct scalar::at_groups : scalar {
  static constexpr bool aligned = true;
};

/// The product of the low 32 bits of a and b.
TALI_FN constexpr std::uint64_t multiply_low_words(std::uint64_t a, std::uint32_t b) {
#if defined(TALI_GPU_CODE)
  return __builtin_is_constant_evaluated() ? (a & 0xffffffffu) * b : detail::gpu::multiply_wide(a, b);
#else
  return (a & 0xffffffffu) * b;
#endif
}

namespace detail {

/// The two halves of a double-length product.
template <class Word>
struct wide_product {
  Word high, low;
};

}  // namespace detail

/// a * b in full.
TALI_FN constexpr detail::wide_product<std::uint32_t> multiply_wide(std::uint32_t a, std::uint32_t b) {
  const std::uint64_t p = multiply_low_words(a, b);
  return {static_cast<std::uint32_t>(p >> 32), static_cast<std::uint32_t>(p)};
}

namespace detail {

/// floor((a b + c) / 2^64), from 32-bit products, so that every lane type can compute it.
template <class U64>
TALI_FN constexpr U64 multiply_high(const U64& a, std::uint64_t b, const U64& c = U64(std::uint64_t{0})) {
  constexpr std::uint64_t low_half = 0xffffffffu;
  const auto b0 = static_cast<std::uint32_t>(b), b1 = static_cast<std::uint32_t>(b >> 32);
  // A product of words plus two words is below 2^64.
  const U64 below = multiply_low_words(a, b0) + (c & low_half);
  const U64 cross = multiply_low_words(a, b1) + (below >> 32);
  const U64 other = multiply_low_words(a >> 32, b0) + (cross & low_half) + (c >> 32);
  return multiply_low_words(a >> 32, b1) + (cross >> 32) + (other >> 32);
}

}  // namespace detail

TALI_FN constexpr std::uint32_t rotate_right(std::uint32_t x, std::uint32_t r) {
  return (x >> (r & 31u)) | (x << ((0u - r) & 31u));
}

TALI_FN constexpr std::uint32_t narrow(std::uint64_t x) { return static_cast<std::uint32_t>(x); }

/// low + 2^32 high.
TALI_FN constexpr std::uint64_t join(std::uint32_t low, std::uint32_t high) {
  return (std::uint64_t{high} << 32) | low;
}

namespace detail {

/// n for 2^n; for other numbers, the logarithm rounded down.
TALI_FN constexpr int log2_of(std::uint64_t power) {
  int n = 0;
  while ((power >>= 1) != 0) ++n;
  return n;
}

}  // namespace detail

/// An integer below 2^24 as a float, exactly.
TALI_FN constexpr float to_float(std::uint32_t x) { return static_cast<float>(static_cast<std::int32_t>(x)); }

/// The float or double with these bits.
TALI_FN constexpr float as_float(std::uint32_t x) { return __builtin_bit_cast(float, x); }
TALI_FN constexpr double as_double(std::uint64_t x) { return __builtin_bit_cast(double, x); }

namespace detail {

/// (2^32 upper + lower) 2^-53 from the doubles with these bits in their mantissas: 2^31 + upper 2^-21 and
/// 2^-1 + lower 2^-53 are exact, and so are the differences, for all integers up to 2^53. Conversions of
/// 64-bit integers are slow on GPUs and missing from AVX2.
inline constexpr std::uint64_t weigh_upper = 0x41e0000000000000u, weigh_lower = 0x3fe0000000000000u;
template <class F64>
TALI_FN constexpr F64 weighted_sum(const F64& upper, const F64& lower) {
  return (upper - F64(0x1p31 + 0x1p-1)) + lower;
}

}  // namespace detail

/// x 2^-53 for an integer x = 0 ... 2^53, exactly.
template <class U64>
TALI_FN constexpr auto to_unit_double(const U64& x) {
#if !defined(TALI_GPU_CODE)
  // On a CPU the scalar conversion is one instruction, and also exact.
  if constexpr (std::is_same_v<U64, std::uint64_t>)
    return static_cast<double>(static_cast<std::int64_t>(x)) * 0x1p-53;
#endif
  return detail::weighted_sum(as_double((x >> 32) | detail::weigh_upper),
                              as_double((x & std::uint64_t{0xffffffff}) | detail::weigh_lower));
}

/// y 2^-53 for the upper 53 bits y of x, exactly.
/// @param lowest  or-ed to y: 1 makes y odd
template <class U64>
TALI_FN constexpr auto upper_to_unit_double(const U64& x, std::uint32_t lowest = 0) {
  return to_unit_double(U64((x >> 11) | std::uint64_t{lowest}));
}

/// y 2^-53 for the upper 53 bits y of low + 2^32 high, exactly.
/// @param lowest  or-ed to y: 1 makes y odd
template <class U32>
TALI_FN constexpr auto to_unit_double(const U32& low, const U32& high, std::uint32_t lowest = 0) {
  const U32 upper = high >> 11, lower = ((low >> 11) | (high << 21)) | U32(lowest);
  return detail::weighted_sum(as_double(join(upper, U32(narrow(detail::weigh_upper >> 32)))),
                              as_double(join(lower, U32(narrow(detail::weigh_lower >> 32)))));
}

/// 1 if a < b, otherwise 0.
TALI_FN constexpr std::uint64_t less(std::uint64_t a, std::uint64_t b) { return a < b ? 1 : 0; }

/// The same bits as another integer type of the same size.
template <class T, class U>
TALI_FN constexpr T cast(U x) {
  static_assert(sizeof(T) == sizeof(U));
  return static_cast<T>(x);
}

}  // namespace tali
