// SPDX-License-Identifier: Apache-2.0
// power: numbers between 0 and 1 whose distribution function is a power, by inversion.
#pragma once

#include <tali/arguments.hpp>
#include <tali/detail/standard.hpp>
#include <tali/distribution/draw.hpp>
#include <tali/distribution/parameters.hpp>
#include <tali/distribution/reciprocal_power.hpp>
#include <tali/distribution/unit.hpp>
#include <tali/math/arithmetic.hpp>

namespace tali {

/// Numbers of the power-function distribution, distribution function x^a from 0 to 1, which is beta's of b =
/// 1: u^(1 / a), the quantile at u = (k + 1/2) 2^-32 (float, one word) or 2^-64 (double, two words, the low
/// half first).
///
/// At most 1 ulp (float), 2 + 1 / a ulp (double). Numbers below the type's range, which small a have, are 0,
/// and those next to 1 round to 1.
template <class T>
class power {
 public:
  using result_type = T;
  using parameter = T;
  static_assert(std::is_same_v<T, float> || std::is_same_v<T, double>,
                "tali::power: its numbers are float or double");

  static constexpr const char* name = "power";
  static constexpr const char* summary = "numbers from 0 to 1 whose distribution function is x^a";
  static constexpr parameter_names parameters{"a"};
  static constexpr parameter_info parameter_list[] = {{"a", "a finite number above 0", 1}};
  static constexpr int words = sizeof(T) / 4;
  static constexpr bool heavy = true;

  /// @throws argument_error unless a is finite and above 0
  TALI_FN explicit power(T a = 1) : power(unchecked, {a}) { check_parameters<power>({a}); }
  TALI_FN power(unchecked_t, const T (&p)[1]) : power_{1.0, static_cast<double>(p[0])}, a_{p[0]} {}

  TALI_HOST_FN static power make(const arguments& given) { return make_distribution<power>(given); }
  TALI_FN static int bad_parameter(const T (&p)[1]) { return is_positive(p[0]) ? -1 : 0; }

  template <class U32>
  TALI_FN auto operator()(const U32 (&w)[words]) const {
    if constexpr (std::is_same_v<T, float>) {
      return power_.power_f32(unit_f64(w[0]));
    } else {
      return power_.power_f64(rounded_unit_f64(w[0], w[1]));
    }
  }

  template <bit_generator G>
  TALI_FN T operator()(G& g) const {
    return draw(*this, g);
  }

  [[nodiscard]] TALI_FN T shape() const { return a_; }

  TALI_FN friend bool operator==(const power&, const power&) = default;

 private:
  detail::reciprocal_exponent power_;
  T a_;
};

}  // namespace tali
