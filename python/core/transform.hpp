// SPDX-License-Identifier: Apache-2.0
// How values with parameters are made of standard ones, on the CPU and in kernels.
#pragma once

#include <cstdint>

#include <tali/math/arithmetic.hpp>
#include <tali/math/elementary.hpp>

#include "distributions.hpp"

namespace tali::python {

/// The greatest number below x, which is finite.
TALI_FN float before(float x) {
  const std::uint32_t b = bits_of(x);
  if (x == 0) return as_float(0x80000001u);
  return as_float(x > 0 ? b - 1 : b + 1);
}
TALI_FN double before(double x) {
  const std::uint64_t b = bits_of(x);
  if (x == 0) return as_double(0x8000000000000001u);
  return as_double(x > 0 ? b - 1 : b + 1);
}

/// low + (high - low) u of u in [0, 1), below high. The CPU's loops over arrays write the same with the
/// compiler's own fma, of which they exist with the instruction and without.
template <class T>
TALI_FN T between(T low, T high, T u) {
  const T y = fma(high - low, u, low);
  return y < high || low == high ? y : before(high);
}

/// A standard value with the parameters a and b of its form; an exponential one has a alone.
template <class T>
TALI_FN T with_parameters(standard_form form, T a, T b, T z) {
  if (form == standard_form::exponential) return multiply(z, a);
  const T y = fma(b, z, a);
  if (form != standard_form::lognormal) return y;
  if constexpr (sizeof(T) == 4) {
    return exponential_f32(y);
  } else {
    return exponential_f64(y);
  }
}

}  // namespace tali::python
