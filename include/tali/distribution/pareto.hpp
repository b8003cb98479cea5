// SPDX-License-Identifier: Apache-2.0
// pareto: numbers with a power-law tail, by inversion.
#pragma once

#include <tali/detail/standard.hpp>
#include <tali/distribution/base.hpp>
#include <tali/distribution/reciprocal_power.hpp>
#include <tali/distribution/shape_scale.hpp>
#include <tali/distribution/unit.hpp>
#include <tali/math/arithmetic.hpp>

namespace tali {

/// Pareto numbers, distribution function 1 - (scale / x)^shape for x >= scale: scale (1 - u)^(-1 / shape),
/// the quantile at u = (k + 1/2) 2^-32 (float, one word) or 2^-64 (double, two words, the low half first).
/// NumPy's pareto is the Lomax distribution: these numbers at scale 1, minus 1.
///
/// Error at most 1 ulp (float), 2 + 1 / shape ulp (double). Numbers beyond the type's range, which small
/// shapes have, are infinite.
template <class T, class P = T>
class pareto : public detail::shape_scale<detail::inverse_transform<pareto<T, P>, T, 2, P>> {
  using base = detail::shape_scale<detail::inverse_transform<pareto<T, P>, T, 2, P>>;

 public:
  using base::words;
  static constexpr const char* name = "pareto";
  static constexpr const char* summary = "Pareto numbers, from scale on with a tail of a power";

  /// @throws argument_error unless shape and scale are finite and above 0
  TALI_FN explicit pareto(T shape = 1, T scale = 1)
      : pareto(detail::unchecked, detail::checked<pareto>({shape, scale})) {}
  TALI_FN pareto(detail::unchecked_t, const P (&p)[2]) : base(-1.0, p) {}

  template <class U32>
  TALI_FN auto value(const U32 (&w)[words]) const {
    const U32 all(0xffffffffu);
    if constexpr (std::is_same_v<T, float>) {
      return this->scaled(this->power().power_f32(unit_f64(w[0] ^ all)));
    } else {
      return this->scaled(this->power().power_f64(detail::rounded_unit_f64(w[0] ^ all, w[1] ^ all)));
    }
  }
};

}  // namespace tali
