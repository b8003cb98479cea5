// SPDX-License-Identifier: Apache-2.0
// log Gamma(x) for x > 0, log k!, and Stirling's correction. Coefficients: lab/elementary/fit.py.
//
// For x >= 2.5 Stirling's series is used: (x - 1/2) (log x - 1) + (log(2 pi) - 1) / 2 + J(x), with the
// remainder (Binet's function) J(x) = P(1 / x^2) / x. Below 2.5, log Gamma(2 + d) = d Q(d) for |d| <= 1/2,
// and log Gamma(x) = log Gamma(x + 1) - log x, used once or twice. Near the zeros at 1 and 2, d is exact, so
// the result is accurate. For double the logarithms need two words; for float everything is computed in
// double and rounded once.
#pragma once

#include <tali/detail/standard.hpp>
#include <tali/math/arithmetic.hpp>
#include <tali/math/conversion.hpp>
#include <tali/math/logarithm.hpp>
#include <tali/simd/bits.hpp>

namespace tali {

namespace detail {

/// J(x) x as a function of 1 / x^2, for x >= 2.5. Relative errors 2^-25.0 (float), 2^-54.0 (double).
template <class F>
TALI_FN F binet_f32(const F& z) {
  return polynomial(z,  //
                    0x1.555556p-4f, -0x1.6c2656p-9f, 0x1.a70fdap-11f, -0x1.70f00ap-11f, 0x1.db5b8p-11f);
}
template <class F>
TALI_FN F binet_f64(const F& z) {
  return polynomial(z,  //
                    0x1.5555555555555p-4, -0x1.6c16c16c10633p-9, 0x1.a01a01775235bp-11,
                    -0x1.38136751fa023p-11, 0x1.b94932c424099p-11, -0x1.f5c73aa494e28p-10,
                    0x1.9c4e38f19124fp-8, -0x1.b37054b6db94dp-6, 0x1.f9b97cfc9754bp-4, -0x1.12425311c9d98p-1,
                    0x1.e46b20317c808p+0, -0x1.35312e05e3671p+2, 0x1.ed72b76e50fdap+2, -0x1.6ca4836456675p+2);
}

/// For x < 2.5, log Gamma(x) is d Q(d) - log(divisor).
template <class F>
struct gamma_shift {
  F d, divisor;
};
template <class F>
TALI_FN gamma_shift<F> shift_to_two(const F& x) {
  const auto is_tiny = is_less(x, F(0.5)), is_short = is_less(x, F(1.5));
  const F d = select(is_tiny, x, add(x, select(is_short, F(-1.0), F(-2.0))));
  // x (x + 1), but negative for negative x, so that the logarithm is NaN.
  const F divisor = select(is_tiny, fma(x, absolute(x), x), select(is_short, x, F(1.0)));
  return {d, divisor};
}

/// log Gamma(x) in double, precise enough for a float. `correction` computes J(x), for x >= 2.5.
template <class F, class Correction>
TALI_FN F log_gamma_for_float(const F& x, Correction&& correction) {
  const auto small = is_less(x, F(2.5));
  const gamma_shift<F> shift = shift_to_two(x);
  const detail::binary_split<F> split = split_any_f64(select(small, shift.divisor, x));
  const F log_2 = logarithm_2_for_float(split);
  const F line = fma(add(x, F(-0.5)), fma(log_2, F(0x1.62e42fefa39efp-1), F(-1.0)), F(0x1.acfe390c97d69p-2));
  F out = add(line, correction());
  if (any(small)) {
    const F q = polynomial(shift.d,  // error 2^-28.7
                           0x1.b0ee6067ec22ep-2, 0x1.4a34cb4ea33b2p-2, -0x1.13dfeb92776fep-4,
                           0x1.51357f0709fcbp-6, -0x1.e42472d287c7p-8, 0x1.795d10ef52099p-9,
                           -0x1.34c407da84799p-10, 0x1.2ac07eba7b31dp-11, -0x1.1af25a32aed88p-12);
    out = select(small, fma(shift.d, q, multiply(log_2, F(-0x1.62e42fefa39efp-1))), out);
  }
  return out;
}

}  // namespace detail

namespace math {

/// Stirling's correction, log k! - ((k + 1/2) log(k + 1) - (k + 1) + log(2 pi) / 2), for an integer k >= 0.
/// Acceptance tests of Poisson, binomial and hypergeometric samplers use it, because their large terms
/// cancel. At most 2 ulp.
template <class F>
TALI_FN F stirling_correction_f32(const F& k) {
  const F z = add(k, F(1.0f)), w = divide(F(1.0f), z);
  const F w_lower = multiply(w, fma(multiply(w, F(-1.0f)), z, F(1.0f)));  // what rounding lost
  const F p = detail::binet_f32(multiply(w, w));
  const F out = fma(w, p, multiply(w_lower, p));
  const F of_small = select(is_less(k, F(0.5f)), F(0x1.4c071cp-4f), F(0x1.52a9bap-5f));
  return select(is_less(k, F(1.5f)), of_small, out);
}
template <class F>
TALI_FN F stirling_correction_f64(const F& k) {
  const F z = add(k, F(1.0)), w = divide(F(1.0), z);
  const F w_lower = multiply(w, fma(multiply(w, F(-1.0)), z, F(1.0)));  // what rounding lost
  const F p = detail::binet_f64(multiply(w, w));
  const F out = fma(w, p, multiply(w_lower, p));
  const F of_small = select(is_less(k, F(0.5)), F(0x1.4c071bcda0a5bp-4), F(0x1.52a9b923ea649p-5));
  return select(is_less(k, F(1.5)), of_small, out);
}

/// log Gamma(x) of a float x > 0. At most 1 ulp, also near the zeros; infinity for 0, infinity and x above
/// 4.08e36; NaN for negative numbers and NaN.
template <class F>
TALI_MATH_FN F log_gamma_f32(const F& x) {
  const F w = divide(F(1.0f), x);  // the correction is small enough for float
  return round_to_float(detail::log_gamma_for_float(
      to_double(x), [&] { return to_double(multiply(w, detail::binet_f32(multiply(w, w)))); }));
}

/// log Gamma(x) of a double x > 0. At most 2.1 ulp, also near the zeros; infinity for 0, infinity and x above
/// 2.55e305; NaN for negative numbers and NaN.
template <class F>
TALI_MATH_FN F log_gamma_f64(const F& x) {
  constexpr double infinity = as_double(std::uint64_t{0x7ff} << 52);
  const auto small = is_less(x, F(2.5));
  const detail::gamma_shift<F> shift = detail::shift_to_two(x);
  const detail::double_word<F> log_x =
      detail::wide_logarithm_f64(detail::split_any_f64(select(small, shift.divisor, x)));

  const detail::double_word<F> slope = detail::ordered_sum(log_x.upper, F(-1.0));
  const F y = add(x, F(-0.5));
  const F line = multiply(y, slope.upper);
  const F line_lower = fma(y, add(slope.lower, log_x.lower), fma(y, slope.upper, multiply(line, F(-1.0))));
  const F w = divide(F(1.0), x);
  const F rest = fma(w, detail::binet_f64(multiply(w, w)), line_lower);
  // Infinite values have no lower word.
  F out = select(is_less(line, F(infinity)), add(line, add(F(0x1.acfe390c97d69p-2), rest)), line);
  if (any(small)) {
    // Q = its first coefficient, in two words, and the rest. Error 2^-56.3.
    const F bend =
        polynomial(shift.d,  //
                   0x1.4a34cc4a60fa7p-2, -0x1.13e001a55759fp-4, 0x1.51322ac7d75c7p-6, -0x1.e404fc21c66d4p-8,
                   0x1.7add6eafb027p-9, -0x1.38ac5c04d8fd2p-10, 0x1.0b36aea1a512ap-11, -0x1.d3fd670af014ep-13,
                   0x1.a1281d7df2e26p-14, -0x1.78d967e9fcc77p-15, 0x1.57fef7e22876fp-16,
                   -0x1.3d451f23e1cddp-17, 0x1.26cbaa091e0f4p-18, -0x1.094602049e881p-19,
                   0x1.e3d6948853934p-21, -0x1.36e34110ed7e5p-21, 0x1.3e98da9cc7adbp-22);
    const detail::double_word<F> q = detail::ordered_sum(F(0x1.b0ee6072093cep-2), multiply(shift.d, bend));
    const F product = multiply(shift.d, q.upper);
    const F product_lower = fma(shift.d, add(q.lower, F(0x1.6cb90701fbfabp-58)),
                                fma(shift.d, q.upper, multiply(product, F(-1.0))));
    const F minus_log = multiply(log_x.upper, F(-1.0));
    const F near_two = add(add(minus_log, product), detail::subtract(product_lower, log_x.lower));
    out = select(small, select(is_less(minus_log, F(infinity)), near_two, minus_log), out);
  }
  return out;
}

/// log k! for an integer k >= 0. At most 1 ulp (float), 2 ulp (double). For double k is below 2^53.
template <class F>
TALI_MATH_FN F log_factorial_f32(const F& k) {
  const F w = divide(F(1.0f), add(k, F(1.0f)));
  const auto wide = to_double(k);
  using D = std::remove_const_t<decltype(wide)>;
  return round_to_float(detail::log_gamma_for_float(
      add(wide, D(1.0)), [&] { return to_double(multiply(w, detail::binet_f32(multiply(w, w)))); }));
}
template <class F>
TALI_MATH_FN F log_factorial_f64(const F& k) {
  return log_gamma_f64(add(k, F(1.0)));
}

}  // namespace math

}  // namespace tali
