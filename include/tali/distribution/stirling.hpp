// Logarithms of discrete probabilities without cancellation.
//
// Source: C. Loader, "Fast and accurate computation of binomial probabilities", 2000: log k! and k log k are
// huge and all but cancel, so probabilities are written as a deviance, which is small near the mean, and
// Stirling's error.
#pragma once

#include <cstdint>
#include <type_traits>

#include <tali/arithmetic.hpp>
#include <tali/elementary.hpp>

namespace tali {

/// Stirling's error, log k! - ((k + 1/2) log k - k + log(2 pi) / 2), of a whole k >= 1, also SIMD lanes:
/// Binet's function J(k), as stirling_correction_f64 has it for k - 1.
template <class F>
TALI_FN F stirling_error(const F& k) {
  return stirling_correction_f64(add(k, F(-1.0)));
}

/// k log(k / m) + m - k for k > 0, m > 0: half the deviance of k events where m are expected. With t = (k -
/// m) / m it is m ((1 + t) log(1 + t) - t).
template <class F>
TALI_FN F deviance(const F& k, const F& m) {
  const F t = divide(add(k, multiply(m, F(-1.0))), m);
  return multiply(m, fma(add(t, F(1.0)), logarithm_1p_f64(t), multiply(t, F(-1.0))));
}

}  // namespace tali
