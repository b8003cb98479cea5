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

/// Whether so few numbers lie between bounds of this distance, 2^12 at most, that half a place more or less
/// of the first and the last shows.
template <class T>
TALI_FN bool is_coarse(T width, T high) {
  return multiply(width, sizeof(T) == 4 ? T(0x1p12) : T(0x1p41)) <= absolute(high);
}

/// low + (high - low) u of u in [0, 1): rounded down where few numbers lie between the bounds, so that each
/// is as likely as its distance to the next; else fma(high - low, u, low), and the number before `high` where
/// that rounds to `high`. The one number there is where low = high.
template <class T>
TALI_FN T between(T low, T high, T u) {
  const T width = add(high, -low);
  T x = fma(width, u, low);
  // The differences of bounds so near to each other are exact, and the sign of the rest is.
  if (is_coarse(width, high) && fma(width, u, add(low, -x)) < 0) x = before(x);
  return x < high || low == high ? x : before(high);
}

}  // namespace tali::detail
