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

template <class T>
TALI_FN constexpr T largest() {
  return static_cast<T>(sizeof(T) == 4 ? 0x1.fffffep127 : 0x1.fffffffffffffp1023);
}

/// Whether low and high are bounds for uniform numbers of type T: low <= high, and both and their difference
/// are finite in that type. Without branches, for loops in SIMD instructions.
template <class T>
TALI_FN bool are_bounds(double low, double high) {
  constexpr T max = largest<T>();
  const T a = static_cast<T>(low), b = static_cast<T>(high);
  return (low >= -max) & (high <= max) & (low <= high) & (a <= b) & (add(b, -a) <= max);
}

/// Whether there are so few numbers between bounds at this distance (at most 2^12) that rounding noticeably
/// changes the probabilities of the first and last number.
template <class T>
TALI_FN bool is_coarse(T width, T high) {
  return multiply(width, sizeof(T) == 4 ? T(0x1p12) : T(0x1p41)) <= absolute(high);
}

/// low + (high - low) u for u in [0, 1). If there are few numbers between the bounds, the result is rounded
/// down, so that a number's probability is proportional to its distance to the next one. Otherwise it is
/// fma(high - low, u, low), or the number before `high` if that rounds to `high`. If low = high, it is low.
template <class T>
TALI_FN T between(T low, T high, T u) {
  const T width = add(high, -low);
  T x = fma(width, u, low);
  // For bounds this close, the differences and the sign of the remainder are exact.
  if (is_coarse(width, high) && fma(width, u, add(low, -x)) < 0) x = before(x);
  return x < high || low == high ? x : before(high);
}

}  // namespace tali::detail
