// SPDX-License-Identifier: Apache-2.0
// The natural logarithm. Coefficients: lab/elementary/fit.py.
//
// x = 2^e (1 + f) with 1 + f between sqrt(1/2) and sqrt(2), without a table or a division, and log x = e
// log 2 + (f + f^2 Q(f)). Near 1 the exponent is 0 and f is exact, so the result is accurate there.
#pragma once

#include <tali/detail/standard.hpp>
#include <tali/math/arithmetic.hpp>
#include <tali/simd/bits.hpp>

namespace tali {

namespace detail {

/// x = (1 + excess) 2^(exponent / unit), both exact, for normal x > 0. The exponent is not shifted out of its
/// bits, so unit is 2^23 (float) or 2^20 (double). For any other x the excess is still finite.
template <class F>
TALI_FN binary_split<F> split_about_one_f32(const F& x) {
  using U = decltype(bits_of(x));
  const U i = bits_of(x);
  const U step = (i - U(0x3f3504f3u)) & U(0xff800000u);
  return {to_float(step), add(as_float(i - step), F(-1.0f))};  // a signed multiple of 2^23: exact
}
inline constexpr float exponent_unit_f32 = 0x1p-23f;

template <class F>
TALI_FN binary_split<F> split_about_one_f64(const F& x) {
  using U = decltype(bits_of(x));
  const U i = bits_of(x);
  // The high word of the exponent in the mantissa of 2^52, with inverted sign bit: 2^52 + 2^31 too large.
  const F excess_exponent = F(-0x1p52 - 0x1p31);
  if constexpr (sizeof(U) == 8) {  // only the high word, which avoids carries on a GPU
    const std::uint32_t high = narrow(i >> 32), step = (high - 0x3fe6a09eu) & 0xfff00000u;
    return {add(as_double(join(step ^ 0x80000000u, 0x43300000u)), excess_exponent),
            add(as_double(join(narrow(i), high - step)), F(-1.0))};
  } else {
    const U step = (i - U(std::uint64_t{0x3fe6a09e} << 32)) & U(std::uint64_t{0xfff} << 52);
    return {add(as_double((step >> 32) ^ U(std::uint64_t{0x4330000080000000})), excess_exponent),
            add(as_double(i - step), F(-1.0))};
  }
}
inline constexpr double exponent_unit_f64 = 0x1p-20;

/// (log(1 + f) - f) / f^2. Error times f^2, relative to the logarithm: 2^-25.0 (float), 2^-54.1 (double).
template <class F>
TALI_FN F logarithm_bend_f32(const F& f) {
  return polynomial(f,  //
                    -0x1.fffffap-2f, 0x1.5556fp-2f, -0x1.0004a8p-2f, 0x1.98d3ap-3f, -0x1.535c2cp-3f,
                    0x1.317caap-3f, -0x1.250594p-3f, 0x1.65f0ap-4f);
}
template <class F>
TALI_FN F logarithm_bend_f64(const F& f) {
  return polynomial(f,  //
                    -0x1.ffffffffffffbp-2, 0x1.55555555551aap-2, -0x1.00000000008e6p-2, 0x1.9999999a3261p-3,
                    -0x1.555555552f7ffp-3, 0x1.249248e078b57p-3, -0x1.ffffff8c45812p-4, 0x1.c71c8f0614277p-4,
                    -0x1.9999ca3f9eacep-4, 0x1.7459ad482c408p-4, -0x1.554d27b7b2347p-4, 0x1.3b4c54d39de89p-4,
                    -0x1.25489a63dbc8p-4, 0x1.0f3886f19c996p-4, -0x1.eee59e18c6d61p-5, 0x1.e95d08e3a2166p-5,
                    -0x1.15fd516600a9dp-4, 0x1.030d7fa473365p-4, -0x1.cf9d8945466ffp-6);
}

template <class F>
TALI_FN F logarithm_of_split_f32(const binary_split<F>& x) {
  const F f = x.excess;
  const F near_one = fma(multiply(f, f), logarithm_bend_f32(f), f);
  return fma(x.exponent, F(0x1.62e43p-1f * exponent_unit_f32), near_one);
}
template <class F>
TALI_FN F logarithm_of_split_f64(const binary_split<F>& x) {
  const F f = x.excess;
  const F near_one = fma(multiply(f, f), logarithm_bend_f64(f), f);
  return fma(x.exponent, F(0x1.62e42fefa39efp-1 * exponent_unit_f64), near_one);
}

/// split_about_one for subnormal x; for other arguments an exponent that gives the right logarithm: -infinity
/// for zeros, infinity for infinity, else NaN.
template <class F>
TALI_FN binary_split<F> split_unusual_f32(const F& x) {
  using U = decltype(bits_of(x));
  constexpr float infinity = as_float(0x7f800000u), not_a_number = as_float(0x7fc00000u);
  const U i = bits_of(x);
  binary_split<F> out = split_about_one_f32(multiply(x, F(0x1p23f)));
  out.exponent = add(out.exponent, F(-23 * 0x1p23f));
  const F above = select(is_less(i, U(0x7f800001u)), F(infinity), F(not_a_number));
  out.exponent = select(is_less(i, U(0x00800000u)), out.exponent, above);
  out.exponent = select(is_less(i << 1, U(1u)), F(-infinity), out.exponent);
  return out;
}
template <class F>
TALI_FN binary_split<F> split_unusual_f64(const F& x) {
  using U = decltype(bits_of(x));
  constexpr double infinity = as_double(std::uint64_t{0x7ff} << 52),
                   not_a_number = as_double(std::uint64_t{0xfff} << 51);
  const U i = bits_of(x);
  binary_split<F> out = split_about_one_f64(multiply(x, F(0x1p52)));
  out.exponent = add(out.exponent, F(-52 * 0x1p20));
  const F above = select(is_less(i, U((std::uint64_t{0x7ff} << 52) + 1)), F(infinity), F(not_a_number));
  out.exponent = select(is_less(i, U(std::uint64_t{1} << 52)), out.exponent, above);
  out.exponent = select(is_less(i << 1, U(std::uint64_t{1})), F(-infinity), out.exponent);
  return out;
}

/// split_about_one for any x, with bit operations, so that modes that flush subnormal numbers have no effect.
template <class F>
TALI_FN binary_split<F> split_any_f32(const F& x) {
  using U = decltype(bits_of(x));
  binary_split<F> out = split_about_one_f32(x);
  const auto unusual = is_less(U(0x7f7fffffu - 0x00800000u), bits_of(x) - U(0x00800000u));
  if (any(unusual)) {
    const binary_split<F> other = split_unusual_f32(x);
    out = {select(unusual, other.exponent, out.exponent), select(unusual, other.excess, out.excess)};
  }
  return out;
}
template <class F>
TALI_FN binary_split<F> split_any_f64(const F& x) {
  using U = decltype(bits_of(x));
  constexpr std::uint64_t least = std::uint64_t{1} << 52, infinity = std::uint64_t{0x7ff} << 52;
  binary_split<F> out = split_about_one_f64(x);
  const auto unusual = is_less(U(infinity - 1 - least), bits_of(x) - U(least));
  if (any(unusual)) {
    const binary_split<F> other = split_unusual_f64(x);
    out = {select(unusual, other.exponent, out.exponent), select(unusual, other.excess, out.excess)};
  }
  return out;
}

}  // namespace detail

/// log x of a float, including subnormal ones. At most 2 ulp. -infinity for zeros, infinity for infinity, NaN
/// for negative numbers and NaN.
template <class F>
TALI_MATH_FN F logarithm_f32(const F& x) {
  return detail::logarithm_of_split_f32(detail::split_any_f32(x));
}

/// log x of a double; otherwise as for float.
template <class F>
TALI_MATH_FN F logarithm_f64(const F& x) {
  return detail::logarithm_of_split_f64(detail::split_any_f64(x));
}

/// The same bits for normal x, 0 < x < infinity, without tests for other arguments, for which the result is
/// meaningless. For uniform numbers made from words.
template <class F>
TALI_FN F logarithm_of_normal_f32(const F& x) {
  return detail::logarithm_of_split_f32(detail::split_about_one_f32(x));
}
template <class F>
TALI_FN F logarithm_of_normal_f64(const F& x) {
  return detail::logarithm_of_split_f64(detail::split_about_one_f64(x));
}

}  // namespace tali
