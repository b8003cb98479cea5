// SPDX-License-Identifier: Apache-2.0
// Table look-ups with one index per lane: entries, and rows of four words.
#pragma once

#include <tali/detail/standard.hpp>
#include <tali/simd/lanes.hpp>

TALI_WIDE_REGISTERS_BEGIN
namespace tali {

#if defined(__AVX2__)
namespace detail {

/// table[index] for every element of a register of indices: AVX2's gather, with the indices in register 0.
///
/// Written as assembly because of a bug in QEMU 7.2, similar to its issue 2474: it treats register 4 as "no
/// index", as for scalar addresses, and every lane gets table[0]. A register move is free on a CPU, and
/// programs give the right numbers in QEMU too.
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

namespace detail {

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

/// Entries of a table with `size` entries, a power of two; the indices are the bits of every lane starting at
/// bit `bit`.
template <int bit, std::uint32_t size, class T, int N, int R>
TALI_FN lanes<T, N, R> look_up_bits(const T* table, const lanes<std::uint32_t, N, R>& word) {
  return gather(table, (word >> bit) & (size - 1));
}

/// A register with 16 bytes from each of table + at[0], table + at[4], table + at[8] and so on.
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

/// Interleaves the lower (half 0) or upper halves of each 16 bytes of a and b, in pieces of `bytes` bytes.
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

/// Words 0 to 3 of row index[i], for every lane i, of a table whose rows are four words at multiples of 16
/// bytes. Loads whole rows and transposes them, with one load per lane; gathering each word would take one
/// load per lane and word.
template <int N, int R>
TALI_FN void gather_rows(const std::uint32_t* table, const lanes<std::uint32_t, N, R>& index,
                         lanes<std::uint32_t, N, R> (&word)[4]) {
  using reg = typename lanes<std::uint32_t, N, R>::reg;
  constexpr int per = R / 4;
  for (int k = 0; k < index.registers; ++k) {
    // Two lanes at a time: extracting a lane from a register costs up to three operations of the unit that
    // also transposes the rows.
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

}  // namespace detail

}  // namespace tali
TALI_WIDE_REGISTERS_END
