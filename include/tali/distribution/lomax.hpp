// SPDX-License-Identifier: Apache-2.0
// lomax: Pareto numbers less their scale, by inversion.
#pragma once

#include <tali/detail/standard.hpp>
#include <tali/distribution/base.hpp>
#include <tali/distribution/reciprocal_power.hpp>
#include <tali/distribution/shape_scale.hpp>
#include <tali/distribution/unit.hpp>
#include <tali/math/arithmetic.hpp>

namespace tali {

/// Lomax numbers, also called Pareto II and NumPy's pareto: distribution function 1 - (1 + x / scale)^-shape
/// for x >= 0. scale ((1 - u)^(-1 / shape) - 1), the quantile at u = (k + 1/2) 2^-32 (float, one word) or
/// 2^-64 (double, two words, the low half first).
///
/// A number of `pareto` minus 1 loses digits for a large shape; here even the smallest number is accurate.
/// The error is at most 1 ulp (float), 3 + 1 / shape ulp (double). Numbers beyond the type's range are 0 or
/// infinite.
template <class T, class P = T>
class lomax : public detail::shape_scale<detail::inverse_transform<lomax<T, P>, T, 2, P>> {
  using base = detail::shape_scale<detail::inverse_transform<lomax<T, P>, T, 2, P>>;

 public:
  using base::words;
  static constexpr const char* name = "lomax";
  static constexpr const char* summary =
      "Lomax numbers, Pareto ones less their scale, from 0 on with a tail of a power";

  /// @throws argument_error unless shape and scale are finite and above 0
  TALI_FN explicit lomax(T shape = 1, T scale = 1)
      : lomax(detail::unchecked, detail::checked<lomax>({shape, scale})) {}
  TALI_FN lomax(detail::unchecked_t, const P (&p)[2]) : base(-1.0, p) {}

  template <class U32>
  TALI_FN auto value(const U32 (&w)[words]) const {
    const U32 all(0xffffffffu);
    if constexpr (std::is_same_v<T, float>) {
      return this->scaled(this->power().power_m1_f32(detail::split_about_one_f64(unit_f64(w[0] ^ all))));
    } else {
      return this->scaled(this->power().power_m1_f64(split_rest(w[0] ^ all, w[1] ^ all)));
    }
  }

 private:
  /// 1 - u, split about one, with all digits of u near 0.
  template <class U32>
  TALI_FN static auto split_rest(const U32& low, const U32& high) {
    auto split = detail::split_about_one_f64(detail::rounded_unit_f64(low, high));
    using F = decltype(split.excess);
    const auto is_far = is_less(split.exponent, F(-0.5 / detail::exponent_unit_f64));
    split.excess = select(is_far, split.excess, multiply(detail::wrapped_unit_f64(low, high), F(0.25)));
    return split;
  }
};

}  // namespace tali
