// SPDX-License-Identifier: Apache-2.0
// Uniform numbers in (0, 1) from words, for distributions.
#pragma once

#include <tali/detail/standard.hpp>
#include <tali/math/arithmetic.hpp>
#include <tali/simd/bits.hpp>

namespace tali {

/// (w + 1/2) 2^-32 to the nearest float: all 32 bits count near 0, and the last 2^7 words give 1.
template <class U32>
TALI_FN auto unit_f32(const U32& w) {
  using F = decltype(round_to_float(w));
  return fma(round_to_float(w), F(0x1p-32f), F(0x1p-33f));
}

/// (w + 1/2) 2^-32, exactly.
template <class U32>
TALI_FN auto unit_f64(const U32& w) {
  // The lowest bits of 2^20 + w 2^-32 are w.
  const auto shifted = as_double(join(w, U32(0x41300000u)));
  using F = decltype(add(shifted, shifted));
  return add(shifted, F(-0x1p20 + 0x1p-33));
}

/// (2 k + 1) 2^-53 with k the upper 52 bits of low + 2^32 high.
template <class U32>
TALI_FN auto unit_f64(const U32& low, const U32& high) {
  return to_unit_double(low, high, 1u);
}

namespace detail {

// Near 1, a float or double u has few digits of 1 - u, which a steep quantile needs. A *wrapped* uniform
// number has all digits at both ends: it is u up to 1/2, and u - 1 above.

/// Four times the wrapped u = (k + 1/2) 2^-32, -2 ... 2 and never 0, to the nearest float.
template <class U32>
TALI_FN auto wrapped_unit_f32(const U32& k) {
  const auto nearest = to_float(k);  // of the word as a signed integer
  using F = std::remove_const_t<decltype(nearest)>;
  return fma(nearest, F(0x1p-30f), F(0x1p-31f));
}

/// The same for 1 - u.
template <class U32>
TALI_FN auto wrapped_rest_f32(const U32& k) {
  const auto nearest = to_float(k);
  using F = std::remove_const_t<decltype(nearest)>;
  return fma(nearest, F(-0x1p-30f), F(-0x1p-31f));
}

/// Four times the wrapped u = (k + step) 2^-64 to the nearest double.
/// @param upper  2^22 + 2^-30 (high ^ 2^31), high the upper 32 bits of k
/// @param lower  2^22 + 2^-30 low, low its lower 32 bits
template <class F>
TALI_FN F wrapped_sum(const F& upper, const F& lower, double step) {
  return fma(add(lower, F(-0x1p22 + step * 0x1p-30)), F(0x1p-32), add(upper, F(-0x1p22 - 2.0)));
}

/// Four times the wrapped u = (k + step) 2^-64, k = low + 2^32 high, -2 ... 2 and never 0, to the nearest
/// double.
/// @param step  1/2, or 1 if k is even
template <class U32>
TALI_FN auto wrapped_unit_f64(const U32& low, const U32& high, double step = 0.5) {
  // The lowest bits of 2^22 + 2^-30 k are k (as in unit_f64). The high word is a signed integer plus 2^31.
  const auto upper = as_double(join(high ^ U32(0x80000000u), U32(0x41500000u)));
  const auto lower = as_double(join(low, U32(0x41500000u)));
  return wrapped_sum(upper, lower, step);
}

/// Four times the wrapped u = (k + 1/2) 2^-64 of a 64-bit number k, to the nearest double.
template <class U64>
TALI_FN auto wrapped_unit_f64(const U64& k) {
  const auto upper = as_double((k >> 32) ^ U64(std::uint64_t{0x4150000080000000}));
  const auto lower = as_double((k & U64(std::uint64_t{0xffffffff})) | U64(std::uint64_t{0x4150000000000000}));
  return wrapped_sum(upper, lower, 0.5);
}

/// (k + 1/2) 2^-64, k = low + 2^32 high, to the nearest double: all 64 bits count near 0, and the last 2^10
/// numbers give 1.
template <class U32>
TALI_FN auto rounded_unit_f64(const U32& low, const U32& high) {
  const auto upper = as_double(join(high, U32(0x41300000u)));
  using F = std::remove_const_t<decltype(upper)>;
  return fma(unit_f64(low), F(0x1p-32), add(upper, F(-0x1p20)));
}

}  // namespace detail

}  // namespace tali
