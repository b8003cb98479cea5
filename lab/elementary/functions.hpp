// SPDX-License-Identifier: Apache-2.0
// The elementary functions as types, for code that measures and compares them: name, formula and the
// intervals of arguments that matter.
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

#include <tali/distribution/unit.hpp>
#include <tali/math/elementary.hpp>

namespace tali::lab {

/// Arguments from low to high, drawn uniformly by value or by bits (so that every exponent occurs), or the
/// whole numbers among them.
struct interval {
  double low, high;
  bool by_bits = true;
  bool whole = false;
};

// Each has a name, of<T>(x, y) for T float or double and values or lanes of T, the intervals<T> of x, and the
// promised maximum error in ulp. Those of two arguments define how y is drawn for an x.

struct logarithm_function {
  static constexpr const char* name = "logarithm";
  template <class T>
  static constexpr double promised = 2;
  template <class T, class F>
  TALI_FN static F of(const F& x, const F&) {
    if constexpr (std::is_same_v<T, float>) {
      return logarithm_f32(x);
    } else {
      return logarithm_f64(x);
    }
  }
  template <class T>
  static constexpr interval intervals[] = {
      {std::numeric_limits<T>::denorm_min(), std::numeric_limits<T>::max()}, {0.25, 4}, {0.99, 1.01, false}};
};

struct logarithm_1p_function {
  static constexpr const char* name = "logarithm_1p";
  template <class T>
  static constexpr double promised = 2;
  template <class T, class F>
  TALI_FN static F of(const F& x, const F&) {
    if constexpr (std::is_same_v<T, float>) {
      return logarithm_1p_f32(x);
    } else {
      return logarithm_1p_f64(x);
    }
  }
  template <class T>
  static constexpr interval intervals[] = {
      {std::numeric_limits<T>::denorm_min(), std::numeric_limits<T>::max()},
      {-1 + std::numeric_limits<T>::epsilon(), 0},
      {-0.99, 3, false},
      {-0.3, 0.5, false}};
};

struct exponential_function {
  static constexpr const char* name = "exponential";
  template <class T>
  static constexpr double promised = sizeof(T) == 4 ? 1.02 : 1.05;
  template <class T, class F>
  TALI_FN static F of(const F& x, const F&) {
    if constexpr (std::is_same_v<T, float>) {
      return exponential_f32(x);
    } else {
      return exponential_f64(x);
    }
  }
  static constexpr double lowest(float) { return -103.97; }
  static constexpr double lowest(double) { return -745.13; }
  static constexpr double highest(float) { return 88.72; }
  static constexpr double highest(double) { return 709.78; }
  template <class T>
  static constexpr interval intervals[] = {
      {lowest(T()), highest(T()), false}, {lowest(T()), 0}, {0, highest(T())}, {-1, 1, false}};
};

struct exponential_m1_function {
  static constexpr const char* name = "exponential_m1";
  template <class T>
  static constexpr double promised = 2;
  template <class T, class F>
  TALI_FN static F of(const F& x, const F&) {
    if constexpr (std::is_same_v<T, float>) {
      return exponential_m1_f32(x);
    } else {
      return exponential_m1_f64(x);
    }
  }
  template <class T>
  static constexpr interval intervals[] = {{-50, exponential_function::highest(T()), false},
                                           {-50, 0},
                                           {0, exponential_function::highest(T())},
                                           {-1.5, 1.5, false}};
};

/// y is drawn so that x^y covers all magnitudes.
struct power_function {
  static constexpr const char* name = "power";
  template <class T>
  static constexpr double promised = sizeof(T) == 4 ? 1 : 2;
  template <class T, class F>
  TALI_FN static F of(const F& x, const F& y) {
    if constexpr (std::is_same_v<T, float>) {
      return power_f32(x, y);
    } else {
      return power_f64(x, y);
    }
  }
  template <class T>
  static constexpr interval intervals[] = {
      {std::numeric_limits<T>::denorm_min(), std::numeric_limits<T>::max()},
      {0, 1, false},
      {0.5, 2, false},
      {0.999, 1.001, false}};
};

struct log_gamma_function {
  static constexpr const char* name = "log_gamma";
  template <class T>
  static constexpr double promised = sizeof(T) == 4 ? 1 : 2.1;
  template <class T, class F>
  TALI_FN static F of(const F& x, const F&) {
    if constexpr (std::is_same_v<T, float>) {
      return log_gamma_f32(x);
    } else {
      return log_gamma_f64(x);
    }
  }
  template <class T>
  static constexpr interval intervals[] = {
      {std::numeric_limits<T>::denorm_min(), std::numeric_limits<T>::max()},
      {1e-6, 1e6},
      {0.3, 3.5, false},
      {1.2, 1.8, false},
      {0.99, 1.01, false},
      {1.99, 2.01, false},
      {2.5, 30, false}};
};

/// The logarithm of the factorial of whole numbers.
struct log_factorial_function {
  static constexpr const char* name = "log_factorial";
  template <class T>
  static constexpr double promised = sizeof(T) == 4 ? 1 : 2;
  template <class T, class F>
  TALI_FN static F of(const F& x, const F&) {
    if constexpr (std::is_same_v<T, float>) {
      return log_factorial_f32(x);
    } else {
      return log_factorial_f64(x);
    }
  }
  template <class T>
  static constexpr interval intervals[] = {
      {0, 1e6, false, true}, {0, 100, false, true}, {0, sizeof(T) == 4 ? 0x1p24 : 0x1p53, true, true}};
};

struct stirling_correction_function {
  static constexpr const char* name = "stirling_correction";
  template <class T>
  static constexpr double promised = 2;
  template <class T, class F>
  TALI_FN static F of(const F& x, const F&) {
    if constexpr (std::is_same_v<T, float>) {
      return stirling_correction_f32(x);
    } else {
      return stirling_correction_f64(x);
    }
  }
  template <class T>
  static constexpr interval intervals[] = {
      {0, 1e6, false, true},
      {0, 100, false, true},
      {0, sizeof(T) == 4 ? 0x1p24 : 0x1p53, true, true},
  };
};

struct arccosine_function {
  static constexpr const char* name = "arccosine";
  template <class T>
  static constexpr double promised = 2;
  template <class T, class F>
  TALI_FN static F of(const F& x, const F&) {
    if constexpr (std::is_same_v<T, float>) {
      return arccosine_f32(x);
    } else {
      return arccosine_f64(x);
    }
  }
  template <class T>
  static constexpr interval intervals[] = {
      {-1, 1, false}, {-1, 0}, {0, 1}, {0.99, 1, false}, {-1, -0.99, false}};
};

/// The angle of the point (x, y); y is drawn so that all angles occur.
struct arctangent_function {
  static constexpr const char* name = "arctangent";
  template <class T>
  static constexpr double promised = 2;
  template <class T, class F>
  TALI_FN static F of(const F& x, const F& y) {
    if constexpr (std::is_same_v<T, float>) {
      return arctangent_f32(y, x);
    } else {
      return arctangent_f64(y, x);
    }
  }
  template <class T>
  static constexpr interval intervals[] = {{0x1p-40, 0x1p40}, {1, 2, false}};
};

struct cosine_of_turns_function {
  static constexpr const char* name = "cosine_of_turns";
  template <class T>
  static constexpr double promised = 2;
  template <class T, class F>
  TALI_FN static F of(const F& x, const F&) {
    if constexpr (std::is_same_v<T, float>) {
      return circle_of_turns_f32(x).cosine;
    } else {
      return circle_of_turns_f64(x).cosine;
    }
  }
  template <class T>
  static constexpr interval intervals[] = {
      {-1, 1, false}, {-1, 0}, {0, 1}, {-1000, 1000, false}, {0, sizeof(T) == 4 ? 0x1p20 : 0x1p49}};
};

struct sine_of_turns_function {
  static constexpr const char* name = "sine_of_turns";
  template <class T>
  static constexpr double promised = 2;
  template <class T, class F>
  TALI_FN static F of(const F& x, const F&) {
    if constexpr (std::is_same_v<T, float>) {
      return circle_of_turns_f32(x).sine;
    } else {
      return circle_of_turns_f64(x).sine;
    }
  }
  template <class T>
  static constexpr interval intervals[] = {
      {-1, 1, false}, {-1, 0}, {0, 1}, {-1000, 1000, false}, {0, sizeof(T) == 4 ? 0x1p20 : 0x1p49}};
};

/// Four times the wrapped uniform number of the word with the bits of x.
template <class T, class F>
TALI_FN auto wrapped_unit_of(const F& x) {
  if constexpr (std::is_same_v<T, float>) {
    return detail::wrapped_unit_f32(bits_of(x));
  } else {
    return detail::wrapped_unit_f64(narrow(bits_of(x)), narrow(bits_of(x) >> 32));
  }
}

/// Applied to the word with the bits of x.
struct unit_logarithm_function {
  static constexpr const char* name = "unit_logarithm";
  template <class T>
  static constexpr double promised = 2;
  template <class T, class F>
  TALI_FN static F of(const F& x, const F&) {
    if constexpr (std::is_same_v<T, float>) {
      return unit_logarithm_f32(wrapped_unit_of<T>(x));
    } else {
      return unit_logarithm_f64(wrapped_unit_of<T>(x));
    }
  }
  template <class T>
  static constexpr interval intervals[] = {{-std::numeric_limits<T>::max(), std::numeric_limits<T>::max()}};
};

/// Applied to the word with the bits of x.
struct tangent_function {
  static constexpr const char* name = "tangent";
  template <class T>
  static constexpr double promised = 2;
  template <class T, class F>
  TALI_FN static F of(const F& x, const F&) {
    if constexpr (std::is_same_v<T, float>) {
      return tangent_f32(bits_of(x));
    } else {
      return tangent_f64(bits_of(x));
    }
  }
  template <class T>
  static constexpr interval intervals[] = {{-std::numeric_limits<T>::max(), std::numeric_limits<T>::max()}};
};

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
  f(logarithm_function());
  f(unit_logarithm_function());
  f(logarithm_1p_function());
  f(exponential_function());
  f(exponential_m1_function());
  f(power_function());
  f(log_gamma_function());
  f(log_factorial_function());
  f(stirling_correction_function());
  f(arccosine_function());
  f(arctangent_function());
  f(cosine_of_turns_function());
  f(sine_of_turns_function());
  f(tangent_function());
}

}  // namespace tali::lab
