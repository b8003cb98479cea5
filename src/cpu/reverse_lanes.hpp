// SPDX-License-Identifier: Apache-2.0
// reverse_bits of bit_order.hpp for SIMD lanes, in their namespace, where calls find it.
#pragma once

#include <cstdint>

#include <tali/detail/intrinsics.hpp>
#include <tali/simd/lanes.hpp>

namespace tali {

template <class T, int N, int R>
TALI_FN lanes<T, N, R> reverse_bits(lanes<T, N, R> x) {
  using bytes = typename lanes<std::uint8_t, R, R>::reg;
  constexpr int size = static_cast<int>(sizeof(T));
  for (auto& r : x.r) {
#if defined(__SSSE3__)
    bytes order;  // order of the bytes within a word, for a shuffle within 16 bytes
    for (int i = 0; i < R; ++i) order[i] = static_cast<std::uint8_t>(i / size * size + (size - 1 - i % size));
    // Looks up halves of a byte in a table of 16, with one instruction.
    bytes table, upper;
    for (int i = 0; i < R; ++i) {
      const int h = i % 16;
      table[i] = static_cast<std::uint8_t>((h & 1) << 3 | (h & 2) << 1 | (h & 4) >> 1 | (h & 8) >> 3);
      upper[i] = static_cast<std::uint8_t>(table[i] << 4);
    }
    const bytes low = (bytes)r & 0x0f, high = ((bytes)(r >> 4)) & 0x0f;
    bytes flipped, ordered;
#if defined(__AVX512BW__)
    if constexpr (R == 64) {
      flipped = (bytes)_mm512_shuffle_epi8((__m512i)upper, (__m512i)low) |
                (bytes)_mm512_shuffle_epi8((__m512i)table, (__m512i)high);
      ordered = (bytes)_mm512_shuffle_epi8((__m512i)flipped, (__m512i)(order & 0x0f));
    }
#endif
#if defined(__AVX2__)
    if constexpr (R == 32) {
      flipped = (bytes)_mm256_shuffle_epi8((__m256i)upper, (__m256i)low) |
                (bytes)_mm256_shuffle_epi8((__m256i)table, (__m256i)high);
      ordered = (bytes)_mm256_shuffle_epi8((__m256i)flipped, (__m256i)(order & 0x0f));
    }
#endif
    if constexpr (R == 16) {
      flipped = (bytes)_mm_shuffle_epi8((__m128i)upper, (__m128i)low) |
                (bytes)_mm_shuffle_epi8((__m128i)table, (__m128i)high);
      ordered = (bytes)_mm_shuffle_epi8((__m128i)flipped, (__m128i)(order & 0x0f));
    }
    r = (typename lanes<T, N, R>::reg)ordered;
#elif defined(__aarch64__)
    const bytes flipped = (bytes)vrbitq_u8((uint8x16_t)r);
    r = (typename lanes<T, N, R>::reg)detail::shuffled(
        flipped, [](int i) { return i / size * size + (size - 1 - i % size); });
#else
    constexpr T odd = static_cast<T>(0x5555555555555555u), pairs = static_cast<T>(0x3333333333333333u),
                halves = static_cast<T>(0x0f0f0f0f0f0f0f0fu);
    r = ((r >> 1) & odd) | ((r & odd) << 1);
    r = ((r >> 2) & pairs) | ((r & pairs) << 2);
    r = ((r >> 4) & halves) | ((r & halves) << 4);
    // The bytes of a word in reverse order.
    r = (typename lanes<T, N, R>::reg)detail::shuffled(
        (bytes)r, [](int i) { return i / size * size + (size - 1 - i % size); });
#endif
  }
  return x;
}

}  // namespace tali
