// SPDX-License-Identifier: Apache-2.0
// cauchy: tangents of a uniform angle.
#pragma once

#include <tali/detail/standard.hpp>
#include <tali/distribution/base.hpp>
#include <tali/distribution/location_scale.hpp>
#include <tali/math/arithmetic.hpp>
#include <tali/math/circle.hpp>
#include <tali/simd/bits.hpp>

namespace tali {

/// Cauchy numbers, of density 1 / (pi scale (1 + z^2)) with z = (x - location) / scale: location + scale
/// tan(pi (u - 1/2)), the quantile at u = (k + 1/2) 2^-32 (float, one word k) or at u = (k + 1/2) 2^-54
/// (double, k the upper 54 bits of two words, the low half first).
///
/// Odd about u = 1/2, error at most 2 ulp, never infinite: standard numbers reach 2.73e9 (float), 1.15e16
/// (double).
template <class T, class P = T>
class cauchy : public detail::location_scale<detail::inverse_transform<cauchy<T, P>, T, 2, P>> {
  using base = detail::location_scale<detail::inverse_transform<cauchy<T, P>, T, 2, P>>;

 public:
  using base::words;
  static constexpr const char* name = "cauchy";
  static constexpr const char* summary = "Cauchy numbers, tangents of a uniform angle";

  /// @throws argument_error unless location is finite, and scale is finite and above 0
  TALI_FN explicit cauchy(T location = 0, T scale = 1)
      : cauchy(detail::unchecked, detail::checked<cauchy>({location, scale})) {}
  TALI_FN cauchy(detail::unchecked_t, const P (&p)[2]) : base(p) {}

  template <class U32>
  TALI_FN auto value(const U32 (&w)[words]) const {
    const U32 half_turn(0x80000000u);
    if constexpr (std::is_same_v<T, float>) {
      return this->moved(math::tangent_f32(w[0] ^ half_turn));
    } else {
      return this->moved(math::tangent_f64(join(w[0], w[1] ^ half_turn)));
    }
  }
};

}  // namespace tali
