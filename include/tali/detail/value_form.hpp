// SPDX-License-Identifier: Apache-2.0
// Values with parameters from standard values, on the CPU and in kernels.
#pragma once

#include <tali/math/arithmetic.hpp>
#include <tali/math/elementary.hpp>
#include <tali/registry.hpp>

namespace tali::detail {

/// The value with parameters a and b from a standard value z; exponential uses only a.
template <class T>
TALI_FN T with_parameters(value_form form, T a, T b, T z) {
  if (form == value_form::exponential) return multiply(z, a);
  const T y = fma(b, z, a);
  if (form != value_form::lognormal) return y;
  if constexpr (sizeof(T) == 4) {
    return exponential_f32(y);
  } else {
    return exponential_f64(y);
  }
}

}  // namespace tali::detail
