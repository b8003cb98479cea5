// SPDX-License-Identifier: Apache-2.0
// Points of the unit circle at angles given as words or in turns, and tangents. Coefficients:
// lab/elementary/fit.py.
//
// The angle is exactly a number of quarter turns plus a remainder x of at most an eighth of a turn; sine and
// cosine of 2 pi x are polynomials.
#pragma once

#include <tali/detail/standard.hpp>
#include <tali/math/arithmetic.hpp>
#include <tali/math/logarithm.hpp>
#include <tali/simd/bits.hpp>

namespace tali {

namespace math {

/// A point of the unit circle.
template <class F>
struct circle_point {
  F cosine, sine;
};

}  // namespace math

namespace detail {

/// The sine over x less 2 pi, and the cosine less 1, over x^2 = s.
template <class F>
TALI_FN F sine_bend_f32(const F& s) {
  return fma(s, polynomial(s, -0x1.4abbbep+5f, 0x1.465facp+6f, -0x1.2db5cep+6f), F(-0x1.777a5cp-23f));
}
template <class F>
TALI_FN F cosine_bend_f32(const F& s) {
  return polynomial(s, -0x1.3bd3ccp+4f, 0x1.03c1bp+6f, -0x1.55b2b6p+6f, 0x1.d4f7ecp+5f);
}
template <class F>
TALI_FN F sine_bend_f64(const F& s) {
  return fma(s,
             polynomial(s, -0x1.4abbce625be46p+5, 0x1.466bc67758c4bp+6, -0x1.32d2cce31bce1p+6,
                        0x1.5078300314f79p+5, -0x1.e3008f6fdd664p+3, 0x1.e3fbc8d758a33p+1),
             F(0x1.1a62633145c07p-52));
}
template <class F>
TALI_FN F cosine_bend_f64(const F& s) {
  return polynomial(s, -0x1.3bd3cc9be45dep+4, 0x1.03c1f081b5a52p+6, -0x1.55d3c7e3bfe55p+6,
                    0x1.e1f50675b1db4p+5, -0x1.a6d1e238b6b09p+4, 0x1.f9c4ad89c25f5p+2, -0x1.b0344afdf7b68p+0);
}

/// sine / cosine, or -cosine / sine if odd, of double-word numbers, with an error little above that of the
/// last rounding.
template <class F, class Mask>
TALI_FN F tangent_of(const Mask& odd, const double_word<F>& sine, const double_word<F>& cosine) {
  const F minus_one(-1);
  const F n = select(odd, cosine.upper, sine.upper), n_lower = select(odd, cosine.lower, sine.lower);
  const F d = select(odd, multiply(sine.upper, minus_one), cosine.upper);
  const F d_lower = select(odd, multiply(sine.lower, minus_one), cosine.lower);
  const F reciprocal = reciprocal_of_normal(d);  // |d| is at least 2^-33, for doubles 2^-55
  const F quotient = multiply(n, reciprocal), minus_quotient = multiply(quotient, minus_one);
  const F rest = add(fma(minus_quotient, d, n), fma(minus_quotient, d_lower, n_lower));
  return fma(rest, reciprocal, quotient);
}

/// The point at x turns plus a number of quarter turns (only its two lowest bits matter).
template <class F, class U32>
TALI_FN circle_point<F> circle_at_f32(const F& x, const U32& quarter) {
  const F s = multiply(x, x);
  const F sine = fma(x, F(0x1.921fb6p+2f), multiply(x, sine_bend_f32(s)));
  const F cosine = fma(s, cosine_bend_f32(s), F(1.0f));
  const auto odd = is_less(F(0.0f), as_float((quarter & U32(1u)) << 30));
  const U32 cosine_sign = ((quarter + U32(1u)) >> 1) << 31, sine_sign = (quarter >> 1) << 31;
  return circle_point<F>{as_float(bits_of(select(odd, sine, cosine)) ^ cosine_sign),
                         as_float(bits_of(select(odd, cosine, sine)) ^ sine_sign)};
}
template <class F, class U64>
TALI_FN circle_point<F> circle_at_f64(const F& x, const U64& quarter) {
  const F s = multiply(x, x);
  const F sine = fma(x, F(0x1.921fb54442d18p+2), multiply(x, sine_bend_f64(s)));
  const F cosine = fma(s, cosine_bend_f64(s), F(1.0));
  const U64 one(std::uint64_t{1});
  const auto odd = is_less(F(0.0), as_double((quarter & one) << 62));
  const U64 cosine_sign = ((quarter + one) >> 1) << 63, sine_sign = (quarter >> 1) << 63;
  return circle_point<F>{as_double(bits_of(select(odd, sine, cosine)) ^ cosine_sign),
                         as_double(bits_of(select(odd, cosine, sine)) ^ sine_sign)};
}

}  // namespace detail

namespace math {

/// The point at (k + 1/2) 2^-32 turns, k a word. Each coordinate is within 2 ulp.
template <class U32>
TALI_MATH_FN auto circle_f32(const U32& k) {
  using F = decltype(to_float(k));
  const U32 quarter = (k + U32(0x20000000u)) >> 30;  // the nearest, 0 ... 3
  const F x = fma(to_float(k - (quarter << 30)), F(0x1p-32f), F(0x1p-33f));
  return detail::circle_at_f32(x, quarter);
}

/// The point at k / 2^64 turns, where k is rounded to the middle of its upper 55 bits. Each coordinate is
/// within 2 ulp.
template <class U64>
TALI_MATH_FN auto circle_f64(const U64& k) {
  const U64 shifted = k + U64(std::uint64_t{1} << 61);
  const auto unit = upper_to_unit_double(shifted << 2);
  using F = decltype(add(unit, unit));
  return detail::circle_at_f64(fma(unit, F(0.25), F(-0.125 + 0x1p-56)), shifted >> 62);
}

/// The point at x turns, |x| <= 2^20. Each coordinate is within 2 ulp; outside the range and for NaN the
/// result is meaningless.
template <class F>
TALI_MATH_FN circle_point<F> circle_of_turns_f32(const F& x) {
  const F shifted = fma(x, F(4.0f), F(0x1.8p+23f));  // the nearest integer is in the lowest bits
  const F quarters = add(shifted, F(-0x1.8p+23f));
  return detail::circle_at_f32(fma(quarters, F(-0.25f), x), bits_of(shifted));
}

/// The point at x turns, |x| <= 2^49; otherwise as for float.
template <class F>
TALI_MATH_FN circle_point<F> circle_of_turns_f64(const F& x) {
  const F shifted = fma(x, F(4.0), F(0x1.8p+52));
  const F quarters = add(shifted, F(-0x1.8p+52));
  return detail::circle_at_f64(fma(quarters, F(-0.25), x), bits_of(shifted));
}

/// tan(pi u) at u = (k + 1/2) 2^-32, k a word: a standard Cauchy number from a uniform word. At most 2 ulp.
template <class U32>
TALI_MATH_FN auto tangent_f32(const U32& k) {
  using F = decltype(to_float(k));
  const U32 half = (k + U32(0x40000000u)) >> 31;
  // 2^34 x, an odd integer of 32 bits, as the nearest float and the remainder, which affects the rounding of
  // the sine.
  const U32 angle = ((k - (half << 31)) << 1) | U32(1u);
  const F upper = to_float(angle & U32(0xffffff00u)), lower = to_float(angle & U32(0xffu));
  const F nearest = add(upper, lower);
  const F left =
      multiply(add(lower, detail::subtract(upper, nearest)), F(0x1.921fb6p-32f));  // 2 pi times that
  const F x = multiply(nearest, F(0x1p-34f));
  const F s = multiply(x, x);
  const F line = F(0x1.921fb6p+2f), bend = fma(x, detail::sine_bend_f32(s), left);
  const F sine = fma(x, line, bend), minus_sine = multiply(sine, F(-1.0f));
  const F fall = detail::cosine_bend_f32(s), cosine = fma(s, fall, F(1.0f));
  const F cosine_lower = fma(s, fall, detail::subtract(F(1.0f), cosine));
  return detail::tangent_of<F>(is_less(F(0.0f), as_float(half << 30)),
                               {sine, add(fma(x, line, minus_sine), bend)},
                               {cosine, fma(minus_sine, left, cosine_lower)});
}

/// tan(pi u) at u = (k' + 1/2) 2^-54, k' the upper 54 bits of k. At most 2 ulp.
template <class U64>
TALI_MATH_FN auto tangent_f64(const U64& k) {
  const U64 shifted = k + U64(std::uint64_t{1} << 62);
  const auto unit = upper_to_unit_double(shifted << 1);
  using F = decltype(add(unit, unit));
  const F x = fma(unit, F(0.25), F(-0.125 + 0x1p-56));  // exact
  const F s = multiply(x, x);
  const F line = F(0x1.921fb54442d18p+2), bend = multiply(x, detail::sine_bend_f64(s));
  const F sine = fma(x, line, bend);
  const F fall = detail::cosine_bend_f64(s), cosine = fma(s, fall, F(1.0));
  return detail::tangent_of<F>(is_less(F(0.0), as_double((shifted >> 63) << 62)),
                               {sine, add(fma(x, line, multiply(sine, F(-1.0))), bend)},
                               {cosine, fma(s, fall, detail::subtract(F(1.0), cosine))});
}

}  // namespace math

// The arc cosine. Coefficients: lab/elementary/fit.py.
//
// asin s = s + s^3 R(s^2) for |s| <= 1/2. arccos x is pi / 2 - asin x for |x| <= 1/2, 2 asin sqrt((1 - x) /
// 2) above 1/2, and pi - arccos(-x) below -1/2.

namespace math {

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

}  // namespace math

// The angle of a point of the first quadrant. Coefficients: lab/elementary/fit.py.
//
// Let s be the smaller coordinate and l the larger: atan(s / l) is at most an eighth of a turn. If s > l / 2,
// atan(s / l) = pi / 4 + atan((s - l) / (s + l)), where the difference is exact. Both cases take one
// division. The remaining function is atan r = r + r^3 R(r^2) for |r| <= 1/2.

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

namespace math {

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

}  // namespace math

}  // namespace tali
