// SPDX-License-Identifier: Apache-2.0
// chi-squared: the gamma distribution of shape df / 2 and scale 2.
#pragma once

#include <tali/detail/standard.hpp>
#include <tali/distribution/gamma.hpp>
#include <tali/math/arithmetic.hpp>

namespace tali {

/// Sums of df squared standard normal numbers; df need not be whole.
template <class T, class P = T>
class chi_squared : public detail::by_rejection<chi_squared<T, P>, T, P, 1>,
                    public detail::gamma_attempts<T, P> {
 public:
  static constexpr const char* name = "chi-squared";
  static constexpr const char* summary = "sums of squares of df normal numbers";
  static constexpr std::uint32_t tag = tag_of(name, type_name<T>());
  static constexpr parameter_info parameter_list[] = {detail::positive("df", 1)};

  /// @throws argument_error unless df is finite and above 0
  TALI_FN explicit chi_squared(T df = 1)
      : chi_squared(detail::unchecked, detail::checked<chi_squared>({df})) {}
  TALI_FN chi_squared(detail::unchecked_t, const P (&p)[1])
      : detail::by_rejection<chi_squared<T, P>, T, P, 1>(p),
        detail::gamma_attempts<T, P>({half_of(p[0]), P(T(2))}) {}

  TALI_FN static auto is_usual(const P (&p)[1]) requires(!std::is_floating_point_v<P>) {
    return detail::gamma_attempts<T, P>::is_usual({half_of(p[0]), P(T(2))});
  }

 private:
  TALI_FN static P half_of(const P& df) { return multiply(df, P(T(0.5))); }
};

}  // namespace tali
