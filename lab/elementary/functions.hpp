// SPDX-License-Identifier: Apache-2.0
// The elementary functions as types, for code that measures and compares them: name, formula and the
// intervals of arguments that matter.
#pragma once

#include <cmath>
#include <cstdint>
#include <iterator>
#include <limits>
#include <type_traits>

#include <tali/distribution/unit.hpp>
#include <tali/math/arithmetic.hpp>
#include <tali/math/elementary.hpp>

namespace tali::lab {

/// Arguments from low to high, drawn uniformly by value or by bits (so that every exponent occurs), or the
/// whole numbers among them.
struct interval {
  double low, high;
  bool by_bits = true;
  bool whole = false;
};

/// Four times the wrapped uniform number of the word that is the bits of x.
template <class T, class F>
TALI_FN auto wrapped_unit_of(const F& x) {
  if constexpr (std::is_same_v<T, float>) {
    return detail::wrapped_unit_f32(bits_of(x));
  } else {
    return detail::wrapped_unit_f64(narrow(bits_of(x)), narrow(bits_of(x) >> 32));
  }
}

template <class T>
using limits = std::numeric_limits<T>;
/// Where e^x is not 0 and not infinite.
template <class T>
inline constexpr double lowest_exponent = sizeof(T) == 4 ? -103.97 : -745.13;
template <class T>
inline constexpr double highest_exponent = sizeof(T) == 4 ? 88.72 : 709.78;

// TALI_ELEMENTARY(NAME, ULP of f32, ULP of f64, f32, f64, INTERVALS...): a type NAME_function with a name,
// of<T>(x, y) for T float or double and values or lanes of it, the intervals<T> of x, and the error in ulp
// that is promised at most. Those of two arguments say what y to take with an x. table.py reads these lines.
#define TALI_ELEMENTARY(name_, promised_f32, promised_f64, f32, f64, ...)            \
  struct name_##_function {                                                          \
    static constexpr const char* name = #name_;                                      \
    template <class T>                                                               \
    static constexpr double promised = sizeof(T) == 4 ? promised_f32 : promised_f64; \
    template <class T, class F>                                                      \
    TALI_FN static F of([[maybe_unused]] const F& x, [[maybe_unused]] const F& y) {  \
      if constexpr (std::is_same_v<T, float>) {                                      \
        return f32;                                                                  \
      } else {                                                                       \
        return f64;                                                                  \
      }                                                                              \
    }                                                                                \
    template <class T>                                                               \
    static constexpr interval intervals[] = {__VA_ARGS__};                           \
  };

TALI_ELEMENTARY(logarithm, 2, 2, math::logarithm_f32(x), math::logarithm_f64(x),
                {limits<T>::denorm_min(), limits<T>::max()}, {0.25, 4}, {0.99, 1.01, false})
TALI_ELEMENTARY(logarithm_1p, 2, 2, math::logarithm_1p_f32(x), math::logarithm_1p_f64(x),
                {limits<T>::denorm_min(), limits<T>::max()}, {-1 + limits<T>::epsilon(), 0},
                {-0.99, 3, false}, {-0.3, 0.5, false})
TALI_ELEMENTARY(exponential, 1.02, 1.05, math::exponential_f32(x), math::exponential_f64(x),
                {lowest_exponent<T>, highest_exponent<T>, false}, {lowest_exponent<T>, 0},
                {0, highest_exponent<T>}, {-1, 1, false})
TALI_ELEMENTARY(exponential_m1, 2, 2, math::exponential_m1_f32(x), math::exponential_m1_f64(x),
                {-50, highest_exponent<T>, false}, {-50, 0}, {0, highest_exponent<T>}, {-1.5, 1.5, false})
/// y is drawn so that x^y covers all magnitudes.
TALI_ELEMENTARY(power, 1, 2, math::power_f32(x, y), math::power_f64(x, y),
                {limits<T>::denorm_min(), limits<T>::max()}, {0, 1, false}, {0.5, 2, false},
                {0.999, 1.001, false})
TALI_ELEMENTARY(log_gamma, 1, 2.1, math::log_gamma_f32(x), math::log_gamma_f64(x),
                {limits<T>::denorm_min(), limits<T>::max()}, {1e-6, 1e6}, {0.3, 3.5, false},
                {1.2, 1.8, false}, {0.99, 1.01, false}, {1.99, 2.01, false}, {2.5, 30, false})
/// The logarithm of the factorial of whole numbers.
TALI_ELEMENTARY(log_factorial, 1, 2, math::log_factorial_f32(x), math::log_factorial_f64(x),
                {0, 1e6, false, true}, {0, 100, false, true},
                {0, sizeof(T) == 4 ? 0x1p24 : 0x1p53, true, true})
TALI_ELEMENTARY(stirling_correction, 2, 2, math::stirling_correction_f32(x), math::stirling_correction_f64(x),
                {0, 1e6, false, true}, {0, 100, false, true},
                {0, sizeof(T) == 4 ? 0x1p24 : 0x1p53, true, true})
TALI_ELEMENTARY(arccosine, 2, 2, math::arccosine_f32(x), math::arccosine_f64(x), {-1, 1, false}, {-1, 0},
                {0, 1}, {0.99, 1, false}, {-1, -0.99, false})
/// The angle of the point (x, y); y is drawn so that all angles are met.
TALI_ELEMENTARY(arctangent, 2, 2, math::arctangent_f32(y, x), math::arctangent_f64(y, x), {0x1p-40, 0x1p40},
                {1, 2, false})
TALI_ELEMENTARY(cosine_of_turns, 2, 2, math::circle_of_turns_f32(x).cosine,
                math::circle_of_turns_f64(x).cosine, {-1, 1, false}, {-1, 0}, {0, 1}, {-1000, 1000, false},
                {0, sizeof(T) == 4 ? 0x1p20 : 0x1p49})
TALI_ELEMENTARY(sine_of_turns, 2, 2, math::circle_of_turns_f32(x).sine, math::circle_of_turns_f64(x).sine,
                {-1, 1, false}, {-1, 0}, {0, 1}, {-1000, 1000, false}, {0, sizeof(T) == 4 ? 0x1p20 : 0x1p49})
/// Applied to the word that is the bits of x; so is the tangent.
TALI_ELEMENTARY(unit_logarithm, 2, 2, math::unit_logarithm_f32(wrapped_unit_of<T>(x)),
                math::unit_logarithm_f64(wrapped_unit_of<T>(x)), {-limits<T>::max(), limits<T>::max()})
TALI_ELEMENTARY(tangent, 2, 2, math::tangent_f32(bits_of(x)), math::tangent_f64(bits_of(x)),
                {-limits<T>::max(), limits<T>::max()})
#undef TALI_ELEMENTARY

/// Whether the function has two arguments.
template <class Function>
inline constexpr bool has_two_arguments =
    std::is_same_v<Function, power_function> || std::is_same_v<Function, arctangent_function>;
/// Whether the argument is a word; it is shown as the number with the same bits.
template <class Function>
inline constexpr bool takes_word =
    std::is_same_v<Function, unit_logarithm_function> || std::is_same_v<Function, tangent_function>;

/// Calls f with an object of each type.
template <class F>
void for_each_function(F&& f) {
  const auto all = [&f](auto... function) { (f(function), ...); };
  all(logarithm_function(), unit_logarithm_function(), logarithm_1p_function(), exponential_function(),
      exponential_m1_function(), power_function(), log_gamma_function(), log_factorial_function(),
      stirling_correction_function(), arccosine_function(), arctangent_function(), cosine_of_turns_function(),
      sine_of_turns_function(), tangent_function());
}

// Arguments for tests of an elementary function.

/// The bits of a number as an integer with the same order as the numbers.
template <class T>
std::int64_t order_of(T x) {
  using signed_bits = std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t>;
  const auto i = __builtin_bit_cast(signed_bits, x);
  return i >= 0 ? i : -static_cast<std::int64_t>(i & std::numeric_limits<signed_bits>::max());
}
template <class T>
T number_at(std::int64_t order) {
  using bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  const auto magnitude = static_cast<bits>(order < 0 ? -order : order);
  const T x = __builtin_bit_cast(T, magnitude);
  return order < 0 ? -x : x;
}

/// A number in the interval, from a uniform word.
template <class T>
T number_in(const interval& i, std::uint64_t word) {
  if (i.whole) return std::floor(number_in<T>({i.low, i.high, i.by_bits}, word));
  const T low = static_cast<T>(i.low), high = static_cast<T>(i.high);
  if (!i.by_bits)
    return static_cast<T>(i.low + (i.high - i.low) * (static_cast<double>(word >> 11) * 0x1p-53));
  // Unsigned, because a signed integer cannot count all doubles.
  const auto first = static_cast<std::uint64_t>(order_of(low));
  const std::uint64_t count = static_cast<std::uint64_t>(order_of(high)) - first + 1;
  __extension__ using uint128 = unsigned __int128;
  return number_at<T>(
      static_cast<std::int64_t>(first + static_cast<std::uint64_t>((uint128{word} * count) >> 64)));
}

template <class T>
struct argument_pair {
  T x, y;
};

/// The n-th argument to try for a function, from random words.
template <class T, class Function, class Generator>
argument_pair<T> arguments_for(Function, std::uint64_t n, Generator& random) {
  const auto& intervals = Function::template intervals<T>;
  const T x = number_in<T>(intervals[n % std::size(intervals)], random());
  T y = 0;
  if constexpr (std::is_same_v<Function, power_function>) {
    const double log_x = std::log(static_cast<double>(x));
    constexpr double low = lowest_exponent<T>, high = highest_exponent<T>;
    y = static_cast<T>((low + (high - low) * (static_cast<double>(random() >> 11) * 0x1p-53)) / log_x);
    if (!std::isfinite(y)) y = 1;
  }
  if constexpr (std::is_same_v<Function, arctangent_function>) {
    const interval ratios[] = {{0x1p-30, 0x1p30}, {0.25, 4, false}};
    y = x * number_in<T>(ratios[n / 2 % 2], random());
  }
  return {x, y};
}

}  // namespace tali::lab
