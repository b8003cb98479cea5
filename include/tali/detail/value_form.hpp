// SPDX-License-Identifier: Apache-2.0
// Values with parameters from standard values, on the CPU and in kernels.
#pragma once

#include <tali/math/arithmetic.hpp>
#include <tali/math/elementary.hpp>
#include <tali/registry.hpp>

namespace tali::detail {

/// The value of type T with parameters a and b from a standard value z; exponential uses only a. Values or
/// SIMD lanes.
template <class T, class F>
TALI_FN F with_parameters_as(value_form form, const F& a, const F& b, const F& z) {
  if (form == value_form::exponential) return multiply(z, a);
  const F y = fma(b, z, a);
  return form == value_form::lognormal ? exponential_as<T>(y) : y;
}
template <class T>
TALI_FN T with_parameters(value_form form, T a, T b, T z) {
  return with_parameters_as<T>(form, a, b, z);
}

}  // namespace tali::detail
