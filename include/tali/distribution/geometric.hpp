// SPDX-License-Identifier: Apache-2.0
// geometric: trials up to and including the first success, by inversion.
#pragma once

#include <tali/detail/standard.hpp>
#include <tali/distribution/base.hpp>
#include <tali/distribution/log_of_words.hpp>
#include <tali/distribution/whole_numbers.hpp>
#include <tali/math/arithmetic.hpp>
#include <tali/math/logarithm.hpp>

namespace tali {

/// Geometric numbers as NumPy counts them: the number of trials of probability p up to and including the
/// first success, x = 1, 2, ... with probability p (1 - p)^(x - 1). The number of failures, as some libraries
/// count, is one less.
///
/// The value is 1 + floor(log(1 - u) / log(1 - p)), the quantile at u = (k + 1/2) 2^-64 of two words, the low
/// half of k first, for both types. It is computed in double; all bits of k count at both ends. Probabilities
/// are exact to a relative 2^-50 and an absolute 2^-65. A number above the type's largest value (u32 with p
/// below 1e-8) becomes that value. For p = 1 all numbers are 1.
template <class T, class P = double>
class geometric : public detail::fixed_budget<geometric<T, P>, T, P, 1> {
  using base = detail::fixed_budget<geometric<T, P>, T, P, 1>;

 public:
  static_assert(std::is_same_v<T, std::uint32_t> || std::is_same_v<T, std::int64_t>,
                "tali::geometric: its numbers are std::uint32_t or std::int64_t");

  static constexpr const char* name = "geometric";
  static constexpr const char* summary = "trials of probability p up to the first success";
  static constexpr parameter_info parameter_list[] = {
      {"p", "a probability above 0", 0.5, detail::above(0), detail::up_to(1)}};
  static constexpr int words = 2;
  static constexpr bool heavy = true;

  /// @throws argument_error unless 0 < p <= 1
  TALI_FN explicit geometric(double p) : geometric(detail::unchecked, detail::checked<geometric>({p})) {}
  TALI_FN geometric(detail::unchecked_t, const P (&p)[1])
      : base(p), per_failure_(divide(P(1.0), math::logarithm_1p_f64(-p[0]))) {}

  template <class U32>
  TALI_FN auto value(const U32 (&w)[words]) const {
    const auto log_rest = detail::log_of_rest(w);
    using F = std::remove_const_t<decltype(log_rest)>;
    return detail::trials_up_to<T>(multiply(log_rest, F(per_failure_)));
  }

  [[nodiscard]] TALI_FN P p() const { return this->given(0); }

 private:
  P per_failure_;  ///< 1 / log(1 - p)
};

}  // namespace tali
