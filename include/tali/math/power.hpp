// SPDX-License-Identifier: Apache-2.0
// x^y for x >= 0. Coefficients: lab/elementary/fit.py.
//
// A relative error of x^y is an absolute error of y log x, which reaches 745 in double. So the logarithm
// needs eleven bits more than its type has: two words for double. For float it is computed in double, which
// is faster on an H200 and on CPUs than pairs of floats.
#pragma once

#include <tali/detail/standard.hpp>
#include <tali/math/arithmetic.hpp>
#include <tali/math/conversion.hpp>
#include <tali/math/exponential.hpp>
#include <tali/math/logarithm.hpp>
#include <tali/simd/bits.hpp>

namespace tali {

namespace detail {

/// t, or 0 if `doubled_bits` (the bits without the sign) are those of a zero, because x^0 is 1.
template <class F, class U>
TALI_FN F unless_zero(const F& t, const U& doubled_bits, const U& one) {
  return select(is_less(doubled_bits, one), F(0), t);
}

/// 2^t as a float; if `less_one`, 2^t - 1, accurate near 0.
template <bool less_one = false, class D>
TALI_FN auto exponential_2_to_float(D t) {
  using U = decltype(bits_of(t));
  // Beyond these bounds every float is 0 or infinity.
  t = select(is_less(t, D(-160.0)), D(-160.0), t);
  t = select(is_less(D(130.0), t), D(130.0), t);
  const D shifted = add(t, D(0x1.8p+52));
  const D r = subtract(t, add(shifted, D(-0x1.8p+52)));
  const D scale = as_double((bits_of(shifted) + U(std::uint64_t{1023})) << 52);
  if constexpr (less_one) {
    const D p =
        polynomial(r,  // (2^r - 1) / r, error 2^-32.0 of it
                   0x1.62e42fefd31c8p-1, 0x1.ebfbe0452e326p-3, 0x1.c6b08cb186e9fp-5, 0x1.3b2a1c38a5c44p-7,
                   0x1.5d88bd8787798p-10, 0x1.443f5feccaf4cp-13, 0x1.ffcc14ff25c84p-17);
    return round_to_float(fma(multiply(r, p), scale, add(scale, D(-1.0))));
  } else {
    const D p = polynomial(r,  // (2^r - 1) / r, error 2^-28.9
                           0x1.62e430af20a8bp-1, 0x1.ebfbdc3c1fc5dp-3, 0x1.c6aee895b14edp-5,
                           0x1.3b2d4d043376cp-7, 0x1.5f3e4f9f90458p-10, 0x1.41fbabb66327bp-13);
    return round_to_float(multiply(fma(r, p, D(1.0)), scale));
  }
}

}  // namespace detail

namespace math {

/// x^y of floats, x >= 0. At most 1 ulp, including subnormal results; x^0 = 1 for any x, 0^y is 0 or infinity
/// depending on the sign of y, infinity^y the reverse; NaN if x < 0 and y is not 0, and for NaN. y may be
/// infinite unless x = 1.
template <class F>
TALI_MATH_FN F power_f32(const F& x, const F& y) {
  const auto wide_x = to_double(x), wide_y = to_double(y);
  using D = std::remove_const_t<decltype(wide_x)>;
  using U = decltype(bits_of(wide_x));
  const detail::binary_split<D> split = detail::split_any_f64(wide_x);
  D t = multiply(wide_y, detail::logarithm_2_for_float(split));
  t = detail::unless_zero(t, bits_of(wide_y) << 1, U(std::uint64_t{1}));
  return detail::exponential_2_to_float(t);
}

/// x^y of doubles, x >= 0. At most 2 ulp; otherwise as for float.
template <class F>
TALI_MATH_FN F power_f64(const F& x, const F& y) {
  using U = decltype(bits_of(x));
  const detail::double_word<F> log_x = detail::wide_logarithm_f64(detail::split_any_f64(x));
  F t = multiply(y, log_x.upper);
  F lower = fma(y, log_x.lower, fma(y, log_x.upper, multiply(t, F(-1.0))));
  t = detail::unless_zero(t, bits_of(y) << 1, U(std::uint64_t{1}));
  lower = detail::unless_zero(lower, bits_of(y) << 1, U(std::uint64_t{1}));
  lower = select(is_less(absolute(t), F(800.0)), lower, F(0.0));
  return detail::exponential_of_sum_f64(t, lower);
}

}  // namespace math

}  // namespace tali
