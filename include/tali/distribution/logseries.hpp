// SPDX-License-Identifier: Apache-2.0
// logseries: logarithmic series numbers, as geometric numbers with a random probability.
//
// Source: A. W. Kemp, "Efficient generation of logarithmically distributed pseudo-random variables", Applied
// Statistics 30(3), 1981, algorithm LS: with uniform U and V and q = 1 - (1 - p)^U, the number is 1 +
// floor(log V / log q). The paper's LK finds 1 and 2 without logarithms, which saves nothing if one SIMD lane
// needs them.
#pragma once

#include <tali/detail/standard.hpp>
#include <tali/distribution/base.hpp>
#include <tali/distribution/log_of_words.hpp>
#include <tali/distribution/unit.hpp>
#include <tali/distribution/whole_numbers.hpp>
#include <tali/math/arithmetic.hpp>
#include <tali/math/elementary.hpp>
#include <tali/simd/bits.hpp>

namespace tali {

/// Logarithmic series numbers: x = 1, 2, ... with probability -p^x / (x log(1 - p)).
///
/// Four words per value: two for U, then two for V, the low half first. Computed in double for both types.
/// log q is log(1 - e^t), t = U log(1 - p), which keeps its digits for q near 0 and near 1. The smallest V is
/// 2^-65. A number above the type's largest value (u32 with p above 1 - 1e-8) becomes that value. For p = 0
/// all numbers are 1.
template <class T, class P = double>
class logseries : public detail::fixed_budget<logseries<T, P>, T, P, 1> {
  using base = detail::fixed_budget<logseries<T, P>, T, P, 1>;

 public:
  static_assert(std::is_same_v<T, std::uint32_t> || std::is_same_v<T, std::int64_t>,
                "tali::logseries: its numbers are std::uint32_t or std::int64_t");

  static constexpr const char* name = "logseries";
  static constexpr const char* summary = "logarithmic series numbers, of probability p^x / x";
  static constexpr parameter_info parameter_list[] = {
      {"p", "a number from 0 to below 1", 0.5, detail::from(0), detail::below(1)}};
  static constexpr int words = 4;
  static constexpr bool heavy = true;

  /// @throws argument_error unless 0 <= p < 1
  TALI_FN explicit logseries(double p) : logseries(detail::unchecked, detail::checked<logseries>({p})) {}
  /// A p below 2^-900 counts as 2^-900, so that q is never subnormal. V is above 2^-66, so either gives 1.
  TALI_FN logseries(detail::unchecked_t, const P (&p)[1])
      : base(p), log_rest_(math::logarithm_1p_f64(select(is_less(p[0], P(0x1p-900)), P(-0x1p-900), -p[0]))) {}

  template <class U32>
  TALI_FN auto value(const U32 (&w)[words]) const {
    const U32 of_v[] = {w[2], w[3]};
    const auto log_v = detail::log_of_words(of_v);
    using F = std::remove_const_t<decltype(log_v)>;
    const F minus(-1.0), t = multiply(detail::rounded_unit_f64(w[0], w[1]), F(log_rest_));
    const F q = multiply(math::exponential_m1_f64(t), minus);
    detail::binary_split<F> split = detail::split_about_one_f64(q);
    split.excess = select(is_less(F(0.75), q), multiply(math::exponential_f64(t), minus), split.excess);
    const F log_q = detail::logarithm_of_split_f64(split);
    return detail::trials_up_to<T>(divide(log_v, log_q));
  }

  [[nodiscard]] TALI_FN P p() const { return this->given(0); }

 private:
  P log_rest_;  ///< log(1 - p)
};

}  // namespace tali
