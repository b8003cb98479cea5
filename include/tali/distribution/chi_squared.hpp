// SPDX-License-Identifier: Apache-2.0
// chi-squared: the gamma distribution of shape df / 2 and scale 2.
#pragma once

#include <tali/detail/standard.hpp>
#include <tali/distribution/gamma.hpp>
#include <tali/math/arithmetic.hpp>

namespace tali {

/// Sums of df squared standard normal numbers; df need not be whole.
template <class T>
class chi_squared : public detail::by_rejection<chi_squared<T>, T, T, 1>, public detail::gamma_attempts<T> {
 public:
  static constexpr const char* name = "chi-squared";
  static constexpr const char* summary = "sums of squares of df normal numbers";
  static constexpr std::uint32_t tag = tag_of(name, type_name<T>());
  static constexpr parameter_info parameter_list[] = {detail::positive("df", 1)};

  /// @throws argument_error unless df is finite and above 0
  TALI_FN explicit chi_squared(T df = 1) : chi_squared(unchecked, detail::checked<chi_squared>({df})) {}
  TALI_FN chi_squared(unchecked_t, const T (&p)[1])
      : detail::by_rejection<chi_squared<T>, T, T, 1>(p),
        detail::gamma_attempts<T>({multiply(p[0], T(0.5)), T(2)}) {}
};

}  // namespace tali
