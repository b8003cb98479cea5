// SPDX-License-Identifier: Apache-2.0
// Values with parameters from standard values, on the CPU and in kernels.
#pragma once

#include <tali/detail/between.hpp>
#include <tali/math/arithmetic.hpp>
#include <tali/math/elementary.hpp>
#include <tali/registry.hpp>

namespace tali::detail {

/// Whether a and b are parameters of the form: finite, with a scale of at least 0, above 0 if it is the only
/// parameter. As in NumPy, -0 is no scale.
template <class T>
TALI_FN bool are_parameters(value_form form, T a, T b) {
  constexpr T max = largest<T>();
  const bool one = form == value_form::exponential;
  const T scale = one ? a : b;
  const bool negative = bits_of(scale) >> (8 * sizeof(T) - 1) != 0;
  return absolute(a) <= max && scale <= max && !negative && (!one || scale > 0);
}

/// The value of type T with parameters a and b from a standard value z; exponential uses only a. Values or
/// SIMD lanes.
template <class T, class F>
TALI_FN F with_parameters_as(value_form form, const F& a, const F& b, const F& z) {
  if (form == value_form::exponential) return multiply(z, a);
  const F y = fma(b, z, a);
  return form == value_form::lognormal ? exponential_as<T>(y) : y;
}
/// The same of numbers.
template <class T>
TALI_FN T with_parameters(value_form form, T a, T b, T z) {
  return with_parameters_as<T>(form, a, b, z);
}

}  // namespace tali::detail
