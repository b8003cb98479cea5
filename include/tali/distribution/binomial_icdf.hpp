// SPDX-License-Identifier: Apache-2.0
// binomial-icdf: numbers of successes by inversion, one per uniform number and monotone in it.
#pragma once

#include <tali/detail/standard.hpp>
#include <tali/distribution/binomial.hpp>
#include <tali/distribution/discrete_quantile.hpp>
#include <tali/math/arithmetic.hpp>

namespace tali {

/// Binomial numbers as the quantile, the smallest k with P(X <= k) >= u, at the u of poisson-icdf and as
/// exact. Non-decreasing in u. Types and parameters are those of binomial.
template <class T>
class binomial_icdf : public detail::discrete_quantile<binomial_icdf<T>, T, 2, detail::binomial_law<double>> {
  using base = detail::discrete_quantile<binomial_icdf<T>, T, 2, detail::binomial_law<double>>;

 public:
  static constexpr const char* name = "binomial-icdf";
  static constexpr const char* summary = "binomial by inversion, monotone in the uniform number";
  static constexpr parameter_info parameter_list[] = {binomial<T>::parameter_list[0],
                                                      binomial<T>::parameter_list[1]};

  /// @throws argument_error unless n is an integer in range and 0 <= p <= 1
  TALI_FN binomial_icdf(double n, double p)
      : binomial_icdf(detail::unchecked, detail::checked<binomial_icdf>({n, p})) {}
  TALI_FN binomial_icdf(detail::unchecked_t, const double (&p)[2])
      : binomial_icdf(p, p[1] > 0.5, p[1] > 0.5 ? add(1.0, -p[1]) : p[1]) {}

  TALI_FN static int bad_parameter(const double (&p)[2]) { return binomial<T>::bad_parameter(p); }

  [[nodiscard]] TALI_FN double n() const { return this->given(0); }
  [[nodiscard]] TALI_FN double p() const { return this->given(1); }

 private:
  /// @param turned  whether failures are counted; rarer is the probability of what is counted
  TALI_FN binomial_icdf(const double (&given)[2], bool turned, double rarer)
      : base(given, turned ? given[0] : -1.0, multiply(given[0], rarer),
             fma(given[0], rarer, -multiply(given[0], rarer)), rarer, add(1.0, -rarer)) {}
};

}  // namespace tali
