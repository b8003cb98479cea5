// log u of uniform numbers u inside (0, 1), with all digits at both ends: for distributions made by
// inversion. Coefficients: lab/elementary/fit.py.
//
// The argument is a wrapped number (distribution/unit.hpp), u up to 1/2 and u - 1 above, so that next to 1,
// where the logarithm is nearly u - 1, nothing has been rounded away. There are no other arguments, and no
// tests for them.
#pragma once

#include <cstdint>

#include <tali/arithmetic.hpp>
#include <tali/bits.hpp>
#include <tali/elementary/logarithm.hpp>

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
  // The exponent's place holds 128 where e = 0, a power of two: 128 log 2 is exact, and so is 0.
  const F line = fma(to_float(i & U(0x7f800000u)), F(0x1.62e43p-1f * 0x1p-23f), F(-0x1.62e43p-1f * 128));
  const F excess = add(as_float((i & U(0x007fffffu)) | U(0x40000000u)), F(-4.0f));
  const F x = select(upper, wrapped, excess);  // 4 f
  const F slope = polynomial(x, 0x1p-2f, -0x1.fffecp-6f, 0x1.55a382p-8f, -0x1.f3143ep-11f, 0x1.0df542p-12f,
                             0x1.721a3p-15f, 0x1.354b7ap-14f, 0x1.a39352p-16f, 0x1.6a0c2ep-18f);
  return fma(x, slope, line);
}

/// log u of the wrapped u: u in [2^-1000, 1/2], or u - 1 in [-1/2, 0). At most 2 ulp.
template <class F>
TALI_FN F unit_logarithm_f64(const F& wrapped) {
  const F u = select(is_less(wrapped, F(0.0)), add(wrapped, F(1.0)), wrapped);
  const binary_split<F> split = detail::split_about_one_f64(u);
  // Exponent 0: above sqrt(1/2), where the excess is the argument.
  const auto next_to_one = is_less(F(-0.5), split.exponent);
  return detail::logarithm_of_split_f64(
      binary_split<F>{split.exponent, select(next_to_one, wrapped, split.excess)});
}

}  // namespace tali
