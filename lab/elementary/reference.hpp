// SPDX-License-Identifier: Apache-2.0
// The exact results of the elementary functions, by MPFR with 160 bits, and the error of a result.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include <boost/math/constants/constants.hpp>
#include <boost/multiprecision/mpfr.hpp>

#include "elementary/functions.hpp"

namespace tali::lab {

using big = boost::multiprecision::number<
    boost::multiprecision::mpfr_float_backend<48, boost::multiprecision::allocate_stack>,
    boost::multiprecision::et_off>;
inline big pi() { return boost::math::constants::pi<big>(); }

// exact(function, x, y)
inline big exact(logarithm_function, const big& x, const big&) { return log(x); }
inline big exact(logarithm_1p_function, const big& x, const big&) { return log1p(x); }
inline big exact(exponential_function, const big& x, const big&) { return exp(x); }
inline big exact(exponential_m1_function, const big& x, const big&) { return expm1(x); }
inline big exact(power_function, const big& x, const big& y) { return pow(x, y); }
/// x is u, or u - 1 where it is negative.
inline big exact(unit_logarithm_function, const big& x, const big&) { return x < 0 ? log1p(x) : log(x); }
inline big log_gamma_of(const big& x) {
  big out;
  int sign;
  mpfr_lgamma(out.backend().data(), &sign, x.backend().data(), MPFR_RNDN);
  return out;
}
inline big exact(log_gamma_function, const big& x, const big&) { return log_gamma_of(x); }
inline big exact(log_factorial_function, const big& x, const big&) { return log_gamma_of(x + 1); }
inline big exact(stirling_correction_function, const big& x, const big&) {
  const big z = x + 1;
  if (z <= 10'000) return log_gamma_of(z) - log(z) * (z - 0.5) + z - log(2 * pi()) / 2;
  // The terms B_2n / (2n (2n - 1) z^(2n - 1)), of which the next is below 2^-160 of the sum after six.
  constexpr int series[7][2] = {{1, 12},   {-1, 360},      {1, 1260}, {-1, 1680},
                                {1, 1188}, {-691, 360360}, {1, 156}};
  big sum = 0;
  for (int n = 6; n >= 0; --n) sum = sum / z / z + big(series[n][0]) / series[n][1];
  return sum / z;
}
inline big exact(arccosine_function, const big& x, const big&) { return acos(x); }
inline big exact(arctangent_function, const big& x, const big& y) { return atan2(y, x); }
/// 0 of a whole number of half turns, where the sine of a rounded angle is not.
inline big exact(sine_of_turns_function, const big& x, const big&) {
  if (2 * x == floor(2 * x)) return 0;
  return sin((x - floor(x + 0.5)) * pi() * 2);
}
inline big exact(cosine_of_turns_function, const big& x, const big& y) {
  return exact(sine_of_turns_function(), 0.25 - x,
               y);  // cos 2 pi x = sin 2 pi (1/4 - x), whose zeros are exact
}
/// x is u.
inline big exact(tangent_function, const big& x, const big&) { return tan(x * pi()); }

// quick(function, x): by the C library in double, or by tali's double if that is tested separately: its error
// is negligible for a float.
inline double quick(logarithm_function, double x) { return std::log(x); }
inline double quick(unit_logarithm_function, double x) { return x < 0 ? std::log1p(x) : std::log(x); }
inline double quick(logarithm_1p_function, double x) { return std::log1p(x); }
inline double quick(exponential_function, double x) { return std::exp(x); }
inline double quick(exponential_m1_function, double x) { return std::expm1(x); }
inline double quick(log_gamma_function, double x) { return math::log_gamma_f64(x); }
inline double quick(log_factorial_function, double x) { return std::lgamma(x + 1); }
inline double quick(stirling_correction_function, double x) { return math::stirling_correction_f64(x); }
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
  constexpr bool is_float = std::is_same_v<T, float>;
  big wide = static_cast<double>(x);
  if constexpr (std::is_same_v<Function, tangent_function>) {
    const std::uint64_t word = is_float ? bits_of(x) : bits_of(x) >> 10;
    wide = ldexp(big(2 * word + 1), is_float ? -33 : -55);
  } else if constexpr (std::is_same_v<Function, unit_logarithm_function>) {
    wide = static_cast<double>(wrapped_unit_of<T>(x)) / 4;
  }
  const big truth = exact(f, wide, static_cast<double>(y));
  const mpfr_srcptr t = truth.backend().data();
  if (std::isnan(result) || mpfr_nan_p(t)) return std::isnan(result) && mpfr_nan_p(t) ? 0 : INFINITY;
  const auto rounded = static_cast<T>(is_float ? mpfr_get_flt(t, MPFR_RNDN) : mpfr_get_d(t, MPFR_RNDN));
  if (std::isinf(rounded) || std::isinf(result)) return rounded == result ? 0 : INFINITY;
  const int e = truth == 0 ? std::numeric_limits<T>::min_exponent : static_cast<int>(mpfr_get_exp(t)) - 1;
  return std::abs(static_cast<double>(ldexp(truth - static_cast<double>(result), -last_place<T>(e))));
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
