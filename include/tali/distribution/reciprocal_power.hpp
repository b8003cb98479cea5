// SPDX-License-Identifier: Apache-2.0
// Powers x^(1/a) and x^(-1/a) for quantiles, without the error of a rounded 1/a.
//
// The relative error of e^t is the absolute error of t = (log x) / a, so the error of a rounded 1/a shows as
// soon as t is large. Therefore float computes in double, and double with a second word.
#pragma once

#include <tali/detail/standard.hpp>
#include <tali/math/arithmetic.hpp>
#include <tali/math/exponential.hpp>
#include <tali/math/logarithm.hpp>
#include <tali/math/power.hpp>
#include <tali/simd/bits.hpp>

namespace tali::detail {

/// The exponent sign / a as a double and its rounding error; W is double, or lanes of doubles.
template <class W = double>
class reciprocal_exponent {
 public:
  /// @param sign  1 or -1
  /// @param a     finite and above 0. Below 2^-1000 it counts as 2^-1000: every power except 1's is then 0 or
  /// infinite.
  TALI_FN reciprocal_exponent(double sign, const W& a) {
    const W min_a(0x1p-1000), divisor = select(is_less(a, min_a), min_a, a);
    upper_ = divide(W(sign), divisor);
    lower_ = divide(fma(-upper_, divisor, W(sign)), divisor);
  }

  /// The power of a normal number x > 0 as a float. Error at most 1 ulp.
  template <class D>
  TALI_FN auto power_f32(const D& x) const {
    return exponential_2_to_float(multiply(logarithm_2_for_float(split_about_one_f64(x)), D(upper_)));
  }

  /// The power of a normal number x > 0. Error at most 2 ulp.
  template <class F>
  TALI_FN F power_f64(const F& x) const {
    const double_word<F> t = exponent_of(split_about_one_f64(x));
    return exponential_of_sum_f64(t.upper, t.lower);
  }

  /// The power minus 1, from a split x, with all digits near 0. Error at most 1 ulp (float), 2 ulp (double).
  template <class D>
  TALI_FN auto power_m1_f32(const detail::binary_split<D>& x) const {
    return exponential_2_to_float<true>(multiply(logarithm_2_for_float(x), D(upper_)));
  }
  template <class F>
  TALI_FN F power_m1_f64(const detail::binary_split<F>& x) const {
    const double_word<F> t = exponent_of(x);
    return exponential_m1_of_sum_f64(t.upper, t.lower);
  }

 private:
  /// The exponent times log x.
  template <class F>
  TALI_FN double_word<F> exponent_of(const detail::binary_split<F>& x) const {
    const double_word<F> log_x = wide_logarithm_f64(x);
    const F y(upper_);
    const F t = multiply(y, log_x.upper);
    const F error = fma(y, log_x.upper, multiply(t, F(-1.0)));
    const F lower = fma(F(lower_), log_x.upper, fma(y, log_x.lower, error));
    return {t, select(is_less(absolute(t), F(800.0)), lower, F(0.0))};
  }

  W upper_, lower_;
};

}  // namespace tali::detail
