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
template <class T>
class beta : public detail::by_rejection<beta<T>, T, T, 2> {
  using base = detail::by_rejection<beta<T>, T, T, 2>;
  using odds = detail::beta_odds<T>;

 public:
  static constexpr const char* name = "beta";
  static constexpr const char* summary = "beta numbers of two shapes";
  static constexpr std::uint32_t tag = tag_of(name, type_name<T>());
  static constexpr parameter_info parameter_list[] = {detail::positive("a", 1), detail::positive("b", 1)};
  static constexpr int attempt_words = odds::attempt_words;

  /// @throws argument_error unless a and b are finite and above 0
  TALI_FN explicit beta(T a = 1, T b = 1) : beta(unchecked, detail::checked<beta>({a, b})) {}
  TALI_FN beta(unchecked_t, const T (&p)[2])
      : base(p), odds_{static_cast<double>(p[0]), static_cast<double>(p[1])} {}

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
template <class T>
class fisher_f : public detail::by_rejection<fisher_f<T>, T, T, 2> {
  using base = detail::by_rejection<fisher_f<T>, T, T, 2>;
  using odds = detail::beta_odds<T>;

 public:
  static constexpr const char* name = "f";
  static constexpr const char* summary = "F numbers, quotients of mean squares";
  static constexpr std::uint32_t tag = tag_of(name, type_name<T>());
  static constexpr parameter_info parameter_list[] = {detail::positive("dfn", 1), detail::positive("dfd", 1)};
  static constexpr int attempt_words = odds::attempt_words;

  /// @throws argument_error unless dfn and dfd are finite and above 0
  TALI_FN explicit fisher_f(T dfn = 1, T dfd = 1)
      : fisher_f(unchecked, detail::checked<fisher_f>({dfn, dfd})) {}
  TALI_FN fisher_f(unchecked_t, const T (&p)[2])
      : base(p),
        odds_{half(p[0], p[1]), half(p[1], p[0])},
        ratio_{odds_.take_shapes_out() ? T(1)
                                       : ratio_of(static_cast<double>(p[1]), static_cast<double>(p[0]))} {}

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
  TALI_FN static double half(T x, T other) {
    const double wide = static_cast<double>(x), tiny = 0x1p-600;
    if (wide < tiny && static_cast<double>(other) < tiny) return wide;
    return wide < tiny ? tiny : multiply(wide, 0.5);
  }
  /// a / b, limited to positive finite numbers: 0 times infinite odds would be NaN.
  TALI_FN static T ratio_of(double a, double b) {
    const double x = divide(a, b);
    return static_cast<T>(x < min_ratio ? min_ratio : max_ratio < x ? max_ratio : x);
  }

  static constexpr double min_ratio = static_cast<double>(std::numeric_limits<T>::min());
  static constexpr double max_ratio = static_cast<double>(std::numeric_limits<T>::max());

  odds odds_;
  T ratio_;
};

}  // namespace tali
