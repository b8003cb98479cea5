// SPDX-License-Identifier: Apache-2.0
// zipf: rejection-inversion from the power function itself.
//
// Source: W. Hoermann, G. Derflinger, "Rejection-inversion to generate variates from monotone discrete
// distributions", ACM TOMACS 6(3), 1996, with Zipf's distribution as the example. A number x of density x^-a
// is inverted from a uniform number. The nearest whole number k is accepted if the integral of the density
// from x to k + 1/2 is at most k^-a. One uniform number decides both.
#pragma once

#include <tali/detail/standard.hpp>
#include <tali/distribution/base.hpp>
#include <tali/distribution/unit.hpp>
#include <tali/math/arithmetic.hpp>
#include <tali/math/elementary.hpp>
#include <tali/rejection/attempts.hpp>

namespace tali {

/// Zipf's numbers, the zeta distribution: k = 1, 2, ..., `max_value` with probability proportional to k^-a, a
/// > 1. max_value is 2^32 - 2 (u32) or 2^63 - 2^10 (i64); larger numbers are not drawn, and the ratios of the
/// other probabilities do not change. Above 2^53, which i64 reaches if a is below about 1.5, only numbers
/// that a double represents occur.
///
/// With r = a - 1 the integral of x^-a from x to infinity is x^-r / r, so g = x^-r is uniform between
/// (max_value + 1/2)^-r and 1.5^-r + r; the interval of 1 is shortened to the probability of 1. x = g^(-1/r)
/// needs log g, which for small r needs 1 - g without loss of digits: both g and 1 - g are computed from the
/// uniform number. x is accepted as k = floor(x + 1/2) if g <= (k + 1/2)^-r + r k^-a, which is
///   exp(r log(k / x)) - 1 <= exp(-r log(1 + 1 / (2 k))) - 1 + r / k
/// without cancellation. If k - x is below the bound for k = 2, every k is accepted (the paper's squeeze).
template <class T, class P = double>
class zipf : public detail::by_rejection<zipf<T, P>, T, P, 1> {
  using base = detail::by_rejection<zipf<T, P>, T, P, 1>;

 public:
  static constexpr bool is_long = sizeof(T) == 8;
  static constexpr double max_value = is_long ? 0x1.fffffffffffffp62 : 0xfffffffep0;

  static constexpr const char* name = "zipf";
  static constexpr const char* summary = "numbers k of probability k^-a, as the type holds them";
  static constexpr std::uint32_t tag = tag_of(name, type_name<T>());
  static constexpr parameter_info parameter_list[] = {
      {"a", "a finite number above 1", 2, detail::above(1), detail::below(detail::unbounded)}};
  static constexpr int attempt_words = 2;

  /// @throws argument_error unless a is finite and above 1
  TALI_FN explicit zipf(double a = 2) : zipf(detail::unchecked, detail::checked<zipf>({a})) {}
  TALI_FN zipf(detail::unchecked_t, const P (&p)[1]) : base(p), rate_(add(p[0], P(-1.0))) {
    inverse_rate_ = divide(P(-1.0), rate_);
    constexpr double log_last = is_long ? 0x1.5d589f2fe5107p5 : 0x1.62e42fef8b9efp4;  // of max_value + 1/2
    const P minus = -rate_, end = multiply(minus, P(log_last));
    min_ = math::exponential_f64(end);
    largest_rest_ = -math::exponential_m1_f64(end);
    min_rest_ = add(-math::exponential_m1_f64(multiply(minus, P(0x1.9f323ecbf984cp-2))), minus);  // log 1.5
    range_ = add(largest_rest_, -min_rest_);
    // From the end of the interval of 2, 2.5^-r, to the bound from which 2 is accepted.
    const double log_2 = 0x1.62e42fefa39efp-1;
    const P top = add(math::exponential_m1_f64(multiply(minus, P(0x1.d5240f0e0e078p-1))),
                      multiply(multiply(rate_, P(0.5)), math::exponential_f64(multiply(minus, P(log_2)))));
    const P from = math::exponential_f64(multiply(math::logarithm_1p_f64(top), inverse_rate_));
    const P near = add(P(2.0), -from);
    quick_ = select(is_less(P(0.0), near), multiply(near, P(1 - 0x1p-40)), P(0.0));
  }

  /// A lower bound of the probability that an attempt is accepted, reached at a = 3: zeta(a) / (1.5^-r / r +
  /// 1).
  [[nodiscard]] TALI_HOST_FN double acceptance() const { return 0.983; }

  template <class U32>
  TALI_FN auto quick_attempt(const U32 (&w)[attempt_words]) const {
    const auto t = propose(w);
    return attempted{t.k, is_quick(t)};
  }
  template <class U32>
  TALI_FN auto attempt(const U32 (&w)[attempt_words]) const {
    const auto t = propose(w);
    const auto quick = is_quick(t);
    using F = std::remove_const_t<decltype(t.k)>;
    const F minus(-1.0), apart = math::logarithm_1p_f64(divide(add(t.k, multiply(t.x, minus)), t.x));
    const F half_up = math::logarithm_1p_f64(divide(F(0.5), t.k));
    const F left = math::exponential_m1_f64(multiply(apart, F(rate_)));
    const F right = add(math::exponential_m1_f64(multiply(half_up, F(-rate_))), divide(F(rate_), t.k));
    return attempted{t.k, either(quick, is_less(left, right))};
  }

 private:
  template <class F>
  struct trial {
    F x, k;
  };

  template <class U32>
  TALI_FN auto propose(const U32 (&w)[attempt_words]) const {
    const U32 all(0xffffffffu);
    const auto v = detail::rounded_unit_f64(w[0], w[1]),
               rest = detail::rounded_unit_f64(w[0] ^ all, w[1] ^ all);
    using F = std::remove_const_t<decltype(v)>;
    const F g = fma(v, F(range_), F(min_)), rest_of_g = fma(rest, F(range_), F(min_rest_));
    detail::binary_split<F> split = detail::split_about_one_f64(g);
    const auto near_one = both(is_less(F(0.75), g), is_less(g, F(1.25)));
    split.excess = select(near_one, multiply(rest_of_g, F(-1.0)), split.excess);
    const F x = math::exponential_f64(multiply(detail::logarithm_of_split_f64(split), F(inverse_rate_)));
    // From 2^52 on doubles are whole numbers, and adding 1/2 would round odd ones up.
    const F k = math::floor_f64(select(is_less(x, F(0x1p51)), add(x, F(0.5)), x));
    return trial<F>{x, select(is_less(k, F(1.0)), F(1.0), k)};
  }

  /// 1 is always accepted, because its interval is as long as its probability. So are numbers above 2^28:
  /// less than a (a + 1) / (24 k^2) of an interval would be rejected, too little to be detectable, and an x
  /// that was rounded to the interval's end would be rejected wrongly.
  template <class F>
  TALI_FN auto is_quick(const trial<F>& t) const {
    const auto near = is_less(add(t.k, multiply(t.x, F(-1.0))), F(quick_));
    const auto is_sure = either(near, is_less(F(0x1p28), t.k));
    return either(is_less(t.k, F(1.5)), both(is_sure, is_less(t.k, F(max_value + 0.5))));
  }

  P rate_, inverse_rate_;
  P min_, range_;              ///< of g
  P min_rest_, largest_rest_;  ///< of 1 - g
  P quick_;                    ///< k - x up to which k is accepted
};

}  // namespace tali
