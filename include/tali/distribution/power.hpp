// SPDX-License-Identifier: Apache-2.0
// power: numbers between 0 and 1 whose distribution function is a power, by inversion.
#pragma once

#include <tali/detail/standard.hpp>
#include <tali/distribution/base.hpp>
#include <tali/distribution/reciprocal_power.hpp>
#include <tali/distribution/unit.hpp>
#include <tali/math/arithmetic.hpp>

namespace tali {

/// Numbers of the power-function distribution, distribution function x^a from 0 to 1, which is beta with b =
/// 1: u^(1 / a), the quantile at u = (k + 1/2) 2^-32 (float, one word) or 2^-64 (double, two words, the low
/// half first).
///
/// Error at most 1 ulp (float), 2 + 1 / a ulp (double). Numbers below the type's range, which small a have,
/// are 0, and those close to 1 round to 1.
template <class T, class P = T>
class power : public detail::inverse_transform<power<T, P>, T, 1, P> {
  using base = detail::inverse_transform<power<T, P>, T, 1, P>;

 public:
  static constexpr const char* name = "power";
  static constexpr const char* summary = "numbers from 0 to 1 whose distribution function is x^a";
  static constexpr parameter_info parameter_list[] = {detail::positive("a", 1)};

  /// @throws argument_error unless a is finite and above 0
  TALI_FN explicit power(T a = 1) : power(detail::unchecked, detail::checked<power>({a})) {}
  TALI_FN power(detail::unchecked_t, const P (&p)[1]) : base(p), power_(1.0, detail::as_wide(p[0])) {}

  template <class U32>
  TALI_FN auto value(const U32 (&w)[base::words]) const {
    if constexpr (std::is_same_v<T, float>) {
      return power_.power_f32(unit_f64(w[0]));
    } else {
      return power_.power_f64(detail::rounded_unit_f64(w[0], w[1]));
    }
  }

  [[nodiscard]] TALI_FN P shape() const { return this->given(0); }

 private:
  detail::reciprocal_exponent<detail::wide_of<P>> power_;
};

}  // namespace tali
