// SPDX-License-Identifier: Apache-2.0
// gumbel: the extreme value distribution of maxima, by inversion.
#pragma once

#include <tali/detail/standard.hpp>
#include <tali/distribution/base.hpp>
#include <tali/distribution/location_scale.hpp>
#include <tali/math/arithmetic.hpp>
#include <tali/math/logarithm.hpp>
#include <tali/simd/bits.hpp>

namespace tali {

/// Gumbel numbers, distribution function exp(-exp(-(x - location) / scale)): location - scale log(-log u),
/// the quantile at u = (k + 1/2) 2^-32 (float, one word) or 2^-64 (double, two words, the low half first).
/// Negate them for the distribution of minima.
///
/// Standard numbers are in -3.13 ... 22.88 (float), -3.81 ... 45.06 (double). The error is at most 3 ulp of
/// the number or of 1, whichever is larger: near 0 it is absolute.
template <class T, class P = T>
class gumbel : public detail::location_scale<detail::logarithm_transform<gumbel<T, P>, T, 2, false, P>> {
  using base = detail::location_scale<detail::logarithm_transform<gumbel<T, P>, T, 2, false, P>>;

 public:
  static constexpr const char* name = "gumbel";
  static constexpr const char* summary = "Gumbel numbers, the largest of many";

  /// @throws argument_error unless location is finite, and scale is finite and above 0
  TALI_FN explicit gumbel(T location = 0, T scale = 1)
      : gumbel(detail::unchecked, detail::checked<gumbel>({location, scale})) {}
  TALI_FN gumbel(detail::unchecked_t, const P (&p)[2]) : base(p) {}

  /// @param log_u  log u of a uniform number u
  template <class F>
  TALI_FN auto of_logarithm(const F& log_u) const {
    const F waiting = multiply(log_u, F(-1));
    if constexpr (std::is_same_v<T, float>) {
      return this->mirrored(math::logarithm_of_normal_f32(waiting));
    } else {
      return this->mirrored(math::logarithm_of_normal_f64(waiting));
    }
  }
};

}  // namespace tali
