// SPDX-License-Identifier: Apache-2.0
// chi-squared: the gamma distribution of shape df / 2 and scale 2.
#pragma once

#include <tali/distribution/gamma.hpp>

namespace tali {

/// Sums of df squared standard normal numbers; df need not be whole.
template <class T>
class chi_squared : public gamma<T> {
 public:
  static constexpr const char* name = "chi-squared";
  static constexpr const char* summary = "sums of squares of df normal numbers";
  static constexpr parameter_names parameters{"df"};
  static constexpr parameter_info parameter_list[] = {{"df", "a finite number above 0", 1}};
  static constexpr std::uint32_t tag = tag_of(gamma<T>::is_float ? "chi-squared f32" : "chi-squared f64");

  /// @throws argument_error unless df is finite and above 0
  TALI_FN explicit chi_squared(T df = 1) : chi_squared(unchecked, {df}) {
    check_parameters<chi_squared>({df});
  }
  TALI_FN chi_squared(unchecked_t, const T (&p)[1]) : gamma<T>(unchecked, {multiply(p[0], T(0.5)), T(2)}) {}

  TALI_HOST_FN static chi_squared make(const arguments& given) {
    return make_distribution<chi_squared>(given);
  }

  TALI_FN static int bad_parameter(const T (&p)[1]) { return is_positive(p[0]) ? -1 : 0; }

  TALI_FN friend bool operator==(const chi_squared&, const chi_squared&) = default;
};

}  // namespace tali
