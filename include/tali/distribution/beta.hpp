// SPDX-License-Identifier: Apache-2.0
// beta, and the F distribution, which is a beta number's odds.
#pragma once

#include <tali/arguments.hpp>
#include <tali/detail/standard.hpp>
#include <tali/distribution/beta_odds.hpp>
#include <tali/distribution/parameters.hpp>
#include <tali/math/arithmetic.hpp>
#include <tali/rejection/attempts.hpp>

namespace tali {

/// Beta numbers of density proportional to x^(a - 1) (1 - x)^(b - 1). Mean a / (a + b). Shapes far below 1
/// give numbers that round to 0 and 1.
template <class T>
class beta {
  using odds = detail::beta_odds<T>;

 public:
  using result_type = T;
  using parameter = T;
  static constexpr const char* name = "beta";
  static constexpr const char* summary = "beta numbers of two shapes";
  static constexpr parameter_names parameters{"a", "b"};
  static constexpr parameter_info parameter_list[] = {{"a", "a finite number above 0", 1},
                                                      {"b", "a finite number above 0", 1}};
  static constexpr bool rejection = true;
  static constexpr std::uint32_t tag = tag_of(odds::is_float ? "beta f32" : "beta f64");
  static constexpr int words = 1, attempt_words = odds::attempt_words;

  /// @throws argument_error unless a and b are finite and above 0
  TALI_FN explicit beta(T a = 1, T b = 1) : beta(unchecked, {a, b}) { check_parameters<beta>({a, b}); }
  TALI_FN beta(unchecked_t, const T (&p)[2]) : odds_{static_cast<double>(p[0]), static_cast<double>(p[1])} {}

  TALI_HOST_FN static beta make(const arguments& given) { return make_distribution<beta>(given); }
  TALI_FN static int bad_parameter(const T (&p)[2]) {
    return !is_positive(p[0]) ? 0 : !is_positive(p[1]) ? 1 : -1;
  }
  [[nodiscard]] TALI_HOST_FN double acceptance() const { return odds_.acceptance(); }

  template <class U32>
  TALI_FN auto attempt(const U32 (&w)[attempt_words]) const {
    const auto t = odds_.attempt(w);
    return attempted{odds_.share(t), t.accepted};
  }

  TALI_FN static T result(T x) { return x; }
  TALI_FN static T failed() { return not_a_number<T>(); }

  TALI_FN friend bool operator==(const beta&, const beta&) = default;

 private:
  odds odds_;
};

/// F numbers: (X / dfn) / (Y / dfd) of chi-squared numbers X and Y of dfn and dfd degrees of freedom.
template <class T>
class fisher_f {
  using odds = detail::beta_odds<T>;

 public:
  using result_type = T;
  using parameter = T;
  static constexpr const char* name = "f";
  static constexpr const char* summary = "F numbers, quotients of mean squares";
  static constexpr parameter_names parameters{"dfn", "dfd"};
  static constexpr parameter_info parameter_list[] = {{"dfn", "a finite number above 0", 1},
                                                      {"dfd", "a finite number above 0", 1}};
  static constexpr bool rejection = true;
  static constexpr std::uint32_t tag = tag_of(odds::is_float ? "f f32" : "f f64");
  static constexpr int words = 1, attempt_words = odds::attempt_words;

  /// @throws argument_error unless dfn and dfd are finite and above 0
  TALI_FN explicit fisher_f(T dfn = 1, T dfd = 1) : fisher_f(unchecked, {dfn, dfd}) {
    check_parameters<fisher_f>({dfn, dfd});
  }
  TALI_FN fisher_f(unchecked_t, const T (&p)[2])
      : odds_{half(p[0], p[1]), half(p[1], p[0])},
        ratio_{odds_.take_shapes_out() ? T(1)
                                       : ratio_of(static_cast<double>(p[1]), static_cast<double>(p[0]))} {}

  TALI_HOST_FN static fisher_f make(const arguments& given) { return make_distribution<fisher_f>(given); }
  TALI_FN static int bad_parameter(const T (&p)[2]) {
    return !is_positive(p[0]) ? 0 : !is_positive(p[1]) ? 1 : -1;
  }
  [[nodiscard]] TALI_HOST_FN double acceptance() const { return odds_.acceptance(); }

  template <class U32>
  TALI_FN auto attempt(const U32 (&w)[attempt_words]) const {
    const auto t = odds_.attempt(w);
    const auto x = odds_.quotient(t);
    using F = std::remove_const_t<decltype(x)>;
    return attempted{multiply(x, F(ratio_)), t.accepted};
  }

  TALI_FN static T result(T x) { return x; }
  TALI_FN static T failed() { return not_a_number<T>(); }

  TALI_FN friend bool operator==(const fisher_f&, const fisher_f&) = default;

 private:
  /// x / 2. For two shapes near 0 the ratio alone counts, and a half could be 0.
  TALI_FN static double half(T x, T other) {
    const double wide = static_cast<double>(x), tiny = 0x1p-600;
    if (wide < tiny && static_cast<double>(other) < tiny) return wide;
    return wide < tiny ? tiny : multiply(wide, 0.5);
  }
  /// a / b, but never 0 or infinite, which odds that are the other would make no number of.
  TALI_FN static T ratio_of(double a, double b) {
    const double x = divide(a, b);
    return static_cast<T>(x < least ? least : most < x ? most : x);
  }

  static constexpr double least = static_cast<double>(std::numeric_limits<T>::min());
  static constexpr double most = static_cast<double>(std::numeric_limits<T>::max());

  odds odds_;
  T ratio_;
};

}  // namespace tali
