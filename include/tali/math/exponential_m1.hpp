// SPDX-License-Identifier: Apache-2.0
// e^x - 1, accurate near 0. Coefficients: lab/elementary/fit.py.
//
// x = k log 2 + r as for e^x; with p = e^r - 1 the result is 2^k p + (2^k - 1), in one rounding.
#pragma once

#include <tali/detail/standard.hpp>
#include <tali/math/arithmetic.hpp>
#include <tali/simd/bits.hpp>

namespace tali {

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

/// e^x - 1 of a double. At most 2 ulp; infinity above 709.78, -1 below -37.43, NaN for NaN.
template <class F>
TALI_MATH_FN F exponential_m1_f64(const F& argument) {
  return detail::exponential_m1_of_sum_f64(argument);
}

}  // namespace tali
