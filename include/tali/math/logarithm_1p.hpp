// SPDX-License-Identifier: Apache-2.0
// log(1 + x), accurate near 0.
//
// The exponent is that of the rounded 1 + x; the fraction is computed from x: f = x 2^-e + (2^-e - 1) in one
// rounding, and f = x if the exponent is 0. The rest is as in logarithm.hpp.
#pragma once

#include <tali/detail/standard.hpp>
#include <tali/math/arithmetic.hpp>
#include <tali/math/logarithm.hpp>
#include <tali/simd/bits.hpp>

namespace tali {

/// log(1 + x) of a float. At most 2 ulp; -infinity for -1, infinity for infinity, NaN below -1 and for NaN.
template <class F>
TALI_MATH_FN F logarithm_1p_f32(const F& x) {
  using U = decltype(bits_of(x));
  const F sum = add(x, F(1.0f));
  const U step = (bits_of(sum) - U(0x3f3504f3u)) & U(0xff800000u);
  const F scale = as_float(U(0x3f800000u) - step);
  binary_split<F> split{to_float(step), fma(x, scale, add(scale, F(-1.0f)))};
  // Sums outside 0 ... 2^100, for which the scale may not be a float: then x equals the sum, or has no
  // logarithm.
  const auto unusual = is_less(U(0x717fffffu), bits_of(sum) - U(1u));
  if (any(unusual)) {
    const binary_split<F> other = detail::split_any_f32(sum);
    split = {select(unusual, other.exponent, split.exponent), select(unusual, other.excess, split.excess)};
  }
  return detail::logarithm_of_split_f32(split);
}

/// log(1 + x) of a double; otherwise as for float.
template <class F>
TALI_MATH_FN F logarithm_1p_f64(const F& x) {
  using U = decltype(bits_of(x));
  constexpr std::uint64_t one = std::uint64_t{0x3ff} << 52, limit = std::uint64_t{0x717} << 52;
  const F sum = add(x, F(1.0));
  const F exponent = detail::split_about_one_f64(sum).exponent;
  const U step = (bits_of(sum) - U(std::uint64_t{0x3fe6a09e} << 32)) & U(std::uint64_t{0xfff} << 52);
  const F scale = as_double(U(one) - step);
  const F offset = add(scale, F(-1.0));
  binary_split<F> split{exponent, fma(x, scale, offset)};
  F rest = fma(x, scale, add(offset, multiply(split.excess, F(-1.0))));  // what rounding the excess lost
  const auto unusual = is_less(U(limit - 1), bits_of(sum) - U(std::uint64_t{1}));
  if (any(unusual)) {
    const binary_split<F> other = detail::split_any_f64(sum);
    split = {select(unusual, other.exponent, split.exponent), select(unusual, other.excess, split.excess)};
    rest = select(unusual, F(0.0), rest);
  }
  const F f = split.excess;
  rest = fma(split.exponent, F(0x1.abc9e3b39803fp-56 * detail::exponent_unit_f64), rest);
  const F near_one = add(f, fma(multiply(f, f), detail::logarithm_bend_f64(f), rest));
  return fma(split.exponent, F(0x1.62e42fefa39efp-1 * detail::exponent_unit_f64), near_one);
}

}  // namespace tali
