// SPDX-License-Identifier: Apache-2.0
// How values with parameters are made of standard ones, on the CPU and in kernels.
#pragma once

#include <tali/math/arithmetic.hpp>
#include <tali/math/elementary.hpp>
#include <tali/registry.hpp>

namespace tali::detail {

/// A standard value with the parameters a and b of its form; an exponential one has a alone.
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
