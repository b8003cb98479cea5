// SPDX-License-Identifier: Apache-2.0
// noncentral chi-squared and noncentral F.
#pragma once

#include <tali/detail/standard.hpp>
#include <tali/distribution/base.hpp>
#include <tali/distribution/gamma.hpp>
#include <tali/distribution/log_of_words.hpp>
#include <tali/distribution/noncentral_attempts.hpp>
#include <tali/distribution/unit.hpp>
#include <tali/math/arithmetic.hpp>
#include <tali/math/elementary.hpp>
#include <tali/math/normal_quantile.hpp>
#include <tali/rejection/attempts.hpp>

namespace tali {

/// Noncentral chi-squared numbers: sums of df squared normal numbers of variance 1, with nonc the sum of
/// their squared means; df need not be whole. Mean df + nonc.
///
/// For df >= 1, a chi-squared number of df - 1 degrees of freedom plus (z + sqrt(nonc))^2. For df < 1, a
/// chi-squared number of df + 2 J degrees of freedom, with J a Poisson number of mean nonc / 2, in double for
/// both types; nonc is then limited to 2^50, because doubles cannot distinguish J from J + 1 much above it.
template <class T, class P = T>
class noncentral_chi_squared : public detail::by_rejection<noncentral_chi_squared<T, P>, T, P, 2> {
  using base = detail::by_rejection<noncentral_chi_squared<T, P>, T, P, 2>;
  using attempts = detail::noncentral_attempts<T, P>;

 public:
  static constexpr const char* name = "noncentral-chi-squared";
  static constexpr const char* summary = "sums of squares of df normal numbers that are not centred";
  static constexpr std::uint32_t tag = tag_of(name, type_name<T>());
  static constexpr parameter_info parameter_list[] = {
      detail::positive("df", 1),
      {"nonc", "a finite number of at least 0, at most 2^50 if df is below 1", 1, detail::from(0)}};
  static constexpr int attempt_words = attempts::attempt_words;

  /// @throws argument_error unless df is finite and above 0, and nonc finite, not below 0 and in range
  TALI_FN noncentral_chi_squared(T df, T nonc)
      : noncentral_chi_squared(detail::unchecked, detail::checked<noncentral_chi_squared>({df, nonc})) {}
  TALI_FN noncentral_chi_squared(detail::unchecked_t, const P (&p)[2])
      : base(p), attempts_(detail::as_wide(p[0]), detail::as_wide(p[1])) {}
  TALI_FN static auto is_usual(const P (&p)[2]) requires(!std::is_floating_point_v<P>) {
    return attempts::is_usual(p[0], p[1]);
  }

  TALI_FN static int bad_parameter(const T (&p)[2]) {
    if (!detail::is_positive(p[0])) return 0;
    return attempts::allows(static_cast<double>(p[0]), static_cast<double>(p[1])) ? -1 : 1;
  }
  [[nodiscard]] TALI_HOST_FN double acceptance() const { return attempts_.acceptance(); }
  /// Sets the address of the float quantile's rows, in kernels that keep them in shared memory.
  TALI_FN void read_rows_from(const math::quantile_rows& rows) requires attempts::is_float {
    attempts_.read_rows_from(rows);
  }

  template <class U32>
  TALI_FN auto quick_attempt(const U32 (&w)[attempt_words]) const {
    return of(attempts_.template attempt<true>(w));
  }
  template <class U32>
  TALI_FN auto attempt(const U32 (&w)[attempt_words]) const {
    return of(attempts_.template attempt<false>(w));
  }

 private:
  template <class Trial>
  TALI_FN auto of(const Trial& t) const {
    return attempted{attempts_.has_power() ? detail::times_exponential<T>(t.value, t.log_power) : t.value,
                     t.accepted};
  }

  attempts attempts_;
};

/// Noncentral F numbers: (X / dfnum) / (Y / dfden), with X noncentral chi-squared (dfnum, nonc) and Y
/// chi-squared (dfden). An attempt makes X and Y together. If both can be below the type's range, their
/// powers are divided as logarithms.
template <class T, class P = T>
class noncentral_f : public detail::by_rejection<noncentral_f<T, P>, T, P, 3> {
  using base = detail::by_rejection<noncentral_f<T, P>, T, P, 3>;
  using attempts = detail::noncentral_attempts<T, P>;
  using denominator = detail::gamma_attempts<T, P>;
  static constexpr bool is_single = std::is_floating_point_v<P>;

 public:
  static constexpr bool is_float = attempts::is_float;

  static constexpr const char* name = "noncentral-f";
  static constexpr const char* summary = "F numbers whose numerator is not centred";
  static constexpr std::uint32_t tag = tag_of(name, type_name<T>());
  static constexpr parameter_info parameter_list[] = {
      detail::positive("dfnum", 1),
      detail::positive("dfden", 1),
      {"nonc", "a finite number of at least 0, at most 2^50 if dfnum is below 1", 1, detail::from(0)}};
  static constexpr int attempt_words = 2 * attempts::attempt_words;

  /// @throws argument_error unless dfnum and dfden are finite and above 0, and nonc finite, not below 0 and
  /// in range
  TALI_FN noncentral_f(T dfnum, T dfden, T nonc)
      : noncentral_f(detail::unchecked, detail::checked<noncentral_f>({dfnum, dfden, nonc})) {}
  TALI_FN noncentral_f(detail::unchecked_t, const P (&p)[3])
      : base(p),
        numerator_(detail::as_wide(p[0]), detail::as_wide(p[2])),
        denominator_({multiply(p[1], P(T(0.5))), P(T(2))}),
        ratio_{ratio_of(p[1], p[0])} {
    if constexpr (is_single) set_powers(p);
  }
  TALI_FN static auto is_usual(const P (&p)[3]) requires(!is_single) {
    const auto without_power = both(detail::unset(is_less(p[1], P(2.0))), is_less(p[1], P(0x1p900)));
    return both(attempts::is_usual(p[0], p[2]), without_power);
  }

 private:
  TALI_FN void set_powers(const T (&p)[3]) {
    inverse_shape_ = static_cast<T>(divide(2.0, static_cast<double>(p[1])));
    // If the logarithms of the powers would exceed the range, both are divided by the same factor: only which
    // power is larger matters then.
    const T min_df = p[0] < p[1] ? p[0] : p[1];
    if (!(min_df < T(2) / largest_inverse)) return;
    inverse_shape_ = multiply(divide(min_df, p[1]), largest_inverse);
    numerator_.set_inverse_shape(static_cast<double>(multiply(divide(min_df, p[0]), largest_inverse)));
  }

 public:
  TALI_FN static int bad_parameter(const T (&p)[3]) {
    if (!detail::is_positive(p[0])) return 0;
    if (!detail::is_positive(p[1])) return 1;
    return attempts::allows(static_cast<double>(p[0]), static_cast<double>(p[2])) ? -1 : 2;
  }
  [[nodiscard]] TALI_HOST_FN double acceptance() const {
    return numerator_.acceptance() * denominator_.acceptance();
  }
  /// Sets the address of the float quantile's rows, in kernels that keep them in shared memory.
  TALI_FN void read_rows_from(const math::quantile_rows& rows) requires is_float {
    numerator_.read_rows_from(rows);
    denominator_.read_rows_from(rows);
  }

  template <class U32>
  TALI_FN auto quick_attempt(const U32 (&w)[attempt_words]) const {
    return made<true>(w);
  }
  template <class U32>
  TALI_FN auto attempt(const U32 (&w)[attempt_words]) const {
    return made<false>(w);
  }

 private:
  static constexpr T min_ratio = std::numeric_limits<T>::min(), largest_ratio = std::numeric_limits<T>::max();
  /// The product of this and the logarithm of a uniform number, which is above -45, is finite.
  static constexpr T largest_inverse = largest_ratio / 128;
  static constexpr int numerator_words = attempts::attempt_words, gamma_words = denominator::attempt_words;

  /// a / b, limited to positive finite numbers: 0 times an infinite power would be NaN.
  TALI_FN static P ratio_of(const P& a, const P& b) {
    const P x = divide(a, b), least(min_ratio), most(largest_ratio);
    return select(is_less(x, least), least, select(is_less(most, x), most, x));
  }

  /// Words: the numerator's, then the gamma attempt's and its power's.
  template <bool quick, class U32>
  TALI_FN auto made(const U32 (&w)[attempt_words]) const {
    U32 of_numerator[numerator_words], of_gamma[gamma_words];
    for (int i = 0; i < numerator_words; ++i) of_numerator[i] = w[i];
    for (int i = 0; i < gamma_words; ++i) of_gamma[i] = w[numerator_words + i];
    const auto x = numerator_.template attempt<quick>(of_numerator);
    const auto y = [&] {
      if constexpr (quick) {
        return denominator_.quick_attempt(of_gamma);
      } else {
        return denominator_.attempt(of_gamma);
      }
    }();
    using F = std::remove_const_t<decltype(y.value)>;
    F value = divide(x.value, denominator_.scaled(y.value));
    if constexpr (is_single) {
      if (denominator_.has_power() || numerator_.has_power())
        value = detail::times_exponential<T>(value, log_power(x.log_power, w));
    }
    return attempted{multiply(value, F(ratio_)), both(x.accepted, y.accepted)};
  }

  /// The logarithm of the quotient of the powers, from the numerator's.
  template <class U32, class F>
  TALI_FN F log_power(const F& numerators, const U32 (&w)[attempt_words]) const {
    if (!denominator_.has_power()) return numerators;
    const U32& first = w[numerator_words + gamma_words];
    if constexpr (is_float) {
      return fma(math::logarithm_of_normal_f32(unit_f32(first)), F(-inverse_shape_), numerators);
    } else {
      const U32& second = w[numerator_words + gamma_words + 1];
      return fma(math::logarithm_of_normal_f64(unit_f64(first, second)), F(-inverse_shape_), numerators);
    }
  }

  attempts numerator_;
  denominator denominator_;
  P ratio_;
  T inverse_shape_ = 0;
};

}  // namespace tali
