// SPDX-License-Identifier: Apache-2.0
// beta, and the F distribution: scaled odds of a beta number.
#pragma once

#include <tali/detail/standard.hpp>
#include <tali/distribution/base.hpp>
#include <tali/distribution/beta_odds.hpp>
#include <tali/math/arithmetic.hpp>
#include <tali/rejection/attempts.hpp>

namespace tali {

/// Beta numbers of density proportional to x^(a - 1) (1 - x)^(b - 1). Mean a / (a + b). Shapes far below 1
/// give numbers that round to 0 and 1.
template <class T, class P = T>
class beta : public detail::by_rejection<beta<T, P>, T, P, 2> {
  using base = detail::by_rejection<beta<T, P>, T, P, 2>;
  using W = detail::wide_of<P>;
  using odds = detail::beta_odds<T, W>;

 public:
  static constexpr const char* name = "beta";
  static constexpr const char* summary = "beta numbers of two shapes";
  static constexpr std::uint32_t tag = tag_of(name, type_name<T>());
  static constexpr parameter_info parameter_list[] = {detail::positive("a", 1), detail::positive("b", 1)};
  static constexpr int attempt_words = odds::attempt_words;

  /// @throws argument_error unless a and b are finite and above 0
  TALI_FN explicit beta(T a = 1, T b = 1) : beta(detail::unchecked, detail::checked<beta>({a, b})) {}
  TALI_FN beta(detail::unchecked_t, const P (&p)[2])
      : base(p), odds_(detail::as_wide(p[0]), detail::as_wide(p[1])) {}
  /// Where parameters in lanes make samples.
  TALI_FN static auto is_usual(const P (&p)[2]) requires(!std::is_floating_point_v<P>) {
    return odds::is_usual(p[0], p[1]);
  }

  [[nodiscard]] TALI_HOST_FN double acceptance() const { return odds_.acceptance(); }

  template <class U32>
  TALI_FN auto attempt(const U32 (&w)[attempt_words]) const {
    const auto t = odds_.attempt(w);
    return attempted{odds_.share(t), t.accepted};
  }

 private:
  odds odds_;
};

/// F numbers: (X / dfn) / (Y / dfd) of chi-squared numbers X and Y of dfn and dfd degrees of freedom.
template <class T, class P = T>
class fisher_f : public detail::by_rejection<fisher_f<T, P>, T, P, 2> {
  using base = detail::by_rejection<fisher_f<T, P>, T, P, 2>;
  using W = detail::wide_of<P>;
  using odds = detail::beta_odds<T, W>;

 public:
  static constexpr const char* name = "f";
  static constexpr const char* summary = "F numbers, quotients of mean squares";
  static constexpr std::uint32_t tag = tag_of(name, type_name<T>());
  static constexpr parameter_info parameter_list[] = {detail::positive("dfn", 1), detail::positive("dfd", 1)};
  static constexpr int attempt_words = odds::attempt_words;

  /// @throws argument_error unless dfn and dfd are finite and above 0
  TALI_FN explicit fisher_f(T dfn = 1, T dfd = 1)
      : fisher_f(detail::unchecked, detail::checked<fisher_f>({dfn, dfd})) {}
  TALI_FN fisher_f(detail::unchecked_t, const P (&p)[2])
      : base(p),
        odds_(half(p[0], p[1]), half(p[1], p[0])),
        ratio_(ratio_of(detail::as_wide(p[1]), detail::as_wide(p[0]))) {
    if (odds_.take_shapes_out()) ratio_ = P(T(1));
  }
  /// Where parameters in lanes make samples.
  TALI_FN static auto is_usual(const P (&p)[2]) requires(!std::is_floating_point_v<P>) {
    return odds::is_usual(half(p[0], p[1]), half(p[1], p[0]));
  }

  [[nodiscard]] TALI_HOST_FN double acceptance() const { return odds_.acceptance(); }

  template <class U32>
  TALI_FN auto attempt(const U32 (&w)[attempt_words]) const {
    const auto t = odds_.attempt(w);
    const auto x = odds_.quotient(t);
    using F = std::remove_const_t<decltype(x)>;
    return attempted{multiply(x, F(ratio_)), t.accepted};
  }

 private:
  /// x / 2. If both shapes are near 0, only their ratio matters, and x / 2 could underflow to 0: then x
  /// itself.
  TALI_FN static W half(const P& x, const P& other) {
    const W wide = detail::as_wide(x), tiny(0x1p-600);
    const auto is_tiny = is_less(wide, tiny), both_are = both(is_tiny, is_less(detail::as_wide(other), tiny));
    return select(both_are, wide, select(is_tiny, tiny, multiply(wide, W(0.5))));
  }
  /// a / b, limited to positive finite numbers: 0 times infinite odds would be NaN.
  TALI_FN static P ratio_of(const W& a, const W& b) {
    const W x = divide(a, b), least(min_ratio), greatest(max_ratio);
    return static_cast<P>(select(is_less(x, least), least, select(is_less(greatest, x), greatest, x)));
  }

  static constexpr double min_ratio = static_cast<double>(std::numeric_limits<T>::min());
  static constexpr double max_ratio = static_cast<double>(std::numeric_limits<T>::max());

  odds odds_;
  P ratio_;
};

}  // namespace tali
