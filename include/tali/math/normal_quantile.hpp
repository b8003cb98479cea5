// SPDX-License-Identifier: Apache-2.0
// The inverse of the normal distribution function, at a uniform number given as an integer. Monotone, odd
// about 1/2, with the same bits on every device.
//
// With t the distance of the uniform u from the nearer of 0 and 1, and x = 1/2 - t, everything is computed
// from t and x as integers, never from a rounded 1 - u, so both tails are as accurate as the middle, and
// mirror images of each other:
//
//   float           z = x P(t), P a cubic in each sixteenth of a binade of t (normal_quantile_rows.hpp): a
//   table
//                   look-up takes half the time of any single formula, and has no special tails.
//   double, middle  z = x P(w) with w = -log2(4 t (1 - t)). P is smooth, starts at sqrt(2 pi) and is nearly a
//                   line (M. Giles, "Approximating the erfinv function", GPU Computing Gems, Jade edition,
//                   2011, chapter 10, has this variable).
//   double, tails   z = sqrt(2 log 2) v + S(v) with v = sqrt(-log2 t). S is small and smooth. Warps and SIMD
//                   registers seldom take this branch: 0.2 % of all values are in the tails.
//
// It is monotone in float, although there are more words than floats, because the large term of each step is
// exact inside an fma or a rounded product of monotone factors, and changes from one t to the next by more
// than the rounding errors of the small term. lab/icdf/verify tests all 2^31 pairs of neighbours. In double,
// exact values of neighbours differ by at least 2.07 units in the last place (near z = 1), more than twice
// the error.
//
// The coefficients are the output of `python3 lab/icdf/fit.py` and `rows.py`, which also print how well they
// fit.
#pragma once

#include <tali/detail/device.hpp>
#include <tali/detail/standard.hpp>
#include <tali/math/arithmetic.hpp>
#include <tali/math/normal_quantile_rows.hpp>
#include <tali/simd/bits.hpp>
#if !defined(TALI_GPU_COMPILER)
#include <tali/math/lanes_arithmetic.hpp>
#endif

namespace tali {

namespace detail {

/// log2(1 + x) / x, negative.
struct log2_slope_f64 {
  static constexpr double terms[] = {
      -0x1.71547652b8301p+0, 0x1.71547652b82e9p-1, -0x1.ec709dc39e738p-2, 0x1.71547652ba896p-2,
      -0x1.2776c510418d5p-2, 0x1.ec709dc372253p-3, -0x1.a61761d44fa81p-3, 0x1.715475a3b707ap-3,
      -0x1.484b3884989cbp-3, 0x1.2776ff05fd446p-3, -0x1.0c96d9aeb6ea7p-3, 0x1.ec5fcd6d64dd2p-4,
      -0x1.c6fb4629259fdp-4, 0x1.a76711cfef997p-4, -0x1.86c5160705ed6p-4, 0x1.62ea71d1f2aa1p-4,
      -0x1.61427f179024ep-4, 0x1.97278c80baae4p-4, -0x1.7ad85c0c86eafp-4, 0x1.4e1beb224a5a7p-5};
};

// -log2(x 2^-n) for normal x, 0 < x 2^-n <= 1. Error below 2^-56.2 and rounding.
template <int n, class F>
TALI_FN F minus_log2_f64(const F& x) {
  const detail::binary_split<F> split = split_near_one<n>(x);
  const F slope = polynomial<log2_slope_f64>(split.excess);
  return fma(split.excess, slope, split.exponent);
}

}  // namespace detail

namespace math {

/// The memory from which a kernel's threads read the rows of the float quantile: shared memory that the
/// kernel has filled (staged_rows.cuh), or the GPU's global memory. The CPU ignores it.
class quantile_rows {
 public:
  /// A row for a float, or for every lane.
  template <class F>
  struct row {
    F c0, c1, c2, c3, low;
  };

  quantile_rows() = default;
#if defined(TALI_GPU_COMPILER)
  /// Rows from a table in shared memory.
  /// @param rows    this thread's column of the table
  /// @param copies  number of copies of each row, side by side
  __device__ quantile_rows(const uint4* rows, std::uint32_t copies)
      : column_{detail::gpu::shared_address(rows)},
        pitch_{copies * static_cast<std::uint32_t>(sizeof(uint4))} {}
#endif

  TALI_FN row<float> at(std::uint32_t i) const {
#if defined(TALI_GPU_CODE)
    if (pitch_ != 0) {
      std::uint32_t c0, c1, c2, c3;
      detail::gpu::load_four_shared(column_ + i * pitch_, c0, c1, c2, c3);
      return of(c0, c1, c2, c3);
    }
    const uint4 w = reinterpret_cast<const uint4*>(detail::quantile_words())[i];
    return of(w.x, w.y, w.z, w.w);
#else
    const std::uint32_t* const w = detail::quantile_words() + std::size_t{i} * 4;
    return of(w[0], w[1], w[2], w[3]);
#endif
  }
#if !defined(TALI_GPU_COMPILER)
  template <int N, int R>
  TALI_FN row<lanes<float, N, R>> at(const lanes<std::uint32_t, N, R>& i) const {
    lanes<std::uint32_t, N, R> word[4];
    detail::gather_rows(detail::quantile_words(), i, word);
    return {as_float(word[0]), as_float(word[1]), as_float(word[2]), as_float(word[3]),
            as_float(word[3] << 16)};
  }
#endif

  TALI_FN friend bool operator==(const quantile_rows&, const quantile_rows&) = default;

 private:
  TALI_FN static row<float> of(std::uint32_t c0, std::uint32_t c1, std::uint32_t c2, std::uint32_t c3) {
    return {as_float(c0), as_float(c1), as_float(c2), as_float(c3), as_float(c3 << 16)};
  }

  [[maybe_unused]] std::uint32_t column_ = 0;  ///< address in shared memory
  [[maybe_unused]] std::uint32_t pitch_ =
      0;  ///< bytes from one row to the next; 0 for the table in global memory
};

/// The normal quantile at u = (k + 1/2) 2^-32 as a float; k and the result may be SIMD lanes.
///
/// All 32 bits are used: |z| is at most 6.338. normal_quantile_f32(~k) is -normal_quantile_f32(k). At most
/// 2 ulp from the exact quantile at u.
template <class U32>
TALI_MATH_FN auto normal_quantile_f32(const U32& k, const quantile_rows& rows = {}) {
  using F = decltype(round_to_float(k));
  using table = detail::quantile_table;
  // Twice k, or twice its complement if u > 1/2, plus the lowest bit: 2^33 t. Inverting all bits except the
  // lowest gives 2^33 (1/2 - t).
  const U32 upper = U32(0u) - (k >> 31);
  const U32 low = ((k << 1) ^ upper) | U32(1u);
  const F t = round_to_float(low), x = round_to_float(low ^ U32(0xfffffffeu));

  constexpr int part_bits = 23 - table::parts_log2;
  const U32 bits = bits_of(t);
  const auto row = rows.at((bits >> part_bits) - U32((127u + table::first_binade) << table::parts_log2));
  // The position in the row minus that of its middle: exact.
  const F f = add(as_float((bits & U32((1u << part_bits) - 1u)) | U32(0x3f800000u)),
                  F(-1.0f - 0.5f / (1 << table::parts_log2)));
  const F bend = fma(fma(fma(row.c3, f, row.c2), f, row.c1), f, row.low);
  const F z = fma(x, row.c0, multiply(x, bend));
  return as_float(bits_of(z) | ((k ^ U32(0xffffffffu)) & U32(0x80000000u)));  // negative where u < 1/2
}

}  // namespace math

namespace detail {

/// The difference of the middle to a line in w, divided by w^2.
struct quantile_bend_f64 {
  static constexpr double terms[] = {0x1.01245d3f2e51dp-7,   -0x1.204b845765941p-10, -0x1.5ea4451922104p-15,
                                     0x1.61e72a9046929p-17,  0x1.5435a30c9d727p-22,  -0x1.d8ea79b54c84p-24,
                                     -0x1.7e80fdc0d22fp-29,  0x1.41d7b1168df96p-30,  0x1.4ff47585aa53bp-35,
                                     -0x1.391ac90b0720fp-36, 0x1.605245b45843ep-40,  -0x1.10dc681155278p-42,
                                     0x1.5e9acbf781cf1p-44,  -0x1.ae807cf3d7e6cp-47, 0x1.dce7333b24c73p-51,
                                     0x1.4d6d0c9da6effp-57,  -0x1.08b5310dbbfe3p-57, 0x1.9659e156dd314p-61,
                                     -0x1.46b2ee67e2941p-65, 0x1.1fd5024c94a14p-70,  -0x1.ba556b4e597c4p-77};
};

/// S for the tails.
struct quantile_tail_f64 {
  static constexpr double terms[] = {-0x1.de46cb992dd09p-2, 0x1.f9eb6160e111fp-2,  -0x1.bda73ba2ccfadp-4,
                                     0x1.12695f3fece5ap-4,  -0x1.0dad1090025d9p-6, 0x1.ee519625e229bp-7,
                                     -0x1.178f668dfa4c5p-9, 0x1.3e84646e90bc3p-8,  0x1.69a3ca7cdc02p-12,
                                     0x1.0d9816ad67fb5p-9,  0x1.7156e6b743cf7p-11, 0x1.1f3ad59570ca4p-10,
                                     0x1.60be91de4e187p-11, 0x1.9936e8a44edd3p-11, 0x1.94c8d4ab265b2p-12};
};

// -z at u = t, from 2t, for 0 < t < 1/2 and multiples of 2^-54.
template <class F>
TALI_FN F upper_quantile_f64(const F& t2) {
  const F x2 = add(F(1.0), multiply(t2, F(-1.0)));  // 1 - 2t = 2x, exact
  const F y = fma(t2, multiply(t2, F(-0.5)), t2);   // 2t (1 - t)
  const F w = detail::minus_log2_f64<-1>(y);
  const F bend = polynomial<quantile_bend_f64>(w);
  const F p = fma(w, F(0x1.d1c88aebb4547p-3), fma(multiply(w, w), bend, F(-0x1.fbc5fcaef67ddp-55)));
  F z = fma(x2, F(0x1.40d931ff62706p+0), multiply(x2, p));

  const auto in_tail = is_less(F(8.25), w);
  if (any(in_tail)) {
    const F v = square_root(detail::minus_log2_f64<1>(t2));
    // A polynomial in a fraction of v needs half as many terms as one in v.
    const F s = polynomial<quantile_tail_f64>(divide(add(v, F(-5.0)), add(v, F(3.0))));
    z = select(in_tail, fma(v, F(0x1.2d6abe44afc43p+0), s), z);
  }
  return z;
}

}  // namespace detail

namespace math {

/// The normal quantile at u = (2 k + 1) 2^-54, k the upper 53 bits of `bits`, as a double; also for SIMD
/// lanes.
///
/// |z| is at most 8.292. normal_quantile_f64(~bits) is -normal_quantile_f64(bits). At most 2 ulp from the
/// exact quantile at u.
template <class U64>
TALI_MATH_FN auto normal_quantile_f64(const U64& bits) {
  const U64 upper = U64(std::uint64_t{0}) - (bits >> 63);
  const U64 low = (((bits << 1) ^ upper) >> 11) | U64(std::uint64_t{1});  // 2^54 t, below 2^53
  const auto z = detail::upper_quantile_f64(to_unit_double(low));
  constexpr std::uint64_t sign = std::uint64_t{1} << 63;
  return as_double(bits_of(z) | ((bits ^ U64(~std::uint64_t{0})) & U64(sign)));
}

}  // namespace math

}  // namespace tali
