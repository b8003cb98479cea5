// SPDX-License-Identifier: Apache-2.0
// log u for uniform numbers u in (0, 1), accurate at both ends: for distributions by inversion. Coefficients:
// lab/elementary/fit.py.
//
// The argument is a wrapped number (distribution/unit.hpp), u up to 1/2 and u - 1 above, so that no digits
// are lost near 1, where the logarithm is nearly u - 1. Other arguments cannot occur and are not tested.
#pragma once

#include <tali/detail/standard.hpp>
#include <tali/math/arithmetic.hpp>
#include <tali/simd/bits.hpp>

namespace tali {

/// log u of four times the wrapped u: 4 u in [2^-100, 2], or 4 (u - 1) in [-2, 0). At most 2 ulp.
///
/// u = 2^e (1 + f), 1 + f from 1/2 to 1: both terms of e log 2 + log(1 + f) are negative, and nothing
/// cancels.
template <class F>
TALI_FN F unit_logarithm_f32(const F& wrapped) {
  using U = decltype(bits_of(wrapped));
  const auto upper = is_less(wrapped, F(0.0f));
  const U i = bits_of(select(upper, F(2.0f), wrapped));
  // The exponent's bits hold 128 where e = 0, a power of two: 128 log 2 is exact, and so is 0.
  const U exponent = i & U(0x7f800000u);
  const F line = fma(to_float(exponent), F(0x1.62e43p-1f * 0x1p-23f), F(-0x1.62e43p-1f * 128));
  const F excess = add(as_float(i - exponent + U(0x40000000u)), F(-4.0f));
  const F x = select(upper, wrapped, excess);  // 4 f
  const F slope = polynomial(x, 0x1p-2f, -0x1.fffecp-6f, 0x1.55a382p-8f, -0x1.f3144cp-11f, 0x1.0df4d4p-12f,
                             0x1.721512p-15f, 0x1.3549a6p-14f, 0x1.a390cap-16f, 0x1.6a0adp-18f);
  return fma(x, slope, line);
}

/// The same for a double, 4 u in [2^-1000, 2].
template <class F>
TALI_FN F unit_logarithm_f64(const F& wrapped) {
  using U = decltype(bits_of(wrapped));
  const auto upper = is_less(wrapped, F(0.0));
  const U i = bits_of(select(upper, F(2.0), wrapped));
  // The upper word of the exponent's bits, in the mantissa of 2^52: 1024 2^20 where e = 0.
  const F placed = as_double(((i >> 32) & U(std::uint64_t{0x7ff00000})) | U(std::uint64_t{0x433} << 52));
  const F line =
      fma(add(placed, F(-0x1p52)), F(0x1.62e42fefa39efp-1 * 0x1p-20), F(-0x1.62e42fefa39efp-1 * 1024));
  const F excess = add(as_double((i & U((std::uint64_t{1} << 52) - 1)) | U(std::uint64_t{1} << 62)), F(-4.0));
  const F x = select(upper, wrapped, excess);
  const F slope = polynomial(
      x, 0x1p-2, -0x1.fffffffffff79p-6, 0x1.5555555560ec1p-8, -0x1.fffffff4cae05p-11, 0x1.99999c5da8fdep-13,
      -0x1.5554ec30dc3a1p-15, 0x1.249c99953d072p-17, -0x1.fe94d9b63fffdp-20, 0x1.d954eef7d628ep-22,
      -0x1.d416b8567b5d5p-25, 0x1.a0691970e2085p-24, 0x1.b7aeb97bddfe4p-24, 0x1.02b8d2daa6052p-23,
      0x1.bbeec077becadp-24, 0x1.2d1f7f7b24033p-24, 0x1.395cb3a60843cp-25, 0x1.ee6555303ac94p-27,
      0x1.1d888207cb8a5p-28, 0x1.c9b0a5ad22f18p-31, 0x1.c8176cba12082p-34, 0x1.af9169cc8a504p-38);
  return fma(x, slope, line);
}

}  // namespace tali
