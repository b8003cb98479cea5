// SPDX-License-Identifier: Apache-2.0
// The operations of arithmetic.hpp for SIMD lanes, with the same bits.
#pragma once

#include <tali/detail/standard.hpp>
#include <tali/math/arithmetic.hpp>
#include <tali/math/register_arithmetic.hpp>
#include <tali/simd/gather.hpp>
#include <tali/simd/lanes.hpp>

TALI_WIDE_REGISTERS_BEGIN
namespace tali {

namespace detail {

template <class T>
struct integer_like;
template <>
struct integer_like<float> {
  using type = std::int32_t;
};
template <>
struct integer_like<double> {
  using type = std::int64_t;
};
template <>
struct integer_like<std::uint32_t> {
  using type = std::int32_t;
};
template <>
struct integer_like<std::uint64_t> {
  using type = std::int64_t;
};

template <class A, class B>
concept as_wide_as = sizeof(A) == sizeof(B);

}  // namespace detail

/// One truth value per lane of type T: all bits of the lane set, or none.
template <class T, int N, int R>
struct lane_mask {
  lanes<typename detail::integer_like<T>::type, N, R> v;
};

template <class T, int N, int R>
TALI_FN lanes<T, N, R> multiply(lanes<T, N, R> a, const lanes<T, N, R>& b) {
  using reg = typename lanes<T, N, R>::reg;
  return detail::each_register<lanes<T, N, R>>(
      [](reg x, reg y) TALI_LAMBDA { return detail::rounded(x * y); }, a, b);
}

template <class T, int N, int R>
TALI_FN lanes<T, N, R> add(lanes<T, N, R> a, const lanes<T, N, R>& b) {
  using reg = typename lanes<T, N, R>::reg;
  return detail::each_register<lanes<T, N, R>>(
      [](reg x, reg y) TALI_LAMBDA { return detail::rounded(x) + detail::rounded(y); }, a, b);
}

template <class T, int N, int R>
TALI_FN lanes<T, N, R> fma(lanes<T, N, R> a, const lanes<T, N, R>& b, const lanes<T, N, R>& c) {
  using reg = typename lanes<T, N, R>::reg;
  return detail::each_register<lanes<T, N, R>>(
      [](reg x, reg y, reg z) TALI_LAMBDA { return detail::fma_register<T>(x, y, z); }, a, b, c);
}

template <class T, int N, int R>
TALI_FN lanes<T, N, R> divide(lanes<T, N, R> a, const lanes<T, N, R>& b) {
  using reg = typename lanes<T, N, R>::reg;
  return detail::each_register<lanes<T, N, R>>([](reg x, reg y) TALI_LAMBDA { return x / y; }, a, b);
}

template <class T, int N, int R>
TALI_FN lanes<T, N, R> square_root(const lanes<T, N, R>& x) {
  using reg = typename lanes<T, N, R>::reg;
  return detail::each_register<lanes<T, N, R>>(
      [](reg v) TALI_LAMBDA { return detail::square_root_register<T>(v); }, x);
}

template <int N, int R>
TALI_FN lanes<std::uint32_t, N, R> bits_of(const lanes<float, N, R>& x) {
  return cast<std::uint32_t>(x);
}
template <int N, int R>
TALI_FN lanes<std::uint64_t, N, R> bits_of(const lanes<double, N, R>& x) {
  return cast<std::uint64_t>(x);
}

template <int N, int R>
TALI_FN lanes<float, N, R> absolute(const lanes<float, N, R>& x) {
  return as_float(bits_of(x) & 0x7fffffffu);
}
template <int N, int R>
TALI_FN lanes<double, N, R> absolute(const lanes<double, N, R>& x) {
  return as_double(bits_of(x) & std::uint64_t{0x7fffffffffffffff});
}

template <int N, int R>
TALI_FN lanes<float, N, R> with_sign(const lanes<float, N, R>& x, const lanes<std::uint32_t, N, R>& word) {
  return as_float((bits_of(x) & 0x7fffffffu) | (word & 0x80000000u));
}
template <int N, int R>
TALI_FN lanes<double, N, R> with_sign(const lanes<double, N, R>& x, const lanes<std::uint64_t, N, R>& word) {
  return as_double((bits_of(x) & std::uint64_t{0x7fffffffffffffff}) |
                   (word & std::uint64_t{0x8000000000000000}));
}

template <int N, int R>
TALI_FN lanes<float, N, R> flip_sign(const lanes<float, N, R>& x, const lanes<std::uint32_t, N, R>& word) {
  return as_float(bits_of(x) ^ (word & 0x80000000u));
}
template <int N, int R>
TALI_FN lanes<double, N, R> flip_sign(const lanes<double, N, R>& x, const lanes<std::uint32_t, N, R>& word) {
  return as_double(bits_of(x) ^ join(lanes<std::uint32_t, N, R>(0u), word & 0x80000000u));
}

template <class T, int N, int R>
TALI_FN lane_mask<T, N, R> is_less(const lanes<T, N, R>& a, const lanes<T, N, R>& b) {
  using reg = typename lanes<T, N, R>::reg;
  return {detail::each_register<lanes<typename detail::integer_like<T>::type, N, R>>(
      [](reg x, reg y) TALI_LAMBDA { return x < y; }, a, b)};
}

/// The mask may have another type of the same size.
template <class M, detail::as_wide_as<M> T, int N, int R>
TALI_FN lanes<T, N, R> select(const lane_mask<M, N, R>& mask, lanes<T, N, R> yes, const lanes<T, N, R>& no) {
  // With bit operations: GCC 12 splits the AVX-512 vector ?: into elements.
  using bits = typename lanes<typename detail::integer_like<T>::type, N, R>::reg;
  using reg = typename lanes<T, N, R>::reg;
  return detail::each_register<lanes<T, N, R>>(
      [](bits m, reg y, reg n) TALI_LAMBDA { return (reg)(((bits)y & m) | ((bits)n & ~m)); }, mask.v, yes,
      no);
}

template <class T, int N, int R>
TALI_FN bool any(const lane_mask<T, N, R>& mask) {
  auto all = mask.v.r[0];
  for (int k = 1; k < mask.v.registers; ++k) all |= mask.v.r[k];
#if defined(__AVX512F__)
  if constexpr (R == 64) return _mm512_test_epi32_mask((__m512i)all, (__m512i)all) != 0;
#endif
#if defined(__AVX__)
  if constexpr (R == 32) return _mm256_testz_si256((__m256i)all, (__m256i)all) == 0;
#endif
#if defined(__SSE2__)
  if constexpr (R == 16) return _mm_movemask_epi8((__m128i)all) != 0;
#endif
#if defined(__aarch64__)
  if constexpr (R == 16) return vmaxvq_u32((uint32x4_t)all) != 0;
#endif
  bool found = false;
  for (int i = 0; i < mask.v.per_register; ++i) found |= all[i] != 0;
  return found;
}

template <int N, int R>
TALI_FN lanes<float, N, R> round_to_float(const lanes<std::uint32_t, N, R>& x) {
  using words = typename lanes<std::uint32_t, N, R>::reg;
  using reg = typename lanes<float, N, R>::reg;
  return detail::each_register<lanes<float, N, R>>(
      [](words v) TALI_LAMBDA {
#if defined(__AVX512F__)
        if constexpr (R == 64) {
          return (reg)_mm512_maskz_cvtepu32_ps(0xffff, (__m512i)v);
        } else
#endif
        {
          // Each half is placed in a mantissa with an exponent that gives the right weight: 2^39 + 2^16 high
          // and 2^23 + low are exact, the difference is, and the sum rounds once.
          const reg high = (reg)((v >> 16) | 0x53000000u) - (0x1p39f + 0x1p23f);
          const reg low = (reg)((v & 0xffffu) | 0x4b000000u);
          return high + low;
        }
      },
      x);
}

template <int n, int N, int R>
TALI_FN detail::binary_split<lanes<float, N, R>> split_near_one(const lanes<float, N, R>& x) {
  using F = lanes<float, N, R>;
  const auto i = bits_of(x);
  const auto e = (lanes<std::uint32_t, N, R>(detail::split_top<float>(n)) - i) >> 23;
  return {to_float(e), fma(as_float(i + (e << 23)), F(as_float(detail::power_of_two<float>(-n))), F(-1.0f))};
}
template <int n, int N, int R>
TALI_FN detail::binary_split<lanes<double, N, R>> split_near_one(const lanes<double, N, R>& x) {
  using F = lanes<double, N, R>;
  const auto i = bits_of(x);
  const auto e = (lanes<std::uint64_t, N, R>(detail::split_top<double>(n)) - i) >> 52;
  // e below 2^52, placed in the mantissa of 2^52.
  return {add(as_double(e | std::uint64_t{0x4330000000000000}), F(-0x1p52)),
          fma(as_double(i + (e << 52)), F(as_double(detail::power_of_two<double>(-n))), F(-1.0))};
}

namespace detail {

/// Exchanges with the lane whose number differs in the bits of `distance`.
template <int distance, class T, int N, int R>
TALI_FN lanes<T, N, R> exchange_lanes(const lanes<T, N, R>& x) {
  constexpr int per = lanes<T, N, R>::per_register;
  if constexpr (distance >= per) {
    lanes<T, N, R> out;
    for (int k = 0; k < x.registers; ++k) out.r[k] = x.r[k ^ (distance / per)];
    return out;
  } else {
    using reg = typename lanes<T, N, R>::reg;
    return detail::each_register<lanes<T, N, R>>(
        [](reg v) TALI_LAMBDA { return detail::shuffled(v, [](int i) { return i ^ distance; }); }, x);
  }
}

/// x, negated modulo 2^32 where bit `bit` of `word` is set.
template <int bit, int N, int R>
TALI_FN lanes<std::int32_t, N, R> negate_where_bit(const lanes<std::uint32_t, N, R>& word,
                                                   lanes<std::int32_t, N, R> x) {
  using reg = typename lanes<std::int32_t, N, R>::reg;
  using words = typename lanes<std::uint32_t, N, R>::reg;
  return detail::each_register<lanes<std::int32_t, N, R>>(
      [](words w, reg v) TALI_LAMBDA {
#if defined(__AVX512F__)
        if constexpr (R == 64) {
          const __mmask16 m = _mm512_test_epi32_mask((__m512i)w, _mm512_set1_epi32(1 << bit));
          return (reg)_mm512_mask_sub_epi32((__m512i)v, m, _mm512_setzero_si512(), (__m512i)v);
        } else
#endif
#if defined(__AVX2__)
            if constexpr (R == 32) {  // vpsignd: the bit in the sign, and never zero
          return (reg)_mm256_sign_epi32((__m256i)v, (__m256i)((w << (31 - bit)) | 1u));
        } else
#endif
        {
          // The bit as a mask of ones: x ^ 0 - 0 or x ^ -1 + 1. In unsigned words, whose overflow is defined.
          const words mask = 0u - ((w >> bit) & 1u);
          return (reg)(((words)v ^ mask) - mask);
        }
      },
      word, x);
}

}  // namespace detail

/// Every integer as a double, exactly.
template <int N, int R>
TALI_FN lanes<double, N, R> to_double(const lanes<std::int32_t, N, R>& x) {
  typedef std::int32_t half __attribute__((vector_size(R / 2)));
  using reg = typename lanes<double, N, R>::reg;
  return detail::each_half<lanes<double, N, R>, half>(
      [](half h) TALI_LAMBDA {
#if defined(__AVX512F__)
        if constexpr (R == 64) {  // GCC 12 splits the conversion of half a register into elements
          return (reg)_mm512_maskz_cvtepi32_pd(0xff, (__m256i)h);
        } else
#endif
          return __builtin_convertvector(h, reg);
      },
      x);
}

/// Every double to the nearest float.
template <int N, int R>
TALI_FN lanes<float, N, R> round_to_float(const lanes<double, N, R>& x) {
  typedef float half __attribute__((vector_size(R / 2)));
  using wide = typename lanes<double, N, R>::reg;
  using reg = typename lanes<float, N, R>::reg;
  return detail::each_two<lanes<float, N, R>>(
      [](wide a, wide b) TALI_LAMBDA {
        const half h[2] = {__builtin_convertvector(a, half), __builtin_convertvector(b, half)};
        reg both;
        std::memcpy(&both, h, R);
        return both;
      },
      x);
}

}  // namespace tali
TALI_WIDE_REGISTERS_END
