// Points of the unit circle at angles given by words. Coefficients: lab/elementary/fit.py.
#pragma once

#include <cstdint>

#include <tali/arithmetic.hpp>
#include <tali/bits.hpp>

namespace tali {

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
