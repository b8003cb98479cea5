// SPDX-License-Identifier: Apache-2.0
// Integers and conversions, exact where stated; the same templates for values and SIMD lanes, based on the
// bits.
#pragma once

#include <tali/detail/device.hpp>
#include <tali/detail/standard.hpp>
#include <tali/math/arithmetic.hpp>
#include <tali/simd/bits.hpp>

namespace tali {

/// A float as a double, exactly, also if it is subnormal and nvcc's -ftz is on.
TALI_FN double to_double(float x) {
#if defined(TALI_GPU_CODE)
  return detail::gpu::to_double(x);
#else
  return static_cast<double>(x);
#endif
}

namespace math {

/// The largest integer not above x, for x >= 0 (including infinity); NaN for NaN.
template <class F>
TALI_FN F floor_f64(const F& x) {
  // Adding and subtracting 2^52 gives the nearest integer, if x is not an integer already.
  const F nearest = add(add(x, F(0x1p52)), F(-0x1p52));
  const F lower = select(is_less(x, nearest), add(nearest, F(-1.0)), nearest);
  return select(is_less(x, F(0x1p52)), lower, x);
}

/// Whether x is an integer, of either sign; true for infinities, false for NaN.
TALI_FN bool is_whole_f64(double x) { return floor_f64(absolute(x)) == absolute(x); }

/// A whole number 0 ... 2^52 - 1 as a word, exactly.
template <class F>
TALI_FN auto whole_to_word_f64(const F& x) {
  using U = decltype(bits_of(x));
  return bits_of(add(x, F(0x1p52))) & U((std::uint64_t{1} << 52) - 1);
}

}  // namespace math

}  // namespace tali
