// SPDX-License-Identifier: Apache-2.0
// Stores that bypass the caches, for data too large for them. A plain store first reads its cache line from
// memory, which halves a core's speed.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include <tali/detail/intrinsics.hpp>
#include <tali/simd/lanes.hpp>

namespace tali::cpu_driver {

/// After a fill of this many bytes per thread, the L1 and L2 caches hold nothing that a reader needs.
inline constexpr std::size_t stream_bytes = std::size_t{8} << 20;

/// Writes all lanes to a multiple of R bytes. stream_end() orders these stores before later ones.
template <class T, int N, int R>
TALI_FN void store_streaming(const lanes<T, N, R>& x, T* to) {
  char* at = reinterpret_cast<char*>(to);
  for (int k = 0; k < x.registers; ++k, at += R) {
#if defined(__AVX512F__)
    if constexpr (R == 64) {
      _mm512_stream_si512(reinterpret_cast<__m512i*>(at), (__m512i)x.r[k]);
      continue;
    }
#endif
#if defined(__AVX__)
    if constexpr (R == 32) {
      _mm256_stream_si256(reinterpret_cast<__m256i*>(at), (__m256i)x.r[k]);
      continue;
    }
#endif
#if defined(__SSE2__)
    if constexpr (R == 16) {
      _mm_stream_si128(reinterpret_cast<__m128i*>(at), (__m128i)x.r[k]);
      continue;
    }
#endif
    std::memcpy(at, &x.r[k], R);
  }
}

TALI_FN void stream_end() {
#if defined(__SSE2__)
  _mm_sfence();
#endif
}

/// Copies n values, bypassing the caches.
template <class T, int R>
[[gnu::noinline]] void copy_streaming(const T* from, std::size_t n, T* to) {
  using line = lanes<std::uint32_t, 16, R>;  // 64 bytes
  constexpr std::size_t per_line = 64 / sizeof(T);
  const std::size_t past = reinterpret_cast<std::uintptr_t>(to) % 64;
  const std::size_t head = past == 0 ? 0 : std::min(n, (64 - past) / sizeof(T));
  std::memcpy(to, from, head * sizeof(T));
  for (to += head, from += head, n -= head; n >= per_line; to += per_line, from += per_line, n -= per_line) {
    line x;
    std::memcpy(x.r, from, 64);
    store_streaming(x, reinterpret_cast<std::uint32_t*>(to));
  }
  std::memcpy(to, from, n * sizeof(T));
}

}  // namespace tali::cpu_driver
