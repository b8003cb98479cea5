// SPDX-License-Identifier: Apache-2.0
// Logarithms of discrete probabilities without cancellation.
//
// Source: C. Loader, "Fast and accurate computation of binomial probabilities", 2000: log k! and k log k are
// huge and nearly cancel, so probabilities are computed from a deviance, which is small near the mean, and
// Stirling's error.
#pragma once

#include <tali/detail/standard.hpp>
#include <tali/math/arithmetic.hpp>
#include <tali/math/elementary.hpp>

namespace tali::detail {

/// Stirling's error, log k! - ((k + 1/2) log k - k + log(2 pi) / 2), for whole k >= 1; also for SIMD lanes.
/// It is Binet's function J(k), stirling_correction_f64 of k - 1.
template <class F>
TALI_MATH_FN F stirling_error(const F& k) {
  return stirling_correction_f64(add(k, F(-1.0)));
}

/// J of any x > 0, by J(x) = J(x + 1) + (x + 1/2) log(1 + 1 / x) - 1 for small x, where the series is too
/// short.
template <class F>
TALI_MATH_FN F binet_function(const F& x) {
  const auto small = is_less(x, F(2.5));
  const F last = select(small, add(x, F(3.0)), x);
  F j = stirling_correction_f64(add(last, F(-1.0)));
  if (any(small)) {
    F steps(0.0);
    for (int i = 0; i < 3; ++i) {
      const F xi = add(x, F(static_cast<double>(i)));
      steps = add(steps, fma(add(xi, F(0.5)), logarithm_1p_f64(divide(F(1.0), xi)), F(-1.0)));
    }
    j = select(small, add(j, steps), j);
  }
  return j;
}

/// k log(k / m) + m - k for k > 0, m > 0: half the deviance of k events if m are expected. With t = (k - m) /
/// m it is m ((1 + t) log(1 + t) - t).
template <class F>
TALI_MATH_FN F deviance(const F& k, const F& m) {
  const F t = divide(add(k, multiply(m, F(-1.0))), m);
  return multiply(m, fma(add(t, F(1.0)), logarithm_1p_f64(t), multiply(t, F(-1.0))));
}

/// The logarithm of the probability of x successes in n trials, 0 <= x <= n whole; p + q = 1, both without
/// loss of digits. Also for SIMD lanes.
template <class F>
TALI_FN F log_binomial_inside(const F& x, const F& n, const F& p, const F& q) {
  const F rest = add(n, -x), spread = divide(multiply(multiply(x, F(6.283185307179586)), rest), n);
  const F errors = add(stirling_error(n), -add(stirling_error(x), stirling_error(rest)));
  const F apart = add(deviance(x, multiply(n, p)), deviance(rest, multiply(n, q)));
  return add(errors, -fma(logarithm_f64(spread), F(0.5), apart));
}
/// The logarithm of p, from whichever of p and q = 1 - p has more digits.
template <class F>
TALI_FN F log_of_part(const F& p, const F& q) {
  if constexpr (std::is_floating_point_v<F>) {
    return p < 0.5 ? logarithm_f64(p) : logarithm_1p_f64(-q);
  } else {
    return select(is_less(p, F(0.5)), logarithm_f64(p), logarithm_1p_f64(-q));
  }
}
template <class F>
TALI_FN F log_binomial_probability(const F& x, const F& n, const F& p, const F& q) {
  if constexpr (std::is_floating_point_v<F>) {
    if (x <= 0) return n <= 0 ? 0.0 : multiply(n, log_of_part(q, p));
    if (x >= n) return multiply(n, log_of_part(p, q));
    return log_binomial_inside(x, n, p, q);
  } else {
    const F one(1.0), two(2.0), half(0.5), zero(0.0);
    const auto none = is_less(x, one), all = unset(is_less(x, n)), end = either(none, all);
    const F inside = log_binomial_inside(select(end, one, x), select(end, two, n), select(end, half, p),
                                         select(end, half, q));
    const F of_none = select(is_less(n, one), zero, multiply(n, log_of_part(q, p)));
    return select(none, of_none, select(all, multiply(n, log_of_part(p, q)), inside));
  }
}

}  // namespace tali::detail
