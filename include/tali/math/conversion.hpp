// SPDX-License-Identifier: Apache-2.0
// Whole numbers and conversions, all exact where they say so; the same templates for values and SIMD lanes,
// by way of the bits.
#pragma once

#include <tali/detail/device.hpp>
#include <tali/detail/standard.hpp>
#include <tali/math/arithmetic.hpp>
#include <tali/simd/bits.hpp>

namespace tali {

/// A float as a double, exactly; subnormal ones too, whatever nvcc's -ftz says.
TALI_FN double to_double(float x) {
#if defined(__CUDA_ARCH__)
  return detail::gpu::to_double(x);
#else
  return static_cast<double>(x);
#endif
}

/// The largest whole number that is not above x, for x >= 0 (infinity included); NaN of NaN.
template <class F>
TALI_FN F floor_f64(const F& x) {
  // 2^52 added and taken off: the nearest whole number, where x is not whole already.
  const F nearest = add(add(x, F(0x1p52)), F(-0x1p52));
  const F lower = select(is_less(x, nearest), add(nearest, F(-1.0)), nearest);
  return select(is_less(x, F(0x1p52)), lower, x);
}

/// Whether x is a whole number, of either sign; infinities are, NaN is not.
TALI_FN bool is_whole_f64(double x) { return floor_f64(absolute(x)) == absolute(x); }

/// A whole number 0 ... 2^52 - 1 as a word, exactly.
template <class F>
TALI_FN auto whole_to_word_f64(const F& x) {
  using U = decltype(bits_of(x));
  return bits_of(add(x, F(0x1p52))) & U((std::uint64_t{1} << 52) - 1);
}

}  // namespace tali
