// SPDX-License-Identifier: Apache-2.0
// exponential: waiting times, by inversion.
#pragma once

#include <tali/detail/standard.hpp>
#include <tali/distribution/base.hpp>
#include <tali/math/arithmetic.hpp>

namespace tali {

/// Exponential numbers of mean `scale`: -scale log(1 - u), the quantile at u = (k + 1/2) 2^-32 (float, one
/// word) or 2^-64 (double, two words, the low half first).
///
/// All bits of k count at both ends. At scale 1, a float is in 2^-33 ... 22.9, a double in 2^-65 ... 45.1.
template <class T, class P = T>
class exponential : public detail::logarithm_transform<exponential<T, P>, T, 1, true, P> {
  using base = detail::logarithm_transform<exponential<T, P>, T, 1, true, P>;

 public:
  static constexpr const char* name = "exponential";
  static constexpr const char* summary = "exponential numbers, waiting times";
  static constexpr parameter_info parameter_list[] = {detail::positive("scale", 1)};

  /// @throws argument_error unless scale is finite and above 0
  TALI_FN explicit exponential(T scale = 1)
      : exponential(detail::unchecked, detail::checked<exponential>({scale})) {}
  TALI_FN exponential(detail::unchecked_t, const P (&p)[1]) : base(p) {}

  [[nodiscard]] TALI_FN P scale() const { return this->given(0); }

  /// @param log_rest  log(1 - u) of a uniform number u
  template <class F>
  TALI_FN F of_logarithm(const F& log_rest) const {
    return multiply(log_rest, F(-scale()));
  }
};

}  // namespace tali
