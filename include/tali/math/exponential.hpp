// SPDX-License-Identifier: Apache-2.0
// e^x. Coefficients: lab/elementary/fit.py.
#pragma once

#include <tali/detail/standard.hpp>
#include <tali/math/arithmetic.hpp>
#include <tali/simd/bits.hpp>

namespace tali {

/// e^x of a float. At most 1.02 ulp, subnormal results too; infinity above 88.72, 0 below -103.97, NaN of
/// NaN.
///
/// x = k log 2 + r with |r| <= log(2) / 2 and e^r = 1 + (r + r^2 P(r)). 2^k is applied in two steps, of which
/// only the second can overflow or round.
template <class F>
TALI_FN F exponential_f32(const F& argument) {
  using U = decltype(bits_of(argument));
  F x = select(is_less(argument, F(-104.0f)), F(-104.0f), argument);
  x = select(is_less(F(89.0f), x), F(89.0f), x);
  // 1.5 2^23 added: the nearest whole number stands in the lowest bits.
  const F shifted = fma(x, F(0x1.715476p+0f), F(0x1.8p+23f));
  const F k = add(shifted, F(-0x1.8p+23f));
  F r = fma(k, F(-0x1.62e43p-1f), x);
  r = fma(k, F(0x1.05c61p-29f), r);
  const F p = polynomial(r, 0x1.fffffcp-2f, 0x1.555492p-3f, 0x1.5558aap-5f, 0x1.12396cp-7f, 0x1.6a5234p-10f);
  const F e = add(fma(multiply(r, r), p, r), F(1.0f));
  const U twice = bits_of(shifted) - U(0x4b400000u - 254u);  // k + 254, the sum of both steps' exponents
  const U half = twice >> 1;
  return multiply(multiply(e, as_float(half << 23)), as_float((twice - half) << 23));
}

namespace detail {

/// 2^k e^r for |r| <= log(2) / 2 and k whole; shifted is k + 1.5 2^52.
template <class F>
TALI_FN F exponential_of_rest_f64(const F& shifted, const F& r) {
  using U = decltype(bits_of(r));
  const F p =
      polynomial(r,  //
                 0x1.000000000000ap-1, 0x1.555555555550cp-3, 0x1.55555555507a2p-5, 0x1.1111111124797p-7,
                 0x1.6c16c1843816ap-10, 0x1.a01a0137d1485p-13, 0x1.a0199a0f7b955p-16, 0x1.71df0d76a6df2p-19,
                 0x1.28ad5cf88d00cp-22, 0x1.ad9e3f7614b77p-26);
  const F e = add(fma(multiply(r, r), p, r), F(1.0));
  const U twice = bits_of(shifted) - U(std::uint64_t{0x4338000000000000} - 2046u);
  const U half = twice >> 1;
  return multiply(multiply(e, as_double(half << 52)), as_double((twice - half) << 52));
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
  return exponential_of_rest_f64(shifted, r);
}

}  // namespace detail

/// e^x of a double. At most 1.05 ulp; infinity above 709.78, 0 below -745.13, NaN of NaN.
template <class F>
TALI_FN F exponential_f64(const F& argument) {
  F x = select(is_less(argument, F(-746.0)), F(-746.0), argument);
  x = select(is_less(F(710.0), x), F(710.0), x);
  const F shifted = fma(x, F(0x1.71547652b82fep+0), F(0x1.8p+52));
  const F k = add(shifted, F(-0x1.8p+52));
  F r = fma(k, F(-0x1.62e42fefa39efp-1), x);
  r = fma(k, F(-0x1.abc9e3b39803fp-56), r);
  return detail::exponential_of_rest_f64(shifted, r);
}

namespace detail {

/// e^x of values of type T.
template <class T, class F>
TALI_FN F exponential_as(const F& x) {
  if constexpr (std::is_same_v<T, float>) {
    return exponential_f32(x);
  } else {
    return exponential_f64(x);
  }
}

}  // namespace detail

}  // namespace tali
