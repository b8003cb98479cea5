// SPDX-License-Identifier: Apache-2.0
// poisson-icdf: numbers of events by inversion, one per uniform number and monotone in it.
#pragma once

#include <tali/detail/standard.hpp>
#include <tali/distribution/discrete_quantile.hpp>
#include <tali/distribution/poisson.hpp>

namespace tali {

/// Poisson numbers as the quantile, the smallest k with P(X <= k) >= u, at u = (2k + 1) 2^-54 with k the
/// upper 53 bits of two words, as in normal-icdf. Non-decreasing in u.
/// The probabilities of both tails are exact to 2^-46 and to a relative 2^-38.
/// Types and means are those of poisson.
template <class T>
class poisson_icdf : public detail::discrete_quantile<poisson_icdf<T>, T, 1, detail::poisson_law<double>> {
  using base = detail::discrete_quantile<poisson_icdf<T>, T, 1, detail::poisson_law<double>>;

 public:
  static constexpr const char* name = "poisson-icdf";
  static constexpr const char* summary = "poisson by inversion, monotone in the uniform number";
  static constexpr parameter_info parameter_list[] = {poisson<T>::parameter_list[0]};

  /// @throws argument_error unless 0 <= mean <= 2^31 (u32) or 2^50 (i64)
  TALI_FN explicit poisson_icdf(double mean = 1)
      : poisson_icdf(detail::unchecked, detail::checked<poisson_icdf>({mean})) {}
  TALI_FN poisson_icdf(detail::unchecked_t, const double (&p)[1]) : base(p, -1, p[0], 0, 0, 1) {}

  [[nodiscard]] TALI_FN double mean() const { return this->given(0); }
};

}  // namespace tali
