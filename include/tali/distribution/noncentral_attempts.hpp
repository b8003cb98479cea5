// SPDX-License-Identifier: Apache-2.0
// Attempts at noncentral chi-squared numbers: gamma numbers plus the square of a shifted normal one, or gamma
// numbers of a random shape.
//
// Source: N. L. Johnson, S. Kotz, N. Balakrishnan, "Continuous Univariate Distributions", volume 2, second
// edition, 1995, chapters 29 and 30: for df >= 1, a noncentral chi-squared number is a chi-squared one of df
// - 1 plus the square of a normal number of mean sqrt(nonc); for any df it is chi-squared of df + 2 J, with J
// a Poisson number of mean nonc / 2.
//
// J would have to be the same in all attempts at its gamma number, but attempts share no state. So each
// attempt draws J again, and its acceptance probability is divided by A, the acceptance for this J. Marsaglia
// and Tsang's attempt at a shape s (gamma.hpp) is accepted with probability
//   A(s) = Gamma(s) e^d d^(1/2 - s) / sqrt(2 pi), d = s - 1/3,
// the integral of its acceptance over the normal density, which rises from 0.9517 at s = 1 to 1. One uniform
// number decides this and the Poisson rejection.
#pragma once

#include <tali/detail/standard.hpp>
#include <tali/distribution/gamma.hpp>
#include <tali/distribution/stirling.hpp>
#include <tali/distribution/transformed_rejection.hpp>
#include <tali/distribution/unit.hpp>
#include <tali/math/arithmetic.hpp>
#include <tali/math/elementary.hpp>
#include <tali/math/normal_quantile.hpp>

namespace tali {

namespace detail {

/// Attempts at noncentral chi-squared numbers. A result is a value and the logarithm of a further factor, so
/// that a quotient of two numbers is in range even if the numbers are not.
///
/// The words of an attempt (for double, two each) are for the normal number, the uniform number, the power of
/// a uniform number, and the shifted normal number (df >= 1) or J (df < 1). J is inverted outcome by outcome
/// for means below 10, and proposed as in poisson.hpp for larger means.
///
/// P, the type of the parameters, is T, or SIMD lanes of doubles, for which is_usual() must hold.
template <class T, class P = T>
class noncentral_attempts {
  static constexpr bool is_single = std::is_floating_point_v<P>;
  using central = gamma_attempts<T, P>;

 public:
  static constexpr bool is_float = std::is_same_v<T, float>;
  static constexpr int attempt_words = is_float ? 4 : 8;
  static constexpr double max_nonc_below_1 = 0x1p50;  ///< limit of nonc if df < 1

  TALI_FN noncentral_attempts(double df, double nonc) requires is_single
      : central_({static_cast<T>(df > 1 ? multiply(add(df, -1.0), 0.5) : 1.0), df > 1 ? T(2) : T(0)}),
        counts_{df < 1},
        shift_{static_cast<T>(square_root(nonc))},
        half_df_{multiply(df, 0.5)},
        mean_{multiply(nonc, 0.5)} {
    if (!counts_) return;
    inverse_shape_ = divide(1.0, half_df_);
    log_min_acceptance_ = log_acceptance(add(half_df_, 1.0));
    none_ = exponential_f64(-mean_);
    if (mean_ >= 10) {
      reach_ = transformed_rejection::for_poisson(mean_);
      return;
    }
    // Outcomes until less than 2^-64 is left.
    double p = none_;
    for (outcomes_ = 1; p > 0x1p-66 || outcomes_ < mean_; ++outcomes_)
      p = multiply(p, divide(mean_, outcomes_));
  }

  TALI_FN noncentral_attempts(const P& df, const P& nonc) requires(!is_single)
      : central_({select(is_less(P(1.0), df), multiply(add(df, P(-1.0)), P(0.5)), P(1.0)),
                  select(is_less(P(1.0), df), P(2.0), P(0.0))}),
        shift_{square_root(nonc)} {}
  /// Where lanes of parameters make samples: df is 1, or so large that no power of a uniform number is
  /// subnormal.
  TALI_FN static auto is_usual(const P& df, const P& nonc) requires(!is_single) {
    const P one(1.0), most(0x1p900);
    const auto is_one = unset(either(is_less(df, one), is_less(one, df)));
    const auto in_range = both(both(unset(is_less(nonc, P(0.0))), is_less(nonc, most)), is_less(df, most));
    return both(in_range, either(is_one, is_less(P(1.25), df)));
  }

  static TALI_FN bool allows(double df, double nonc) {
    return nonc >= 0 && is_finite(nonc) && (df >= 1 || nonc <= max_nonc_below_1);
  }

  /// The probability that an attempt is accepted, or a lower bound.
  [[nodiscard]] TALI_HOST_FN double acceptance() const {
    if (!counts_) return central_.acceptance();
    return exponential_f64(log_min_acceptance_) *
           (mean_ < 10 ? 1 : 0.999 * exponential_f64(-reach_.log_scale));
  }

  TALI_FN void read_rows_from(const quantile_rows& rows) requires is_float {
    rows_ = rows;
    central_.read_rows_from(rows);
  }

  template <class F, class Mask>
  struct trial {
    F value, log_power;
    Mask accepted;
  };

  /// Replaces 2 / df, the factor of log_power for df < 1.
  TALI_FN void set_inverse_shape(double inverse) { inverse_shape_ = inverse; }

  /// Whether log_power can be nonzero.
  [[nodiscard]] TALI_FN bool has_power() const { return counts_; }

  /// @tparam quick  whether to use only a cheaper test, which accepts fewer
  template <bool quick, class U32>
  TALI_FN auto attempt(const U32 (&w)[attempt_words]) const {
    if constexpr (is_float) {
      const U32 of_gamma[] = {w[0], w[1]}, of_power[] = {w[2]};
      if (counts_)
        return counted(to_double(normal_quantile_f32(w[0], rows_)), unit_f64(w[1]), unit_f64(w[2]),
                       unit_f64(w[3]));
      return shifted<quick>(of_gamma, of_power, normal_quantile_f32(w[3], rows_));
    } else {
      const U32 of_gamma[] = {w[0], w[1], w[2], w[3]}, of_power[] = {w[4], w[5]};
      if constexpr (is_single) {
        if (counts_)
          return counted(normal_quantile_f64(join(w[0], w[1])), unit_f64(w[2], w[3]), unit_f64(w[4], w[5]),
                         unit_f64(w[6], w[7]));
      }
      return shifted<quick>(of_gamma, of_power, normal_quantile_f64(join(w[6], w[7])));
    }
  }

 private:
  template <bool quick, class U32, class F>
  TALI_FN auto shifted(const U32 (&of_gamma)[central::attempt_words],
                       const U32 (&of_power)[central::last_step_words], const F& z) const {
    const auto a = [&] {
      if constexpr (quick) {
        return central_.quick_attempt(of_gamma);
      } else {
        return central_.attempt(of_gamma);
      }
    }();
    F x = a.value;
    if (central_.needs_last_step()) x = central_.last_step(x, of_power);
    const F y = add(z, F(shift_));
    return trial<F, std::remove_const_t<decltype(a.accepted)>>{fma(y, y, x), F(T(0)), a.accepted};
  }

  /// log A(s). With log(s / d) and Binet's function J of Gamma(s) it is -1/3 - (s - 1/2) log(1 - 1 / (3 s)) +
  /// J(s).
  template <class D>
  TALI_FN static D log_acceptance(const D& s) {
    const D apart = logarithm_1p_f64(divide(D(-1.0 / 3), s));
    return add(fma(add(s, D(-0.5)), multiply(apart, D(-1.0)), D(-1.0 / 3)), binet_function(s));
  }

  /// @param z,v  the normal and the uniform number of the gamma attempt
  /// @param of_power,of_count  uniform numbers for the power and for J
  template <class D>
  TALI_FN auto counted(const D& z, const D& v, const D& of_power, const D& of_count) const {
    const D minus(-1.0), zero(0.0), one(1.0), log_v = logarithm_f64(v);
    D count(0.0), left = log_v, log_p(0.0);
    auto is_valid = is_less(zero, v);  // all lanes
    if (mean_ < 10) {
      double p = none_, sum = 0;
      for (int k = 0; k < outcomes_; ++k) {
        sum = add(sum, p);
        const auto is_found = is_less(of_count, D(sum));
        if (!any(unset(is_found))) break;
        count = add(count, select(is_found, zero, one));
        p = multiply(p, divide(mean_, k + 1.0));
      }
    } else {
      const D u = add(of_count, D(-0.5)), edge = add(D(0.5), multiply(absolute(u), minus));
      const D position = fma(add(divide(D(2 * reach_.a), edge), D(reach_.b)), u, D(reach_.c));
      const transformed_rejection::trial<D> t{floor_f64(absolute(position)), edge, v, position};
      is_valid = both(is_less(zero, position), either(is_less(D(0.013), edge), is_less(v, edge)));
      count = t.k;
      left = reach_.log_height(t);
      const D k = select(is_less(count, one), one, count);
      const D rest =
          add(stirling_error(k), multiply(logarithm_f64(multiply(k, D(6.283185307179586))), D(0.5)));
      log_p = select(is_less(count, one), D(-mean_), multiply(add(deviance(k, D(mean_)), rest), minus));
    }
    const auto is_none = is_less(count, one);
    const D shape = add(select(is_none, one, count), D(half_df_)), d = add(shape, D(-1.0 / 3));
    const D t = divide(multiply(z, D(1.0 / 3)), square_root(d)), s = add(t, one), square = multiply(t, t);
    const D value = multiply(multiply(multiply(s, s), s), multiply(d, D(2.0)));
    const D rest = add(logarithm_1p_f64(t), fma(square, D(0.5), multiply(t, minus)));
    const D g = multiply(d, fma(rest, D(3.0), multiply(multiply(square, t), minus)));
    const D thinned = add(D(log_min_acceptance_), multiply(log_acceptance(shape), minus));
    const auto accepted = both(both(is_valid, is_less(minus, t)), is_less(left, add(add(g, log_p), thinned)));
    const D log_power = select(is_none, multiply(logarithm_f64(of_power), D(inverse_shape_)), zero);
    if constexpr (is_float) {
      const auto x = round_to_float(value);
      using F = std::remove_const_t<decltype(x)>;
      const auto mask = mask_for<T>(accepted);
      return trial<F, std::remove_const_t<decltype(mask)>>{x, round_to_float(log_power), mask};
    } else {
      return trial<D, std::remove_const_t<decltype(accepted)>>{value, log_power, accepted};
    }
  }

  central central_;
  bool counts_ = false;
  P shift_;  ///< sqrt(nonc)
  quantile_rows rows_;
  double half_df_ = 0, mean_ = 0;
  double inverse_shape_ = 0, log_min_acceptance_ = 0;  ///< log A of the smallest shape
  double none_ = 0;                                    ///< the probability of J = 0
  int outcomes_ = 0;
  transformed_rejection reach_ = {};
};

template <class T, class F>
TALI_FN F times_exponential(const F& x, const F& log_power) {
  return multiply(x, exponential_as<T>(log_power));
}

}  // namespace detail

}  // namespace tali
