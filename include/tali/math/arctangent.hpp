// SPDX-License-Identifier: Apache-2.0
// The angle of a point of the first quadrant. Coefficients: lab/elementary/fit.py.
//
// Let s be the smaller coordinate and l the larger: atan(s / l) is at most an eighth of a turn. If s > l / 2,
// atan(s / l) = pi / 4 + atan((s - l) / (s + l)), where the difference is exact. Both cases take one
// division. The remaining function is atan r = r + r^3 R(r^2) for |r| <= 1/2.
#pragma once

#include <tali/math/arithmetic.hpp>

namespace tali {

namespace detail {

/// The angle is pi / 4 times `eighths` (of a turn), plus the arc tangent of `quotient`.
template <class F>
struct arctangent_parts {
  F quotient, eighths;
};
template <class T, class F>
TALI_FN arctangent_parts<F> arctangent_reduction(const F& y, const F& x) {
  const auto turned = is_less(x, y);
  const F less = select(turned, x, y), more = select(turned, y, x);
  const auto steep = is_less(multiply(more, F(T(0.5))), less);
  const F numerator = select(steep, add(less, multiply(more, F(T(-1)))), less);
  const F quotient = divide(numerator, select(steep, add(less, more), more));
  return {select(turned, multiply(quotient, F(T(-1))), quotient),
          select(steep, F(T(1)), select(turned, F(T(2)), F(T(0))))};
}

}  // namespace detail

/// The angle of the point (x, y), 0 ... pi / 2: the arc tangent of y / x. For finite coordinates >= 0 whose
/// sum is finite and not 0. At most 2 ulp if neither y / x nor x / y is subnormal; if the coordinates are not
/// subnormal either, code that flushes subnormal numbers gives the same bits.
template <class F>
TALI_MATH_FN F arctangent_f32(const F& y, const F& x) {
  const detail::arctangent_parts<F> p = detail::arctangent_reduction<float>(y, x);
  const F r = p.quotient, z = multiply(r, r);
  const F bend =
      polynomial(z,  //
                 -0x1.555512p-2f, 0x1.997b06p-3f, -0x1.2249aep-3f, 0x1.9ffadap-4f, -0x1.a3d47cp-5f);
  const F rest = fma(multiply(r, z), bend, multiply(p.eighths, F(-0x1.777a5cp-26f)));
  return fma(p.eighths, F(0x1.921fb6p-1f), add(r, rest));
}

/// The angle of a point of doubles; otherwise as for floats.
template <class F>
TALI_MATH_FN F arctangent_f64(const F& y, const F& x) {
  const detail::arctangent_parts<F> p = detail::arctangent_reduction<double>(y, x);
  const F r = p.quotient, z = multiply(r, r);
  const F bend =
      polynomial(z,  //
                 -0x1.5555555555516p-2, 0x1.999999999112dp-3, -0x1.249249215d316p-3, 0x1.c71c70909fed4p-4,
                 -0x1.745cf4c34e728p-4, 0x1.3b113d3d0a979p-4, -0x1.10f3199a0d535p-4, 0x1.dfe92abca5c17p-5,
                 -0x1.a397060904ce4p-5, 0x1.56f1d46a3dfdbp-5, -0x1.c172eb8bdad96p-6, 0x1.4b71b461eb008p-7);
  const F rest = fma(multiply(r, z), bend, multiply(p.eighths, F(0x1.1a62633145c07p-55)));
  return fma(p.eighths, F(0x1.921fb54442d18p-1), add(r, rest));
}

}  // namespace tali
