// SPDX-License-Identifier: Apache-2.0
// The arc cosine. Coefficients: lab/elementary/fit.py.
//
// asin s = s + s^3 R(s^2) for |s| <= 1/2; arccos x = pi / 2 - asin x there, 2 asin sqrt((1 - x) / 2) above
// 1/2, and pi - arccos(-x) below -1/2.
#pragma once

#include <tali/math/arithmetic.hpp>

namespace tali {

/// arccos x of a float, 0 ... pi. At most 2 ulp; NaN where |x| > 1.
template <class F>
TALI_MATH_FN F arccosine_f32(const F& x) {
  const F a = absolute(x);
  const auto outer = is_less(F(0.5f), a), negative = is_less(x, F(0.0f));
  const F z = select(outer, fma(a, F(-0.5f), F(0.5f)), multiply(a, a));
  const F s = select(outer, square_root(z), a);
  const F r = polynomial(z, 0x1.5555c8p-3f, 0x1.330202p-4f, 0x1.747c0cp-5f, 0x1.8c3a12p-6f, 0x1.5960aep-5f);
  // base + base_lower + t, where t is a multiple of the arc sine.
  const F magnitude = multiply(s, select(outer, F(2.0f), F(-1.0f)));
  const F t = select(negative, multiply(magnitude, F(-1.0f)), magnitude);
  const F halves = select(outer, select(negative, F(2.0f), F(0.0f)), F(1.0f));
  const F rest = fma(multiply(t, z), r, multiply(halves, F(-0x1.777a5cp-25f)));
  return fma(halves, F(0x1.921fb6p+0f), add(t, rest));
}

/// arccos x of a double; otherwise as for float.
template <class F>
TALI_MATH_FN F arccosine_f64(const F& x) {
  const F a = absolute(x);
  const auto outer = is_less(F(0.5), a), negative = is_less(x, F(0.0));
  const F z = select(outer, fma(a, F(-0.5), F(0.5)), multiply(a, a));
  const F s = select(outer, square_root(z), a);
  const F r =
      polynomial(z,  //
                 0x1.555555555539p-3, 0x1.333333336e874p-4, 0x1.6db6db42743dfp-5, 0x1.f1c72c3b572c5p-6,
                 0x1.6e89f40061f5dp-6, 0x1.1c6be5bf5502ap-6, 0x1.c6fd6adc4c9c5p-7, 0x1.8ec5591b7080dp-7,
                 0x1.abb9dff83945fp-8, 0x1.40040936bde1cp-6, -0x1.09ec43957d54fp-6, 0x1.05765813da369p-5);
  const F magnitude = multiply(s, select(outer, F(2.0), F(-1.0)));
  const F t = select(negative, multiply(magnitude, F(-1.0)), magnitude);
  const F halves = select(outer, select(negative, F(2.0), F(0.0)), F(1.0));
  const F rest = fma(multiply(t, z), r, multiply(halves, F(0x1.1a62633145c07p-54)));
  return fma(halves, F(0x1.921fb54442d18p+0), add(t, rest));
}

}  // namespace tali
