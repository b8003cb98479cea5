// SPDX-License-Identifier: Apache-2.0
// The operations of arithmetic.hpp for SIMD lanes, with the same bits.
#pragma once

#include <tali/detail/standard.hpp>
#include <tali/math/arithmetic.hpp>
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

#if !defined(TALI_HAS_FMA)
/// By other operations.
template <class T, class V>
TALI_FN V software_fma_register(V a, V b, V c) {
  if constexpr (sizeof(T) == 8) {
    using emulated = emulated_fma<V, typename lanes<std::int64_t, sizeof(V) / 8, sizeof(V)>::reg>;
    if (emulated::applies(a, b, c)) return emulated::of(a, b, c);
  }
  V out;
  for (int i = 0; i < static_cast<int>(sizeof(V) / sizeof(T)); ++i) {
    out[i] = software_fma(T(a[i]), T(b[i]), T(c[i]));
  }
  return out;
}

/// By the instruction where the processor has it. Not inlined, for the same reason as outlined_fma.
template <class T, class V, int Set, int RegisterBytes>
__attribute__((noinline, const)) V outlined_fma_register(V a, V b, V c) {
#if defined(TALI_ASKS_FOR_FMA)
  if constexpr (sizeof(V) == 16) {
    if (machine_has_fma()) return fma_instruction_of_register<T>(a, b, c);
  }
#endif
  return software_fma_register<T>(a, b, c);
}
#endif

/// One instruction where the target has it for this register.
template <class T, class V>
TALI_FN V fma_register(V a, V b, V c) {
  [[maybe_unused]] constexpr bool is_float = sizeof(T) == 4;
#if defined(__AVX512F__)
  if constexpr (sizeof(V) == 64) {
    if constexpr (is_float) {
      return (V)_mm512_fmadd_ps((__m512)a, (__m512)b, (__m512)c);
    } else {
      return (V)_mm512_fmadd_pd((__m512d)a, (__m512d)b, (__m512d)c);
    }
  }
#endif
#if defined(__FMA__)
  if constexpr (sizeof(V) == 32) {
    if constexpr (is_float) {
      return (V)_mm256_fmadd_ps((__m256)a, (__m256)b, (__m256)c);
    } else {
      return (V)_mm256_fmadd_pd((__m256d)a, (__m256d)b, (__m256d)c);
    }
  }
  if constexpr (sizeof(V) == 16) {
    if constexpr (is_float) {
      return (V)_mm_fmadd_ps((__m128)a, (__m128)b, (__m128)c);
    } else {
      return (V)_mm_fmadd_pd((__m128d)a, (__m128d)b, (__m128d)c);
    }
  }
#endif
#if defined(__aarch64__)
  if constexpr (sizeof(V) == 16) {
    if constexpr (is_float) {
      return (V)vfmaq_f32((float32x4_t)c, (float32x4_t)a, (float32x4_t)b);
    } else {
      return (V)vfmaq_f64((float64x2_t)c, (float64x2_t)a, (float64x2_t)b);
    }
  }
#endif
#if TALI_HAS_LEVELS
  // Registers of a level above the compiler's own target, in a function that is compiled for that level
  // (TALI_AVX2, TALI_AVX512): there GCC makes one instruction of the loop.
  if constexpr (sizeof(V) > 16) {
    V out;
    for (int i = 0; i < static_cast<int>(sizeof(V) / sizeof(T)); ++i) {
      if constexpr (is_float) {
        out[i] = __builtin_fmaf(a[i], b[i], c[i]);
      } else {
        out[i] = __builtin_fma(a[i], b[i], c[i]);
      }
    }
    return out;
  }
#endif
#if !defined(TALI_HAS_FMA)
  return outlined_fma_register<T, V, instruction_set, register_bytes>(a, b, c);
#else
  V out;
  for (int i = 0; i < static_cast<int>(sizeof(V) / sizeof(T)); ++i) out[i] = fma(T(a[i]), T(b[i]), T(c[i]));
  return out;
#endif
}

template <class T, class V>
TALI_FN V square_root_register(V x) {
  [[maybe_unused]] constexpr bool is_float = sizeof(T) == 4;
#if defined(__AVX512F__)
  if constexpr (sizeof(V) == 64) {
    if constexpr (is_float) {
      return (V)_mm512_maskz_sqrt_ps(0xffff, (__m512)x);
    } else {
      return (V)_mm512_maskz_sqrt_pd(0xff, (__m512d)x);
    }
  }
#endif
#if defined(__AVX__)
  if constexpr (sizeof(V) == 32) {
    if constexpr (is_float) {
      return (V)_mm256_sqrt_ps((__m256)x);
    } else {
      return (V)_mm256_sqrt_pd((__m256d)x);
    }
  }
#endif
#if defined(__SSE2__)
  if constexpr (sizeof(V) == 16) {
    if constexpr (is_float) {
      return (V)_mm_sqrt_ps((__m128)x);
    } else {
      return (V)_mm_sqrt_pd((__m128d)x);
    }
  }
#endif
#if TALI_HAS_LEVELS
  if constexpr (sizeof(V) > 16) {  // as in fma_register
    if constexpr (is_float) {
      asm("vsqrtps {%1, %0|%0, %1}" : "=v"(x) : "v"(x));
    } else {
      asm("vsqrtpd {%1, %0|%0, %1}" : "=v"(x) : "v"(x));
    }
    return x;
  }
#endif
#if defined(__aarch64__)
  if constexpr (sizeof(V) == 16) {
    if constexpr (is_float) {
      return (V)vsqrtq_f32((float32x4_t)x);
    } else {
      return (V)vsqrtq_f64((float64x2_t)x);
    }
  }
#endif
  V out;
  for (int i = 0; i < static_cast<int>(sizeof(V) / sizeof(T)); ++i) out[i] = square_root(T(x[i]));
  return out;
}

}  // namespace detail

/// A truth value a lane of type T: all bits of the lane set, or none.
template <class T, int N, int R>
struct lane_mask {
  lanes<typename detail::integer_like<T>::type, N, R> v;
};

template <class T, int N, int R>
TALI_FN lanes<T, N, R> multiply(lanes<T, N, R> a, const lanes<T, N, R>& b) {
  for (int k = 0; k < a.registers; ++k) a.r[k] = detail::rounded(a.r[k] * b.r[k]);
  return a;
}

template <class T, int N, int R>
TALI_FN lanes<T, N, R> add(lanes<T, N, R> a, const lanes<T, N, R>& b) {
  for (int k = 0; k < a.registers; ++k) a.r[k] = detail::rounded(a.r[k]) + detail::rounded(b.r[k]);
  return a;
}

template <class T, int N, int R>
TALI_FN lanes<T, N, R> fma(lanes<T, N, R> a, const lanes<T, N, R>& b, const lanes<T, N, R>& c) {
  for (int k = 0; k < a.registers; ++k) a.r[k] = detail::fma_register<T>(a.r[k], b.r[k], c.r[k]);
  return a;
}

template <class T, int N, int R>
TALI_FN lanes<T, N, R> divide(lanes<T, N, R> a, const lanes<T, N, R>& b) {
  for (int k = 0; k < a.registers; ++k) a.r[k] = a.r[k] / b.r[k];
  return a;
}

template <class T, int N, int R>
TALI_FN lanes<T, N, R> square_root(lanes<T, N, R> x) {
  for (auto& v : x.r) v = detail::square_root_register<T>(v);
  return x;
}

template <int N, int R>
TALI_FN lanes<std::uint32_t, N, R> bits_of(const lanes<float, N, R>& x) {
  lanes<std::uint32_t, N, R> out;
  for (int k = 0; k < out.registers; ++k) out.r[k] = (typename lanes<std::uint32_t, N, R>::reg)x.r[k];
  return out;
}
template <int N, int R>
TALI_FN lanes<std::uint64_t, N, R> bits_of(const lanes<double, N, R>& x) {
  lanes<std::uint64_t, N, R> out;
  for (int k = 0; k < out.registers; ++k) out.r[k] = (typename lanes<std::uint64_t, N, R>::reg)x.r[k];
  return out;
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
  lane_mask<T, N, R> out;
  for (int k = 0; k < a.registers; ++k) out.v.r[k] = a.r[k] < b.r[k];
  return out;
}

/// The mask may come of another type of the same size.
template <class M, class T, int N, int R>
requires(sizeof(M) == sizeof(T)) TALI_FN lanes<T, N, R> select(const lane_mask<M, N, R>& mask,
                                                               lanes<T, N, R> yes, const lanes<T, N, R>& no) {
  // As bits: GCC 12 takes the vector ?: of AVX-512 apart.
  using bits = typename lanes<typename detail::integer_like<T>::type, N, R>::reg;
  for (int k = 0; k < yes.registers; ++k) {
    yes.r[k] =
        (typename lanes<T, N, R>::reg)(((bits)yes.r[k] & mask.v.r[k]) | ((bits)no.r[k] & ~mask.v.r[k]));
  }
  return yes;
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
  lanes<float, N, R> out;
  using reg = typename lanes<float, N, R>::reg;
  for (int k = 0; k < out.registers; ++k) {
#if defined(__AVX512F__)
    if constexpr (R == 64) {
      out.r[k] = (reg)_mm512_maskz_cvtepu32_ps(0xffff, (__m512i)x.r[k]);
      continue;
    }
#endif
    // Each half placed in a mantissa whose exponent gives it its weight: 2^39 + 2^16 high and 2^23 + low are
    // exact, the difference is, and the sum rounds once.
    const reg high = (reg)((x.r[k] >> 16) | 0x53000000u) - (0x1p39f + 0x1p23f);
    const reg low = (reg)((x.r[k] & 0xffffu) | 0x4b000000u);
    out.r[k] = high + low;
  }
  return out;
}

template <int n, int N, int R>
TALI_FN binary_split<lanes<float, N, R>> split_near_one(const lanes<float, N, R>& x) {
  using F = lanes<float, N, R>;
  const auto i = bits_of(x);
  const auto e = (lanes<std::uint32_t, N, R>(detail::split_top<float>(n)) - i) >> 23;
  return {to_float(e), fma(as_float(i + (e << 23)), F(as_float(detail::power_of_two<float>(-n))), F(-1.0f))};
}
template <int n, int N, int R>
TALI_FN binary_split<lanes<double, N, R>> split_near_one(const lanes<double, N, R>& x) {
  using F = lanes<double, N, R>;
  const auto i = bits_of(x);
  const auto e = (lanes<std::uint64_t, N, R>(detail::split_top<double>(n)) - i) >> 52;
  // e below 2^52, placed in the mantissa of 2^52.
  return {add(as_double(e | std::uint64_t{0x4330000000000000}), F(-0x1p52)),
          fma(as_double(i + (e << 52)), F(as_double(detail::power_of_two<double>(-n))), F(-1.0))};
}

/// The lane whose number differs in the bits of `distance`.
template <int distance, class T, int N, int R>
TALI_FN lanes<T, N, R> exchange_lanes(const lanes<T, N, R>& x) {
  constexpr int per = lanes<T, N, R>::per_register;
  lanes<T, N, R> out;
  if constexpr (distance >= per) {
    for (int k = 0; k < x.registers; ++k) out.r[k] = x.r[k ^ (distance / per)];
  } else {
    for (int k = 0; k < x.registers; ++k) {
      out.r[k] = detail::shuffled(x.r[k], [](int i) { return i ^ distance; });
    }
  }
  return out;
}

/// x, negated modulo 2^32 where bit `bit` of `word` is set.
template <int bit, int N, int R>
TALI_FN lanes<std::int32_t, N, R> negate_where_bit(const lanes<std::uint32_t, N, R>& word,
                                                   lanes<std::int32_t, N, R> x) {
  using reg = typename lanes<std::int32_t, N, R>::reg;
  for (int k = 0; k < x.registers; ++k) {
#if defined(__AVX512F__)
    if constexpr (R == 64) {
      const __mmask16 m = _mm512_test_epi32_mask((__m512i)word.r[k], _mm512_set1_epi32(1 << bit));
      x.r[k] = (reg)_mm512_mask_sub_epi32((__m512i)x.r[k], m, _mm512_setzero_si512(), (__m512i)x.r[k]);
      continue;
    }
#endif
#if defined(__AVX2__)
    if constexpr (R == 32) {  // vpsignd: the bit in the sign, and never zero
      const auto sign = (word.r[k] << (31 - bit)) | 1u;
      x.r[k] = (reg)_mm256_sign_epi32((__m256i)x.r[k], (__m256i)sign);
      continue;
    }
#endif
    // The bit as a mask of ones: x ^ 0 - 0 or x ^ -1 + 1. As words, whose overflow is defined.
    using words = typename lanes<std::uint32_t, N, R>::reg;
    const words mask = 0u - ((word.r[k] >> bit) & 1u);
    x.r[k] = (reg)(((words)x.r[k] ^ mask) - mask);
  }
  return x;
}

#if defined(__AVX2__)
namespace detail {

/// table[index] for every element of a register of indices: AVX2's gather, with the indices in register 0.
///
/// It is written as assembly because of a fault of QEMU, seen in 7.2 and like its issue 2474: there register
/// 4 counts as no index, as it does where an address is an integer, and every lane gets table[0].
/// A move between registers costs a CPU nothing, and programs give the same numbers on such a machine too.
/// @param table  constant data: the compiler does not see what the instruction reads
template <class T, class Index>
TALI_FN __m256i gather_register(const T* table, Index index) {
  __m256i out = _mm256_setzero_si256(), mask = _mm256_set1_epi32(-1);
  if constexpr (std::is_same_v<T, float>) {
    asm("{vgatherdps %1, (%2,%3,4), %0|vgatherdps %0, [%2+%3*4], %1}"
        : "+&x"(out), "+&x"(mask)
        : "r"(table), "Yz"(index));
  } else if constexpr (std::is_same_v<T, double>) {
    asm("{vgatherdpd %1, (%2,%3,8), %0|vgatherdpd %0, [%2+%3*8], %1}"
        : "+&x"(out), "+&x"(mask)
        : "r"(table), "Yz"(index));
  } else {
    static_assert(sizeof(T) == 4);
    asm("{vpgatherdd %1, (%2,%3,4), %0|vpgatherdd %0, [%2+%3*4], %1}"
        : "+&x"(out), "+&x"(mask)
        : "r"(table), "Yz"(index));
  }
  return out;
}

}  // namespace detail
#endif

/// table[index] for every lane.
template <int N, int R>
TALI_FN lanes<std::int32_t, N, R> gather(const std::int32_t* table, const lanes<std::uint32_t, N, R>& index) {
  lanes<std::int32_t, N, R> out;
  for (int k = 0; k < out.registers; ++k) {
#if defined(__AVX512F__)
    if constexpr (R == 64) {
      out.r[k] = (typename lanes<std::int32_t, N, R>::reg)_mm512_mask_i32gather_epi32(
          _mm512_setzero_si512(), 0xffff, (__m512i)index.r[k], table, 4);
      continue;
    }
#endif
#if defined(__AVX2__)
    if constexpr (R == 32) {
      out.r[k] = (typename lanes<std::int32_t, N, R>::reg)detail::gather_register(table, (__m256i)index.r[k]);
      continue;
    }
#endif
    for (int i = 0; i < out.per_register; ++i) out.r[k][i] = table[index.r[k][i]];
  }
  return out;
}

template <int N, int R>
TALI_FN lanes<float, N, R> gather(const float* table, const lanes<std::uint32_t, N, R>& index) {
  lanes<float, N, R> out;
  using reg [[maybe_unused]] = typename lanes<float, N, R>::reg;
  for (int k = 0; k < out.registers; ++k) {
#if defined(__AVX512F__)
    if constexpr (R == 64) {
      out.r[k] = (reg)_mm512_mask_i32gather_ps(_mm512_setzero_ps(), 0xffff, (__m512i)index.r[k], table, 4);
      continue;
    }
#endif
#if defined(__AVX2__)
    if constexpr (R == 32) {
      out.r[k] = (reg)detail::gather_register(table, (__m256i)index.r[k]);
      continue;
    }
#endif
    for (int i = 0; i < out.per_register; ++i) out.r[k][i] = table[index.r[k][i]];
  }
  return out;
}
template <int N, int R>
TALI_FN lanes<double, N, R> gather(const double* table, const lanes<std::uint32_t, N, R>& index) {
  lanes<double, N, R> out;
  using reg [[maybe_unused]] = typename lanes<double, N, R>::reg;
  for (int k = 0; k < index.registers; ++k) {
#if defined(__AVX512F__)
    if constexpr (R == 64) {
      const __m512i at = (__m512i)index.r[k];
      const __m256i low = _mm512_maskz_extracti64x4_epi64(0xf, at, 0);
      const __m256i high = _mm512_maskz_extracti64x4_epi64(0xf, at, 1);
      out.r[2 * k] = (reg)_mm512_mask_i32gather_pd(_mm512_setzero_pd(), 0xff, low, table, 8);
      out.r[2 * k + 1] = (reg)_mm512_mask_i32gather_pd(_mm512_setzero_pd(), 0xff, high, table, 8);
      continue;
    }
#endif
#if defined(__AVX2__)
    if constexpr (R == 32) {
      const __m256i at = (__m256i)index.r[k];
      out.r[2 * k] = (reg)detail::gather_register(table, _mm256_extracti128_si256(at, 0));
      out.r[2 * k + 1] = (reg)detail::gather_register(table, _mm256_extracti128_si256(at, 1));
      continue;
    }
#endif
    constexpr int half = lanes<double, N, R>::per_register;
    for (int i = 0; i < half; ++i) {
      out.r[2 * k][i] = table[index.r[k][i]];
      out.r[2 * k + 1][i] = table[index.r[k][half + i]];
    }
  }
  return out;
}

/// The value of a table of `size` entries, a power of two, that the bits of every lane from bit `bit` on
/// name.
template <int bit, std::uint32_t size, class T, int N, int R>
TALI_FN lanes<T, N, R> look_up_bits(const T* table, const lanes<std::uint32_t, N, R>& word) {
  return gather(table, (word >> bit) & (size - 1));
}

namespace detail {

/// A register of 16 bytes each from table + at[0], table + at[4], table + at[8] and so on.
template <class Reg>
TALI_FN Reg load_quarters(const char* table, const std::uint64_t* at) {
  constexpr int R = sizeof(Reg);
#if defined(__AVX512F__)
  if constexpr (R == 64) {
    __m512i all = _mm512_castsi128_si512(_mm_load_si128(reinterpret_cast<const __m128i*>(table + at[0])));
    all = _mm512_maskz_inserti32x4(0xffff, all,
                                   _mm_load_si128(reinterpret_cast<const __m128i*>(table + at[4])), 1);
    all = _mm512_maskz_inserti32x4(0xffff, all,
                                   _mm_load_si128(reinterpret_cast<const __m128i*>(table + at[8])), 2);
    return (Reg)_mm512_maskz_inserti32x4(0xffff, all,
                                         _mm_load_si128(reinterpret_cast<const __m128i*>(table + at[12])), 3);
  }
#endif
#if defined(__AVX2__)
  if constexpr (R == 32) {
    return (Reg)_mm256_inserti128_si256(
        _mm256_castsi128_si256(_mm_load_si128(reinterpret_cast<const __m128i*>(table + at[0]))),
        _mm_load_si128(reinterpret_cast<const __m128i*>(table + at[4])), 1);
  }
#endif
  Reg all;
  for (int q = 0; q < R / 16; ++q) std::memcpy(reinterpret_cast<char*>(&all) + 16 * q, table + at[4 * q], 16);
  return all;
}

/// The lower (half 0) or upper halves of each 16 bytes of a and b, pieces of so many bytes by turns.
template <int half, int bytes, class Reg>
TALI_FN Reg unpack(Reg a, Reg b) {
  constexpr int R = sizeof(Reg);
#if defined(__AVX512F__)
  if constexpr (R == 64 && bytes == 4) {
    const auto x = (__m512i)a, y = (__m512i)b;
    return (Reg)(half ? _mm512_maskz_unpackhi_epi32(0xffff, x, y)
                      : _mm512_maskz_unpacklo_epi32(0xffff, x, y));
  } else if constexpr (R == 64) {
    const auto x = (__m512i)a, y = (__m512i)b;
    return (Reg)(half ? _mm512_maskz_unpackhi_epi64(0xff, x, y) : _mm512_maskz_unpacklo_epi64(0xff, x, y));
  }
#endif
  return shuffled(a, b, [](int i) {
    const int at = i % 4, piece = at * 4 / bytes, word = bytes / 4;
    return (i - at) + half * 2 + piece / 2 * word + at % word + piece % 2 * (R / 4);
  });
}

}  // namespace detail

/// Words 0 to 3 of row index[i], for every lane i, of a table whose rows are four words at multiples of 16
/// bytes. Rows are loaded whole and then turned, a load a lane: a gather of each word costs one a lane and
/// word.
template <int N, int R>
TALI_FN void gather_rows(const std::uint32_t* table, const lanes<std::uint32_t, N, R>& index,
                         lanes<std::uint32_t, N, R> (&word)[4]) {
  using reg = typename lanes<std::uint32_t, N, R>::reg;
  constexpr int per = R / 4;
  for (int k = 0; k < index.registers; ++k) {
    // Two lanes at a time: taking a lane out of a register costs up to three operations of the unit that
    // turns the rows.
    const auto pairs = (typename lanes<std::uint64_t, N, R>::reg)(index.r[k] << 4);
    std::uint64_t at[per];
    for (int i = 0; i < per / 2; ++i) {
      at[2 * i + detail::low_element] = pairs[i] & 0xffffffffu;
      at[2 * i + detail::high_element] = pairs[i] >> 32;
    }
    reg row[4];
    for (int j = 0; j < 4; ++j) {
      row[j] = detail::load_quarters<reg>(reinterpret_cast<const char*>(table), at + j);
    }
    const reg a = detail::unpack<0, 4>(row[0], row[1]), b = detail::unpack<0, 4>(row[2], row[3]);
    const reg c = detail::unpack<1, 4>(row[0], row[1]), d = detail::unpack<1, 4>(row[2], row[3]);
    word[0].r[k] = detail::unpack<0, 8>(a, b);
    word[1].r[k] = detail::unpack<1, 8>(a, b);
    word[2].r[k] = detail::unpack<0, 8>(c, d);
    word[3].r[k] = detail::unpack<1, 8>(c, d);
  }
}

/// Every integer as a double, exactly.
template <int N, int R>
TALI_FN lanes<double, N, R> to_double(const lanes<std::int32_t, N, R>& x) {
  typedef std::int32_t half __attribute__((vector_size(R / 2)));
  lanes<double, N, R> out;
  for (int k = 0; k < x.registers; ++k) {
#if defined(__AVX512F__)
    if constexpr (R == 64) {  // GCC 12 takes the conversion of a half register apart
      __m256i h[2];
      std::memcpy(h, &x.r[k], R);
      for (int j = 0; j < 2; ++j) {
        out.r[2 * k + j] = (typename lanes<double, N, R>::reg)_mm512_maskz_cvtepi32_pd(0xff, h[j]);
      }
      continue;
    }
#endif
    half h[2];
    std::memcpy(h, &x.r[k], R);
    for (int j = 0; j < 2; ++j) {
      out.r[2 * k + j] = __builtin_convertvector(h[j], typename lanes<double, N, R>::reg);
    }
  }
  return out;
}

/// Every double to the nearest float.
template <int N, int R>
TALI_FN lanes<float, N, R> round_to_float(const lanes<double, N, R>& x) {
  typedef float half __attribute__((vector_size(R / 2)));
  lanes<float, N, R> out;
  for (int k = 0; k < out.registers; ++k) {
    const half h[2] = {__builtin_convertvector(x.r[2 * k], half),
                       __builtin_convertvector(x.r[2 * k + 1], half)};
    std::memcpy(&out.r[k], h, R);
  }
  return out;
}

}  // namespace tali
TALI_WIDE_REGISTERS_END
