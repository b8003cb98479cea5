// SPDX-License-Identifier: Apache-2.0
// 16-bit floating-point numbers for machine learning: bfloat16, the upper half of a float, and float16,
// IEEE's binary16. For storage only; arithmetic is in float.
#pragma once

#include <tali/detail/device.hpp>
#include <tali/detail/standard.hpp>
#include <tali/math/arithmetic.hpp>
#if !defined(TALI_GPU_COMPILER)
#include <tali/math/lanes_arithmetic.hpp>
#endif

namespace tali {

/// 8 bits of exponent, 7 of mantissa.
struct bfloat16 {
  std::uint16_t bits;

  TALI_FN constexpr operator float() const { return as_float(std::uint32_t{bits} << 16); }
};

/// 5 bits of exponent, 10 of mantissa: magnitudes to 65504, multiples of 2^-24.
struct float16 {
  std::uint16_t bits;

  TALI_FN constexpr operator float() const {
    // Mantissa and exponent, moved to a float's positions, give 2^-112 times the value, also for subnormal
    // numbers.
    const std::uint32_t magnitude = (bits & 0x7fffu) << 13;
    const float x =
        magnitude >= 0x0f800000u ? as_float(magnitude | 0x7f800000u) : as_float(magnitude) * 0x1p112f;
    return as_float(bits_of(x) | (bits & 0x8000u) << 16);
  }
};

namespace detail {

/// The bits of the nearest number of 16 bits, ties to even, of a float that is not NaN; for a float or lanes
/// of them.
template <class F>
TALI_FN auto bfloat16_bits(const F& x) {
  const auto u = bits_of(x);
  return (u + (((u >> 16) & 1u) + 0x7fffu)) >> 16;  // infinity is preserved: its mantissa is 0
}
template <class F>
TALI_FN auto float16_bits(const F& x) {
  const auto u = bits_of(x);
  using U = std::remove_const_t<decltype(u)>;
  const U a = u & 0x7fffffffu;
  const U normal = (a - U(112u << 23) + (((a >> 13) & 1u) + 0xfffu)) >> 13;
  const U subnormal =
      bits_of(as_float(a) + F(0.5f)) - U(0x3f000000u);  // the sum rounds to a multiple of 2^-24
  const U finite = select(is_less(a, U(113u << 23)), subnormal, normal);
  return select(is_less(a, U(0x477ff000u)), finite, U(0x7c00u)) | ((u >> 16) & 0x8000u);
}

/// The type in which lanes compute if T is stored.
template <class T>
struct lane_type {
  using type = T;
};
template <>
struct lane_type<bfloat16> {
  using type = float;
};
template <>
struct lane_type<float16> {
  using type = float;
};

/// The type in which values of T are computed: float for 16-bit types.
template <class T>
using lane_type_of = typename detail::lane_type<T>::type;

/// x in the type that is stored, rounded to nearest even.
template <class T>
TALI_FN T stored_as(lane_type_of<T> x) {
  if constexpr (std::is_same_v<T, bfloat16>) {
    return {static_cast<std::uint16_t>(detail::bfloat16_bits(x))};
  } else if constexpr (std::is_same_v<T, float16>) {
    return {static_cast<std::uint16_t>(detail::float16_bits(x))};
  } else {
    return x;
  }
}

}  // namespace detail

#if defined(TALI_GPU_COMPILER)

namespace detail {

/// Two stored numbers in one word, the first in the low half.
template <class T>
__device__ __forceinline__ std::uint32_t stored_pair(float first, float second) {
  if constexpr (std::is_same_v<T, bfloat16>) {
    return detail::gpu::to_bfloat16_pair(first, second);
  } else {
    return detail::gpu::to_float16_pair(first, second);
  }
}

/// Two bfloat16 in x, each negated where the top bit of its half of `word` is set; a 0 then has no sign.
///
/// This equals fma(+-1, z, 0) of the floats z, rounded, if no z except 0 rounds to 0, which is true because
/// bfloat16 has a float's exponents. It would be wrong for float16: numbers below 2^-25 round to zeros that
/// keep their sign, and one normal number in 4 10^7 is that small.
__device__ __forceinline__ std::uint32_t times_signs(std::uint32_t x, std::uint32_t word) {
  constexpr std::uint32_t one = 0x3f80u;
  constexpr std::uint32_t ones = one << 16 | one;
  const std::uint32_t signs = (word & 0x80008000u) | ones;
  return detail::gpu::fma_bfloat16_pair(x, signs, 0u);
}

}  // namespace detail

#else
/// Lanes of 16-bit numbers, in the lower halves of words.
template <class T, int N, int R>
TALI_FN lanes<std::uint32_t, N, R> stored_words(const lanes<float, N, R>& x) {
  if constexpr (std::is_same_v<T, bfloat16>) {
    return detail::bfloat16_bits(x);
  } else {
    return detail::float16_bits(x);
  }
}
#endif

}  // namespace tali
