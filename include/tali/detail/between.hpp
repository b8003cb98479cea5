// SPDX-License-Identifier: Apache-2.0
// A uniform number between bounds.
#pragma once

#include <tali/math/arithmetic.hpp>

namespace tali::detail {

/// The greatest number below x, which is finite.
TALI_FN float before(float x) {
  const auto b = bits_of(x);
  if (x == 0) return as_float(0x80000001u);
  return as_float(x > 0 ? b - 1 : b + 1);
}
TALI_FN double before(double x) {
  const auto b = bits_of(x);
  if (x == 0) return as_double(0x8000000000000001u);
  return as_double(x > 0 ? b - 1 : b + 1);
}

/// fma(high - low, u, low) of u in [0, 1); where that rounds to `high`, the number before it. The one number
/// there is where low = high.
template <class T>
TALI_FN T between(T low, T high, T u) {
  const T x = fma(add(high, -low), u, low);
  return x < high || low == high ? x : before(high);
}

}  // namespace tali::detail
