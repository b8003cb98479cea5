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
TALI_FN detail::binary_split<F> split_about_one_f32(const F& x) {
  using U = decltype(bits_of(x));
  const U i = bits_of(x);
  const U step = (i - U(0x3f3504f3u)) & U(0xff800000u);
  return {to_float(step), add(as_float(i - step), F(-1.0f))};  // a signed multiple of 2^23: exact
}
inline constexpr float exponent_unit_f32 = 0x1p-23f;

template <class F>
TALI_FN detail::binary_split<F> split_about_one_f64(const F& x) {
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
TALI_FN F logarithm_of_split_f32(const detail::binary_split<F>& x) {
  const F f = x.excess;
  const F near_one = fma(multiply(f, f), logarithm_bend_f32(f), f);
  return fma(x.exponent, F(0x1.62e43p-1f * exponent_unit_f32), near_one);
}
template <class F>
TALI_FN F logarithm_of_split_f64(const detail::binary_split<F>& x) {
  const F f = x.excess;
  const F near_one = fma(multiply(f, f), logarithm_bend_f64(f), f);
  return fma(x.exponent, F(0x1.62e42fefa39efp-1 * exponent_unit_f64), near_one);
}

/// split_about_one for subnormal x; for other arguments an exponent that gives the right logarithm: -infinity
/// for zeros, infinity for infinity, otherwise NaN.
template <class F>
TALI_FN detail::binary_split<F> split_unusual_f32(const F& x) {
  using U = decltype(bits_of(x));
  constexpr float infinity = as_float(0x7f800000u), not_a_number = as_float(0x7fc00000u);
  const U i = bits_of(x);
  detail::binary_split<F> out = split_about_one_f32(multiply(x, F(0x1p23f)));
  out.exponent = add(out.exponent, F(-23 * 0x1p23f));
  const F above = select(is_less(i, U(0x7f800001u)), F(infinity), F(not_a_number));
  out.exponent = select(is_less(i, U(0x00800000u)), out.exponent, above);
  out.exponent = select(is_less(i << 1, U(1u)), F(-infinity), out.exponent);
  return out;
}
template <class F>
TALI_FN detail::binary_split<F> split_unusual_f64(const F& x) {
  using U = decltype(bits_of(x));
  constexpr double infinity = as_double(std::uint64_t{0x7ff} << 52),
                   not_a_number = as_double(std::uint64_t{0xfff} << 51);
  const U i = bits_of(x);
  detail::binary_split<F> out = split_about_one_f64(multiply(x, F(0x1p52)));
  out.exponent = add(out.exponent, F(-52 * 0x1p20));
  const F above = select(is_less(i, U((std::uint64_t{0x7ff} << 52) + 1)), F(infinity), F(not_a_number));
  out.exponent = select(is_less(i, U(std::uint64_t{1} << 52)), out.exponent, above);
  out.exponent = select(is_less(i << 1, U(std::uint64_t{1})), F(-infinity), out.exponent);
  return out;
}

/// split_about_one for any x, with bit operations, so that modes that flush subnormal numbers have no effect.
template <class F>
TALI_FN detail::binary_split<F> split_any_f32(const F& x) {
  using U = decltype(bits_of(x));
  detail::binary_split<F> out = split_about_one_f32(x);
  const auto unusual = is_less(U(0x7f7fffffu - 0x00800000u), bits_of(x) - U(0x00800000u));
  if (any(unusual)) {
    const detail::binary_split<F> other = split_unusual_f32(x);
    out = {select(unusual, other.exponent, out.exponent), select(unusual, other.excess, out.excess)};
  }
  return out;
}
template <class F>
TALI_FN detail::binary_split<F> split_any_f64(const F& x) {
  using U = decltype(bits_of(x));
  constexpr std::uint64_t min_normal = std::uint64_t{1} << 52, infinity = std::uint64_t{0x7ff} << 52;
  detail::binary_split<F> out = split_about_one_f64(x);
  const auto unusual = is_less(U(infinity - 1 - min_normal), bits_of(x) - U(min_normal));
  if (any(unusual)) {
    const detail::binary_split<F> other = split_unusual_f64(x);
    out = {select(unusual, other.exponent, out.exponent), select(unusual, other.excess, out.excess)};
  }
  return out;
}

}  // namespace detail

namespace math {

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

/// The same bits for normal x, 0 < x < infinity, without tests: for other arguments the result is
/// meaningless. For uniform numbers from words.
template <class F>
TALI_FN F logarithm_of_normal_f32(const F& x) {
  return detail::logarithm_of_split_f32(detail::split_about_one_f32(x));
}
template <class F>
TALI_FN F logarithm_of_normal_f64(const F& x) {
  return detail::logarithm_of_split_f64(detail::split_about_one_f64(x));
}

}  // namespace math

// log(1 + x), accurate near 0.
//
// The exponent is that of the rounded 1 + x; the fraction is computed from x: f = x 2^-e + (2^-e - 1) in one
// rounding, and f = x if the exponent is 0. The rest is as in logarithm.hpp.

namespace math {

/// log(1 + x) of a float. At most 2 ulp; -infinity for -1, infinity for infinity, NaN below -1 and for NaN.
template <class F>
TALI_MATH_FN F logarithm_1p_f32(const F& x) {
  using U = decltype(bits_of(x));
  const F sum = add(x, F(1.0f));
  const U step = (bits_of(sum) - U(0x3f3504f3u)) & U(0xff800000u);
  const F scale = as_float(U(0x3f800000u) - step);
  detail::binary_split<F> split{to_float(step), fma(x, scale, add(scale, F(-1.0f)))};
  // Sums outside 0 ... 2^100, for which the scale may not be a float: then x equals the sum, or has no
  // logarithm.
  const auto unusual = is_less(U(0x717fffffu), bits_of(sum) - U(1u));
  if (any(unusual)) {
    const detail::binary_split<F> other = detail::split_any_f32(sum);
    split = {select(unusual, other.exponent, split.exponent), select(unusual, other.excess, split.excess)};
  }
  return detail::logarithm_of_split_f32(split);
}

/// log(1 + x) of a double; otherwise as for float.
template <class F>
TALI_MATH_FN F logarithm_1p_f64(const F& x) {
  using U = decltype(bits_of(x));
  constexpr std::uint64_t one = std::uint64_t{0x3ff} << 52, limit = std::uint64_t{0x717} << 52;
  const F sum = add(x, F(1.0));
  const F exponent = detail::split_about_one_f64(sum).exponent;
  const U step = (bits_of(sum) - U(std::uint64_t{0x3fe6a09e} << 32)) & U(std::uint64_t{0xfff} << 52);
  const F scale = as_double(U(one) - step);
  const F offset = add(scale, F(-1.0));
  detail::binary_split<F> split{exponent, fma(x, scale, offset)};
  F rest = fma(x, scale, add(offset, multiply(split.excess, F(-1.0))));  // what rounding the excess lost
  const auto unusual = is_less(U(limit - 1), bits_of(sum) - U(std::uint64_t{1}));
  if (any(unusual)) {
    const detail::binary_split<F> other = detail::split_any_f64(sum);
    split = {select(unusual, other.exponent, split.exponent), select(unusual, other.excess, split.excess)};
    rest = select(unusual, F(0.0), rest);
  }
  const F f = split.excess;
  rest = fma(split.exponent, F(0x1.abc9e3b39803fp-56 * detail::exponent_unit_f64), rest);
  const F near_one = add(f, fma(multiply(f, f), detail::logarithm_bend_f64(f), rest));
  return fma(split.exponent, F(0x1.62e42fefa39efp-1 * detail::exponent_unit_f64), near_one);
}

}  // namespace math

// log u for uniform numbers u in (0, 1), accurate at both ends: for distributions by inversion. Coefficients:
// lab/elementary/fit.py.
//
// The argument is a wrapped number (distribution/unit.hpp), u up to 1/2 and u - 1 above, so that no digits
// are lost near 1, where the logarithm is nearly u - 1. Other arguments cannot occur and are not tested.

namespace math {

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

}  // namespace math

}  // namespace tali

namespace tali::detail {

// The natural logarithm in double-word arithmetic, for functions that multiply it: x^y and log-gamma.
// Coefficients: lab/elementary/fit.py.
//
// x = 2^e (1 + f) as in logarithm.hpp, s = f / (2 + f) and log(1 + f) = 2 s + s^3 (2/3 + s^2 P(s^2)), whose
// terms fall fast enough that only 2 s and 2/3 s^3 need the second word. Double-word steps: T. J. Dekker, "A
// floating-point technique for extending the available precision", Numerische Mathematik 18, 1971, with
// products by fma.

/// log2 x in double with a relative error of 2^-35.8, for functions of floats.
template <class F>
TALI_FN F logarithm_2_for_float(const detail::binary_split<F>& x) {
  const F f = x.excess;
  const F slope =
      polynomial(f,  //
                 0x1.71547652a1eb5p+0, -0x1.715476565cc95p-1, 0x1.ec709ebb883dfp-2, -0x1.715470986087fp-2,
                 0x1.277651ffe0ef5p-2, -0x1.ec72b546d48c5p-3, 0x1.a63f436abdc0ap-3, -0x1.714176e902153p-3,
                 0x1.45292967a5bd3p-3, -0x1.252f09a460f74p-3, 0x1.28716ab8cdc7dp-3, -0x1.24895d6e6affep-3,
                 0x1.3ceaf2ab254d1p-4);
  return fma(f, slope, multiply(x.exponent, F(exponent_unit_f64)));
}

/// The unevaluated sum of two doubles; the lower one is much smaller.
template <class F>
struct double_word {
  F upper, lower;
};

/// a - b in one rounding.
template <class F>
TALI_FN F subtract(const F& a, const F& b) {
  return fma(b, F(-1), a);
}

/// a + b for |a| >= |b|, or a = 0, exactly.
template <class F>
TALI_FN double_word<F> ordered_sum(const F& a, const F& b) {
  const F sum = add(a, b);
  return {sum, add(subtract(a, sum), b)};
}

/// log x with a relative error below 2^-64. For infinite logarithms the upper word is infinite and the lower
/// one NaN.
template <class F>
TALI_FN double_word<F> wide_logarithm_f64(const detail::binary_split<F>& x) {
  const F f = x.excess;
  const F d = add(f, F(2.0)), d_lower = subtract(f, add(d, F(-2.0)));
  const F reciprocal = divide(F(1.0), d);
  const F s = multiply(f, reciprocal);
  const F minus_s = multiply(s, F(-1.0));
  const F s_lower = multiply(reciprocal, fma(minus_s, d_lower, fma(minus_s, d, f)));
  const F z = multiply(s, s);
  const F z_lower = fma(add(s, s), s_lower, fma(s, s, multiply(z, F(-1.0))));
  // 2/3 + z P(z)
  const F p =
      polynomial(z,  //
                 0x1.9999999999996p-2, 0x1.2492492492f5p-2, 0x1.c71c71c596bcdp-3, 0x1.745d18293d608p-3,
                 0x1.3b1364d063214p-3, 0x1.11206e18ad3ebp-3, 0x1.de3d9c3508552p-4, 0x1.eac45afa4b8ddp-4);
  const double_word<F> c = ordered_sum(F(0x1.5555555555555p-1), multiply(z, p));
  const F c_lower = add(c.lower, F(0x1.5555555555555p-55));
  const F cube = multiply(s, z);
  const F cube_lower = fma(s_lower, z, fma(s, z_lower, fma(s, z, multiply(cube, F(-1.0)))));
  const F bend = multiply(cube, c.upper);
  const F bend_lower =
      fma(cube_lower, c.upper, fma(cube, c_lower, fma(cube, c.upper, multiply(bend, F(-1.0)))));
  // e times the upper 32 bits of log 2 is exact.
  const F exponent = multiply(x.exponent, F(exponent_unit_f64));
  const double_word<F> line = ordered_sum(multiply(exponent, F(0x1.62e42ffp-1)), add(s, s));
  const double_word<F> sum = ordered_sum(line.upper, bend);
  const F rest = fma(exponent, F(-0x1.718432a1b0e26p-35), add(add(line.lower, sum.lower), bend_lower));
  return {sum.upper, add(rest, add(s_lower, s_lower))};
}

}  // namespace tali::detail
