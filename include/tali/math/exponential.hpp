// SPDX-License-Identifier: Apache-2.0
// e^x. Coefficients: lab/elementary/fit.py.
#pragma once

#include <tali/detail/standard.hpp>
#include <tali/math/arithmetic.hpp>
#include <tali/simd/bits.hpp>

namespace tali {

namespace detail {

/// Up to this magnitude of x neither e^x nor 2^k is subnormal or infinite, for x = k log 2 + r as below.
template <class T>
inline constexpr T greatest_near = std::is_same_v<T, float> ? 87 : 708;

/// e^x. If `near`, |x| must be at most greatest_near<float>, and the same bits take fewer instructions: no
/// clamps, and 2^k made from its exponent.
///
/// x = k log 2 + r with |r| <= log(2) / 2 and an integer k, and e^r = 1 + (r + r^2 P(r)). For any x, 2^k is
/// applied in two steps; only the second one can overflow or round.
template <bool near, class F>
TALI_FN F exponential_ranged_f32(const F& argument) {
  using U = decltype(bits_of(argument));
  F x = argument;
  if constexpr (!near) {
    x = select(is_less(x, F(-104.0f)), F(-104.0f), x);
    x = select(is_less(F(89.0f), x), F(89.0f), x);
  }
  // After adding 1.5 2^23 the nearest integer is in the lowest bits.
  const F shifted = fma(x, F(0x1.715476p+0f), F(0x1.8p+23f));
  const F k = add(shifted, F(-0x1.8p+23f));
  F r = fma(k, F(-0x1.62e43p-1f), x);
  r = fma(k, F(0x1.05c61p-29f), r);
  const F p = polynomial(r, 0x1.fffffcp-2f, 0x1.555492p-3f, 0x1.5558aap-5f, 0x1.12396cp-7f, 0x1.6a5234p-10f);
  const F e = add(fma(multiply(r, r), p, r), F(1.0f));
  if constexpr (near) {
    return as_float(bits_of(e) + (bits_of(shifted) << 23));
  } else {
    const U twice = bits_of(shifted) - U(0x4b400000u - 254u);  // k + 254, the sum of both steps' exponents
    const U half = twice >> 1;
    return multiply(multiply(e, as_float(half << 23)), as_float((twice - half) << 23));
  }
}

/// 2^k e^r for |r| <= log(2) / 2 and an integer k; shifted is k + 1.5 2^52. If `near`, the result must be
/// neither subnormal nor infinite.
template <bool near, class F>
TALI_FN F exponential_of_rest_f64(const F& shifted, const F& r) {
  using U = decltype(bits_of(r));
  const F p =
      polynomial(r,  //
                 0x1.000000000000ap-1, 0x1.555555555550cp-3, 0x1.55555555507a2p-5, 0x1.1111111124797p-7,
                 0x1.6c16c1843816ap-10, 0x1.a01a0137d1485p-13, 0x1.a0199a0f7b955p-16, 0x1.71df0d76a6df2p-19,
                 0x1.28ad5cf88d00cp-22, 0x1.ad9e3f7614b77p-26);
  const F e = add(fma(multiply(r, r), p, r), F(1.0));
  if constexpr (near) {
    return as_double(bits_of(e) + (bits_of(shifted) << 52));
  } else {
    const U twice = bits_of(shifted) - U(std::uint64_t{0x4338000000000000} - 2046u);
    const U half = twice >> 1;
    return multiply(multiply(e, as_double(half << 52)), as_double((twice - half) << 52));
  }
}

/// e^(x + low) for |low| at most a few units in the last place of x.
template <class F>
TALI_FN F exponential_of_sum_f64(const F& argument, const F& low) {
  F x = select(is_less(argument, F(-746.0)), F(-746.0), argument);
  x = select(is_less(F(710.0), x), F(710.0), x);
  const F shifted = fma(x, F(0x1.71547652b82fep+0), F(0x1.8p+52));
  const F k = add(shifted, F(-0x1.8p+52));
  F r = fma(k, F(-0x1.62e42fefa39efp-1), x);
  r = add(fma(k, F(-0x1.abc9e3b39803fp-56), low), r);
  return exponential_of_rest_f64<false>(shifted, r);
}

/// e^x. If `near`, |x| must be at most greatest_near<double>; otherwise as exponential_ranged_f32.
template <bool near, class F>
TALI_FN F exponential_ranged_f64(const F& argument) {
  F x = argument;
  if constexpr (!near) {
    x = select(is_less(x, F(-746.0)), F(-746.0), x);
    x = select(is_less(F(710.0), x), F(710.0), x);
  }
  const F shifted = fma(x, F(0x1.71547652b82fep+0), F(0x1.8p+52));
  const F k = add(shifted, F(-0x1.8p+52));
  F r = fma(k, F(-0x1.62e42fefa39efp-1), x);
  r = fma(k, F(-0x1.abc9e3b39803fp-56), r);
  return exponential_of_rest_f64<near>(shifted, r);
}

/// e^x of values of type T. If `near`, |x| must be at most greatest_near<T>.
template <class T, bool near = false, class F>
TALI_MATH_FN F exponential_as(const F& x) {
  if constexpr (std::is_same_v<T, float>) {
    return exponential_ranged_f32<near>(x);
  } else {
    return exponential_ranged_f64<near>(x);
  }
}

}  // namespace detail

namespace math {

/// e^x of a float. At most 1.02 ulp, including subnormal results; infinity above 88.72, 0 below -103.97, NaN
/// for NaN.
template <class F>
TALI_MATH_FN F exponential_f32(const F& x) {
  return detail::exponential_ranged_f32<false>(x);
}

/// e^x of a double. At most 1.05 ulp; infinity above 709.78, 0 below -745.13, NaN for NaN.
template <class F>
TALI_MATH_FN F exponential_f64(const F& x) {
  return detail::exponential_ranged_f64<false>(x);
}

}  // namespace math

// e^x - 1, accurate near 0. Coefficients: lab/elementary/fit.py.
//
// x = k log 2 + r as for e^x; with p = e^r - 1 the result is 2^k p + (2^k - 1), in one rounding.

namespace math {

/// e^x - 1 of a float. At most 2 ulp; infinity above 88.72, -1 below -17.33, NaN for NaN.
template <class F>
TALI_MATH_FN F exponential_m1_f32(const F& argument) {
  using U = decltype(bits_of(argument));
  F x = select(is_less(argument, F(-20.0f)), F(-20.0f), argument);
  x = select(is_less(F(89.0f), x), F(89.0f), x);
  // After adding 1.5 2^23 the nearest integer is in the lowest bits.
  const F shifted = fma(x, F(0x1.715476p+0f), F(0x1.8p+23f));
  const F k = add(shifted, F(-0x1.8p+23f));
  F r = fma(k, F(-0x1.62e43p-1f), x);
  r = fma(k, F(0x1.05c61p-29f), r);
  const F p = polynomial(r, 0x1.fffffep-2f, 0x1.5554b4p-3f, 0x1.5556f6p-5f, 0x1.122542p-7f, 0x1.6b9694p-10f);
  const F m = fma(multiply(r, r), p, r);
  // 2^128 is not a float: only in this case the power is halved and the result doubled. Not halving the 1
  // makes no difference.
  const U power = bits_of(shifted) - U(0x4b400000u);
  const U twice = (power + U(128u)) >> 8;
  const F scale = as_float((power - twice + U(127u)) << 23);
  return multiply(fma(scale, m, add(scale, F(-1.0f))), as_float((twice + U(127u)) << 23));
}

}  // namespace math

namespace detail {

/// e^(x + low...) - 1 of doubles: one `low` of at most a few units in the last place of x, or none.
template <class F, class... Low>
TALI_FN F exponential_m1_of_sum_f64(const F& argument, const Low&... low) {
  using U = decltype(bits_of(argument));
  F x = select(is_less(argument, F(-40.0)), F(-40.0), argument);
  x = select(is_less(F(710.0), x), F(710.0), x);
  const F shifted = fma(x, F(0x1.71547652b82fep+0), F(0x1.8p+52));
  const F k = add(shifted, F(-0x1.8p+52));
  const F upper = fma(k, F(-0x1.62e42fefa39efp-1), x);
  F lower;
  if constexpr (sizeof...(low) == 0) {
    lower = multiply(k, F(-0x1.abc9e3b39803fp-56));
  } else {
    lower = fma(k, F(-0x1.abc9e3b39803fp-56), low...);
  }
  const F r = add(upper, lower);
  const F p =
      polynomial(r,  //
                 0x1.0000000000005p-1, 0x1.555555555554fp-3, 0x1.5555555552278p-5, 0x1.1111111114e19p-7,
                 0x1.6c16c17ec6035p-10, 0x1.a01a0186d368cp-13, 0x1.a019a7d4846fbp-16, 0x1.71de673eaff4bp-19,
                 0x1.28a16fe82e41cp-22, 0x1.ae979fe70975dp-26);
  const F bend = fma(multiply(r, r), p, lower);  // e^r - 1 = upper + bend
  const U power = bits_of(shifted) - U(std::uint64_t{0x4338000000000000});
  const U twice = (power + U(std::uint64_t{1024})) >> 11;
  const F scale = as_double((power - twice + U(std::uint64_t{1023})) << 52);
  const F line = fma(scale, upper, add(scale, F(-1.0)));  // exact where it is small
  return multiply(fma(scale, bend, line), as_double((twice + U(std::uint64_t{1023})) << 52));
}

}  // namespace detail

namespace math {

/// e^x - 1 of a double. At most 2 ulp; infinity above 709.78, -1 below -37.43, NaN for NaN.
template <class F>
TALI_MATH_FN F exponential_m1_f64(const F& argument) {
  return detail::exponential_m1_of_sum_f64(argument);
}

}  // namespace math

}  // namespace tali
