// Elementary functions with the same bits on every device: integer operations, additions, products and fused
// multiply-adds in a written order. Arguments and results may be SIMD lanes.
//
// The coefficients are the output of `python3 lab/elementary/fit.py`. tests/elementary_test.cpp measures the
// errors against long double.
#pragma once

#include <cstdint>

#include <tali/arithmetic.hpp>
#include <tali/bits.hpp>

namespace tali {

/// e^x of a float. At most 1 ulp, subnormal results included; infinity above 88.72, 0 below -103.97, NaN of
/// NaN.
///
/// x = k log 2 + r with |r| <= log(2) / 2 and e^r = 1 + (r + r^2 P(r)). 2^k is applied in two steps, of which
/// only the second can overflow or round.
template <class F>
TALI_FN F exponential_f32(const F& argument) {
  using U = decltype(bits_of(argument));
  F x = select(is_less(argument, F(-104.0f)), F(-104.0f), argument);
  x = select(is_less(F(89.0f), x), F(89.0f), x);
  // 1.5 2^23 added: the nearest whole number stands in the lowest bits.
  const F shifted = fma(x, F(0x1.715476p+0f), F(0x1.8p+23f));
  const F k = add(shifted, F(-0x1.8p+23f));
  F r = fma(k, F(-0x1.62e43p-1f), x);
  r = fma(k, F(0x1.05c61p-29f), r);
  const F p = polynomial(r, 0x1.fffffcp-2f, 0x1.555492p-3f, 0x1.5558aap-5f, 0x1.12396cp-7f, 0x1.6a5234p-10f);
  const F e = add(fma(multiply(r, r), p, r), F(1.0f));
  const U twice = bits_of(shifted) - U(0x4b400000u - 254u);  // k + 254, the sum of both steps' exponents
  const U half = twice >> 1;
  return multiply(multiply(e, as_float(half << 23)), as_float((twice - half) << 23));
}

/// e^x of a double. At most 1 ulp; infinity above 709.78, 0 below -745.13, NaN of NaN.
template <class F>
TALI_FN F exponential_f64(const F& argument) {
  using U = decltype(bits_of(argument));
  F x = select(is_less(argument, F(-746.0)), F(-746.0), argument);
  x = select(is_less(F(710.0), x), F(710.0), x);
  const F shifted = fma(x, F(0x1.71547652b82fep+0), F(0x1.8p+52));
  const F k = add(shifted, F(-0x1.8p+52));
  F r = fma(k, F(-0x1.62e42fefa39efp-1), x);
  r = fma(k, F(-0x1.abc9e3b39803fp-56), r);
  const F p =
      polynomial(r,  //
                 0x1.000000000000ap-1, 0x1.555555555550cp-3, 0x1.55555555507a2p-5, 0x1.1111111124797p-7,
                 0x1.6c16c1843816ap-10, 0x1.a01a0137d1485p-13, 0x1.a0199a0f7b955p-16, 0x1.71df0d76a6df2p-19,
                 0x1.28ad5cf88d00cp-22, 0x1.ad9e3f7614b77p-26);
  const F e = add(fma(multiply(r, r), p, r), F(1.0));
  const U twice = bits_of(shifted) - U(std::uint64_t{0x4338000000000000} - 2046u);
  const U half = twice >> 1;
  return multiply(multiply(e, as_double(half << 52)), as_double((twice - half) << 52));
}

/// A point of the unit circle.
template <class F>
struct circle_point {
  F cosine, sine;
};

/// The point at (k + 1/2) 2^-32 turns, k a word. Each coordinate is within 2 ulp.
template <class U32>
TALI_FN auto circle_f32(const U32& k) {
  using F = decltype(to_float(k));
  const U32 quarter = (k + U32(0x20000000u)) >> 30;  // the nearest, 0 ... 3
  const F x = fma(to_float(k - (quarter << 30)), F(0x1p-32f), F(0x1p-33f));
  const F s = multiply(x, x);
  const F odd_part = polynomial(s, -0x1.4abbbep+5f, 0x1.465facp+6f, -0x1.2db5cep+6f);
  const F sine = fma(x, F(0x1.921fb6p+2f), multiply(x, fma(s, odd_part, F(-0x1.777a5cp-23f))));
  const F cosine =
      fma(s, polynomial(s, -0x1.3bd3ccp+4f, 0x1.03c1bp+6f, -0x1.55b2b6p+6f, 0x1.d4f7ecp+5f), F(1.0f));
  const auto odd = is_less(F(0.0f), as_float((quarter & U32(1u)) << 30));
  const U32 cosine_sign = ((quarter + U32(1u)) >> 1) << 31, sine_sign = (quarter >> 1) << 31;
  return circle_point<F>{as_float(bits_of(select(odd, sine, cosine)) ^ cosine_sign),
                         as_float(bits_of(select(odd, cosine, sine)) ^ sine_sign)};
}

/// The point at k / 2^64 turns, to the middle of k's upper 55 bits. Each coordinate is within 2 ulp.
template <class U64>
TALI_FN auto circle_f64(const U64& k) {
  const U64 shifted = k + U64(std::uint64_t{1} << 61);
  const U64 quarter = shifted >> 62;
  const auto unit = to_unit_double((shifted << 2) >> 11);
  using F = decltype(add(unit, unit));
  const F x = fma(unit, F(0.25), F(-0.125 + 0x1p-56));
  const F s = multiply(x, x);
  const F odd_part = polynomial(s, -0x1.4abbce625be46p+5, 0x1.466bc67758c4bp+6, -0x1.32d2cce31bce1p+6,
                                0x1.5078300314f79p+5, -0x1.e3008f6fdd664p+3, 0x1.e3fbc8d758a33p+1);
  const F sine = fma(x, F(0x1.921fb54442d18p+2), multiply(x, fma(s, odd_part, F(0x1.1a62633145c07p-52))));
  const F cosine = fma(
      s,
      polynomial(s, -0x1.3bd3cc9be45dep+4, 0x1.03c1f081b5a52p+6, -0x1.55d3c7e3bfe55p+6, 0x1.e1f50675b1db4p+5,
                 -0x1.a6d1e238b6b09p+4, 0x1.f9c4ad89c25f5p+2, -0x1.b0344afdf7b68p+0),
      F(1.0));
  const U64 one(std::uint64_t{1});
  const auto odd = is_less(F(0.0), as_double((quarter & one) << 62));
  const U64 cosine_sign = ((quarter + one) >> 1) << 63, sine_sign = (quarter >> 1) << 63;
  return circle_point<F>{as_double(bits_of(select(odd, sine, cosine)) ^ cosine_sign),
                         as_double(bits_of(select(odd, cosine, sine)) ^ sine_sign)};
}

}  // namespace tali
