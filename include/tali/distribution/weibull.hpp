// SPDX-License-Identifier: Apache-2.0
// weibull: powers of exponential numbers, by inversion.
#pragma once

#include <tali/detail/standard.hpp>
#include <tali/distribution/base.hpp>
#include <tali/distribution/reciprocal_power.hpp>
#include <tali/distribution/shape_scale.hpp>
#include <tali/math/arithmetic.hpp>
#include <tali/math/conversion.hpp>

namespace tali {

/// Weibull numbers, distribution function 1 - exp(-(x / scale)^shape): scale (-log(1 - u))^(1 / shape), the
/// quantile at u = (k + 1/2) 2^-32 (float, one word) or 2^-64 (double, two words, the low half first).
///
/// Error at most 1.5 + 3.5 / shape ulp. Numbers beyond the type's range, which small shapes have, are 0 or
/// infinite.
template <class T, class P = T>
class weibull : public detail::shape_scale<detail::logarithm_transform<weibull<T, P>, T, 2, true, P>> {
  using base = detail::shape_scale<detail::logarithm_transform<weibull<T, P>, T, 2, true, P>>;

 public:
  static constexpr const char* name = "weibull";
  static constexpr const char* summary = "Weibull numbers, powers of exponential ones";

  /// @throws argument_error unless shape and scale are finite and above 0
  TALI_FN explicit weibull(T shape = 1, T scale = 1)
      : weibull(detail::unchecked, detail::checked<weibull>({shape, scale})) {}
  TALI_FN weibull(detail::unchecked_t, const P (&p)[2]) : base(1.0, p) {}

  /// @param log_rest  log(1 - u) of a uniform number u
  template <class F>
  TALI_FN F of_logarithm(const F& log_rest) const {
    const F waiting = multiply(log_rest, F(-1));
    if constexpr (std::is_same_v<T, float>) {
      return this->scaled(this->power().power_f32(to_double(waiting)));
    } else {
      return this->scaled(this->power().power_f64(waiting));
    }
  }
};

}  // namespace tali
