// SPDX-License-Identifier: Apache-2.0
// The number of outputs that a test needs to detect that a law is not normal: the sample size at which the
// expectation of its statistic deviates by 4 standard deviations.
//
// A polynomial p of degree <= d tests E p(X) against its value under the normal law. Over N outputs the mean
// of p has variance Var p / N, so the test reaches 4 sigma at N = 16 Var p / (E p - E_normal p)^2. With p =
// sum of p_k He_k: E p - E_normal p = sum of p_k h_k and Var p = sum of k! p_k^2. By Cauchy-Schwarz the best
// p has p_k = h_k / k!, and N = 16 / (sum over k = 1 ... d of h_k^2 / k!): the paper's x^T P x.
#pragma once

#include <limits>
#include <utility>
#include <vector>

#include "series.hpp"

namespace tali::lab::normal {

/// For the best polynomial of degree <= d. `law`: E e^{tX - t^2/2}.
template <class Real>
Real outputs_until_polynomial_fails(const series<Real>& law, int d) {
  Real sum = 0;
  for (int k = 1; k <= d; ++k) sum += law[k] * law[k] * factorial<Real>(k);  // h_k = k! law[k]
  return 16 / sum;
}

/// E X^n.
template <class Real>
Real raw_moment(const series<Real>& law, int n) {
  return (law * exponential_of_square<Real>(Real(1) / 2))[n] * factorial<Real>(n);
}

/// E X^n of a standard normal: (n - 1)!! for even n.
template <class Real>
Real normal_moment(int n) {
  Real m = n % 2 ? 0 : 1;
  for (int k = 1; k < n; k += 2) m *= k;
  return m;
}

/// For the test of the nth raw moment.
template <class Real>
Real outputs_until_moment_fails(const series<Real>& law, int n) {
  const Real mean = normal_moment<Real>(n);
  const Real off = raw_moment(law, n) - mean;
  return 16 * (normal_moment<Real>(2 * n) - mean * mean) / (off * off);
}

/// Highest degree in the two headline figures.
inline constexpr int headline_degree = 20;

/// Number of outputs until the best test of a kind fails at 4 sigma.
struct failure_report {
  double polynomial = 0;                          ///< worst polynomial of degree <= 20
  double moments = 0;                             ///< worst raw moment of degree <= 20
  int worst_moment = 0;                           ///< the degree of that moment
  std::vector<std::pair<int, double>> by_degree;  ///< polynomials of degree <= 2, 4 ... 40
  std::vector<std::pair<int, double>> by_moment;  ///< raw moments 2, 4 ... 40
};

/// All figures, for one law.
template <class Real>
failure_report failures(const series<Real>& law) {
  failure_report f;
  f.moments = std::numeric_limits<double>::infinity();
  for (int n = 1; n <= order; ++n) {
    const double moment = static_cast<double>(outputs_until_moment_fails(law, n));
    if (n <= headline_degree && moment < f.moments) {
      f.moments = moment;
      f.worst_moment = n;
    }
    if (n % 2 == 0) {
      f.by_degree.emplace_back(n, static_cast<double>(outputs_until_polynomial_fails(law, n)));
      f.by_moment.emplace_back(n, moment);
    }
  }
  f.polynomial = f.by_degree[headline_degree / 2 - 1].second;
  return f;
}

}  // namespace tali::lab::normal
