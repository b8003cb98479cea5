// SPDX-License-Identifier: Apache-2.0
// The exact results of the elementary functions, by MPFR with 160 bits, and the error of a result.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include <mpfr.h>

#include "elementary/functions.hpp"

namespace tali::lab {

/// An MPFR number.
class big {
 public:
  explicit big(double x = 0) {
    mpfr_init2(x_, 160);
    mpfr_set_d(x_, x, MPFR_RNDN);
  }
  big(const big&) = delete;
  big& operator=(const big&) = delete;
  ~big() { mpfr_clear(x_); }
  operator mpfr_ptr() { return x_; }

 private:
  mpfr_t x_;
};

// evaluate(function, out, x, y)
inline void evaluate(logarithm_function, big& out, big& x, big&) { mpfr_log(out, x, MPFR_RNDN); }
inline void evaluate(logarithm_1p_function, big& out, big& x, big&) { mpfr_log1p(out, x, MPFR_RNDN); }
inline void evaluate(exponential_function, big& out, big& x, big&) { mpfr_exp(out, x, MPFR_RNDN); }
inline void evaluate(exponential_m1_function, big& out, big& x, big&) { mpfr_expm1(out, x, MPFR_RNDN); }
inline void evaluate(power_function, big& out, big& x, big& y) { mpfr_pow(out, x, y, MPFR_RNDN); }

/// x is u, or u - 1 if it is negative.
inline void evaluate(unit_logarithm_function, big& out, big& x, big&) {
  if (mpfr_sgn(static_cast<mpfr_ptr>(x)) < 0) {
    mpfr_log1p(out, x, MPFR_RNDN);
  } else {
    mpfr_log(out, x, MPFR_RNDN);
  }
}

inline void evaluate(log_gamma_function, big& out, big& x, big&) {
  int sign;
  mpfr_lgamma(out, &sign, x, MPFR_RNDN);
}
inline void evaluate(log_factorial_function, big& out, big& x, big&) {
  thread_local big next;
  mpfr_add_ui(next, x, 1, MPFR_RNDN);
  mpfr_lngamma(out, next, MPFR_RNDN);
}
inline void evaluate(stirling_correction_function, big& out, big& x, big&) {
  // With z = x + 1. Above 10^4 by the series: after six terms, the next term is below 2^-160 of the sum.
  thread_local big z, term, part;
  mpfr_add_ui(z, x, 1, MPFR_RNDN);
  if (mpfr_cmp_ui(z, 10'000) > 0) {
    // The coefficients B_2n / (2n (2n - 1)) of z^(1 - 2n).
    constexpr int series[7][2] = {{1, 12},   {-1, 360},      {1, 1260}, {-1, 1680},
                                  {1, 1188}, {-691, 360360}, {1, 156}};
    mpfr_set_ui(out, 0, MPFR_RNDN);
    for (int n = 6; n >= 0; --n) {
      mpfr_div(out, out, z, MPFR_RNDN);
      mpfr_div(out, out, z, MPFR_RNDN);
      mpfr_set_si(term, series[n][0], MPFR_RNDN);
      mpfr_div_si(term, term, series[n][1], MPFR_RNDN);
      mpfr_add(out, out, term, MPFR_RNDN);
    }
    mpfr_div(out, out, z, MPFR_RNDN);
    return;
  }
  mpfr_lngamma(out, z, MPFR_RNDN);
  mpfr_log(part, z, MPFR_RNDN);
  mpfr_set_d(term, 0.5, MPFR_RNDN);
  mpfr_sub(term, z, term, MPFR_RNDN);
  mpfr_mul(part, part, term, MPFR_RNDN);
  mpfr_sub(out, out, part, MPFR_RNDN);
  mpfr_add(out, out, z, MPFR_RNDN);
  mpfr_const_pi(part, MPFR_RNDN);
  mpfr_mul_2ui(part, part, 1, MPFR_RNDN);
  mpfr_log(part, part, MPFR_RNDN);
  mpfr_div_2ui(part, part, 1, MPFR_RNDN);
  mpfr_sub(out, out, part, MPFR_RNDN);
}
inline void evaluate(arccosine_function, big& out, big& x, big&) { mpfr_acos(out, x, MPFR_RNDN); }
inline void evaluate(arctangent_function, big& out, big& x, big& y) { mpfr_atan2(out, y, x, MPFR_RNDN); }

/// 2 pi times the fractional part of x.
inline void angle(big& out, big& x) {
  thread_local big pi;
  mpfr_const_pi(pi, MPFR_RNDN);
  mpfr_rint(out, x, MPFR_RNDN);
  mpfr_sub(out, x, out, MPFR_RNDN);
  mpfr_mul(out, out, pi, MPFR_RNDN);
  mpfr_mul_2ui(out, out, 1, MPFR_RNDN);
}
/// 0 at whole numbers of half turns, where the sine of a rounded angle is not 0.
inline void evaluate(sine_of_turns_function, big& out, big& x, big&) {
  thread_local big doubled;
  mpfr_mul_2ui(doubled, x, 1, MPFR_RNDN);
  if (mpfr_integer_p(doubled) != 0) {
    mpfr_set_ui(out, 0, MPFR_RNDN);
    return;
  }
  angle(out, x);
  mpfr_sin(out, out, MPFR_RNDN);
}
inline void evaluate(cosine_of_turns_function, big& out, big& x, big&) {
  thread_local big shifted;
  mpfr_set_d(shifted, 0.25, MPFR_RNDN);
  mpfr_sub(shifted, shifted, x, MPFR_RNDN);  // cos 2 pi x = sin 2 pi (1/4 - x), whose zeros are exact
  evaluate(sine_of_turns_function(), out, shifted, shifted);
}
/// x is u.
inline void evaluate(tangent_function, big& out, big& x, big&) {
  thread_local big pi;
  mpfr_const_pi(pi, MPFR_RNDN);
  mpfr_mul(out, x, pi, MPFR_RNDN);
  mpfr_tan(out, out, MPFR_RNDN);
}

// quick(function, x): by the C library in double, or by tali's double if that is tested separately: its error
// is negligible for a float.
inline double quick(logarithm_function, double x) { return std::log(x); }
inline double quick(unit_logarithm_function, double x) { return x < 0 ? std::log1p(x) : std::log(x); }
inline double quick(logarithm_1p_function, double x) { return std::log1p(x); }
inline double quick(exponential_function, double x) { return std::exp(x); }
inline double quick(exponential_m1_function, double x) { return std::expm1(x); }
inline double quick(log_gamma_function, double x) { return log_gamma_f64(x); }
inline double quick(log_factorial_function, double x) { return std::lgamma(x + 1); }
inline double quick(stirling_correction_function, double x) { return stirling_correction_f64(x); }
inline double quick(arccosine_function, double x) { return std::acos(x); }
/// The sine of x quarter turns.
inline double quarter_sine(double x) {
  const double nearest = std::rint(x), rest = (x - nearest) * 1.5707963267948966;  // the difference is exact
  const auto quarter = static_cast<std::int64_t>(nearest) & 3;
  const double y = (quarter & 1) != 0 ? std::cos(rest) : std::sin(rest);
  return quarter >= 2 ? -y : y;
}
inline double quick(sine_of_turns_function, double x) { return quarter_sine(4 * x); }
inline double quick(cosine_of_turns_function, double x) { return quarter_sine(1 - 4 * (x - std::rint(x))); }
inline double quick(tangent_function, double x) {
  constexpr double pi = 3.141592653589793;
  if (x < 0.25) return std::tan(pi * x);
  return x < 0.75 ? -1 / std::tan(pi * (x - 0.5)) : std::tan(pi * (x - 1));  // the differences are exact
}

/// Whether the function has a quick reference.
template <class Function>
constexpr bool has_quick = requires {
  quick(Function(), 0.0);
};

/// MPFR is slow for these.
template <class Function>
constexpr bool takes_log_gamma =
    std::is_same_v<Function, log_gamma_function> || std::is_same_v<Function, log_factorial_function> ||
    std::is_same_v<Function, stirling_correction_function>;

/// The exponent of the last place of T at a number of exponent e (2^e <= |x| < 2^(e + 1)).
template <class T>
int last_place(int e) {
  using limits = std::numeric_limits<T>;
  return std::max(e, limits::min_exponent - 1) - limits::digits + 1;
}

/// The error of `result` in units of the last place of T at the exact value. If the result overflowed, the
/// error is 0 if the exact value rounds to infinity, otherwise infinite.
template <class Function, class T>
double error_in_ulp(Function f, T result, T x, T y) {
  thread_local big exact, wide_x, wide_y;
  if constexpr (std::is_same_v<Function, tangent_function>) {
    constexpr bool is_float = std::is_same_v<T, float>;
    mpfr_set_ui(wide_x, is_float ? bits_of(x) : bits_of(x) >> 10, MPFR_RNDN);
    mpfr_mul_2ui(wide_x, wide_x, 1, MPFR_RNDN);
    mpfr_add_ui(wide_x, wide_x, 1, MPFR_RNDN);
    mpfr_div_2ui(wide_x, wide_x, is_float ? 33 : 55, MPFR_RNDN);
  } else if constexpr (std::is_same_v<Function, unit_logarithm_function>) {
    mpfr_set_d(wide_x, static_cast<double>(wrapped_unit_of<T>(x)) / 4, MPFR_RNDN);
  } else {
    mpfr_set_d(wide_x, static_cast<double>(x), MPFR_RNDN);
  }
  mpfr_set_d(wide_y, static_cast<double>(y), MPFR_RNDN);
  evaluate(f, exact, wide_x, wide_y);
  if (std::isnan(result) || mpfr_nan_p(exact)) return std::isnan(result) && mpfr_nan_p(exact) ? 0 : INFINITY;
  const auto rounded = static_cast<T>(std::is_same_v<T, float> ? mpfr_get_flt(exact, MPFR_RNDN)
                                                               : mpfr_get_d(exact, MPFR_RNDN));
  if (std::isinf(rounded) || std::isinf(result)) return rounded == result ? 0 : INFINITY;
  const int e = mpfr_zero_p(static_cast<mpfr_ptr>(exact)) != 0
                    ? std::numeric_limits<T>::min_exponent
                    : static_cast<int>(mpfr_get_exp(static_cast<mpfr_ptr>(exact))) - 1;
  mpfr_sub_d(exact, exact, static_cast<double>(result), MPFR_RNDN);
  mpfr_mul_2si(exact, exact, -last_place<T>(e), MPFR_RNDN);
  return std::abs(mpfr_get_d(exact, MPFR_RNDN));
}

/// The same for a float against quick().
template <class Function>
double quick_error_in_ulp(Function f, float result, float x) {
  double argument = static_cast<double>(x);
  if constexpr (std::is_same_v<Function, tangent_function>)
    argument = (static_cast<double>(bits_of(x)) + 0.5) * 0x1p-32;
  if constexpr (std::is_same_v<Function, unit_logarithm_function>)
    argument = static_cast<double>(wrapped_unit_of<float>(x)) / 4;
  const double exact = quick(f, argument);
  if (std::isnan(result) || std::isnan(exact)) return std::isnan(result) && std::isnan(exact) ? 0 : INFINITY;
  const auto rounded = static_cast<float>(exact);
  if (std::isinf(rounded) || std::isinf(result)) return rounded == result ? 0 : INFINITY;
  if (exact == 0) return result == 0 ? 0 : INFINITY;
  // The doubles for floats' logarithms and so on are normal numbers.
  const int place = last_place<float>(static_cast<int>((bits_of(exact) >> 52) & 0x7ff) - 1023);
  const double unit = as_double(static_cast<std::uint64_t>(1023 - place) << 52);
  return std::abs(static_cast<double>(result) - exact) * unit;
}

}  // namespace tali::lab
