// SPDX-License-Identifier: Apache-2.0
// The natural logarithm in double-word arithmetic, for functions that multiply it: x^y and log-gamma.
// Coefficients: lab/elementary/fit.py.
//
// x = 2^e (1 + f) as in logarithm.hpp, s = f / (2 + f) and log(1 + f) = 2 s + s^3 (2/3 + s^2 P(s^2)), whose
// terms fall fast enough that only 2 s and 2/3 s^3 need the second word. Double-word steps: T. J. Dekker, "A
// floating-point technique for extending the available precision", Numerische Mathematik 18, 1971, with
// products by fma.
#pragma once

#include <tali/math/arithmetic.hpp>
#include <tali/math/logarithm.hpp>

namespace tali::detail {

/// log2 x in double with a relative error of 2^-35.8, for functions of floats.
template <class F>
TALI_FN F logarithm_2_for_float(const binary_split<F>& x) {
  const F f = x.excess;
  const F slope =
      polynomial(f,  //
                 0x1.71547652a1eb5p+0, -0x1.715476565cc95p-1, 0x1.ec709ebb883dfp-2, -0x1.715470986087fp-2,
                 0x1.277651ffe0ef5p-2, -0x1.ec72b546d48c5p-3, 0x1.a63f436abdc0ap-3, -0x1.714176e902153p-3,
                 0x1.45292967a5bd3p-3, -0x1.252f09a460f74p-3, 0x1.28716ab8cdc7dp-3, -0x1.24895d6e6affep-3,
                 0x1.3ceaf2ab254d1p-4);
  return fma(f, slope, multiply(x.exponent, F(exponent_unit_f64)));
}

/// The unevaluated sum of two doubles; the lower one is much smaller.
template <class F>
struct double_word {
  F upper, lower;
};

/// a - b in one rounding.
template <class F>
TALI_FN F subtract(const F& a, const F& b) {
  return fma(b, F(-1), a);
}

/// a + b for |a| >= |b|, or a = 0, exactly.
template <class F>
TALI_FN double_word<F> ordered_sum(const F& a, const F& b) {
  const F sum = add(a, b);
  return {sum, add(subtract(a, sum), b)};
}

/// log x with a relative error below 2^-64. For infinite logarithms the upper word is infinite and the lower
/// one NaN.
template <class F>
TALI_FN double_word<F> wide_logarithm_f64(const binary_split<F>& x) {
  const F f = x.excess;
  const F d = add(f, F(2.0)), d_lower = subtract(f, add(d, F(-2.0)));
  const F reciprocal = divide(F(1.0), d);
  const F s = multiply(f, reciprocal);
  const F minus_s = multiply(s, F(-1.0));
  const F s_lower = multiply(reciprocal, fma(minus_s, d_lower, fma(minus_s, d, f)));
  const F z = multiply(s, s);
  const F z_lower = fma(add(s, s), s_lower, fma(s, s, multiply(z, F(-1.0))));
  // 2/3 + z P(z)
  const F p =
      polynomial(z,  //
                 0x1.9999999999996p-2, 0x1.2492492492f5p-2, 0x1.c71c71c596bcdp-3, 0x1.745d18293d608p-3,
                 0x1.3b1364d063214p-3, 0x1.11206e18ad3ebp-3, 0x1.de3d9c3508552p-4, 0x1.eac45afa4b8ddp-4);
  const double_word<F> c = ordered_sum(F(0x1.5555555555555p-1), multiply(z, p));
  const F c_lower = add(c.lower, F(0x1.5555555555555p-55));
  const F cube = multiply(s, z);
  const F cube_lower = fma(s_lower, z, fma(s, z_lower, fma(s, z, multiply(cube, F(-1.0)))));
  const F bend = multiply(cube, c.upper);
  const F bend_lower =
      fma(cube_lower, c.upper, fma(cube, c_lower, fma(cube, c.upper, multiply(bend, F(-1.0)))));
  // e times the upper 32 bits of log 2 is exact.
  const F exponent = multiply(x.exponent, F(exponent_unit_f64));
  const double_word<F> line = ordered_sum(multiply(exponent, F(0x1.62e42ffp-1)), add(s, s));
  const double_word<F> sum = ordered_sum(line.upper, bend);
  const F rest = fma(exponent, F(-0x1.718432a1b0e26p-35), add(add(line.lower, sum.lower), bend_lower));
  return {sum.upper, add(rest, add(s_lower, s_lower))};
}

}  // namespace tali::detail
