// Logarithms of discrete probabilities without cancellation.
//
// Source: C. Loader, "Fast and accurate computation of binomial probabilities", 2000: log k! and k log k are huge and
// all but cancel, so probabilities are written as a deviance, which is small near the mean, and Stirling's error.
#pragma once

#include <cstdint>
#include <type_traits>

#include <tali/arithmetic.hpp>
#include <tali/elementary.hpp>

namespace tali {

/// log k! - ((k + 1/2) log k - k + log(2 pi) / 2) for k >= 1, also SIMD lanes. Absolute error below 1e-16 for k >= 16,
/// some 1e-15 below.
template <class F>
TALI_FN F stirling_error(const F& k) {
  const F x = divide(F(1.0), k), y = multiply(x, x);
  F e = multiply(x, polynomial(y, 1.0 / 12, -1.0 / 360, 1.0 / 1260, -1.0 / 1680, 1.0 / 1188, -691.0 / 360360));
  const auto small = is_less(k, F(16.0));
  if (any(small)) {
    const F main = fma(add(k, F(0.5)), logarithm_f64(k), multiply(k, F(-1.0)));
    e = select(small, add(add(log_gamma_f64(add(k, F(1.0))), multiply(main, F(-1.0))), F(-0.91893853320467274)), e);
  }
  return e;
}

/// k log(k / m) + m - k for k > 0, m > 0: half the deviance of k events where m are expected. With t = (k - m) / m it is
/// m ((1 + t) log(1 + t) - t).
template <class F>
TALI_FN F deviance(const F& k, const F& m) {
  const F t = divide(add(k, multiply(m, F(-1.0))), m);
  return multiply(m, fma(add(t, F(1.0)), logarithm_1p_f64(t), multiply(t, F(-1.0))));
}

}  // namespace tali
