// SPDX-License-Identifier: Apache-2.0
// The demo's only loop that needs optimisation. This file includes little, so it compiles fast with
// optimisation.
#include <cstddef>
#include <cstdint>

#include <tali/device.hpp>

namespace tali::tool::demo {

void store_range(std::uint64_t* to, std::size_t n, std::uint64_t x);  // demo/device.hpp

namespace {

/// The plain store loop.
[[gnu::always_inline]] inline void store_loop(std::uint64_t* to, std::size_t n, std::uint64_t x) {
  for (std::size_t i = 0; i < n; ++i) to[i] = x;
}

// In registers as wide as the fill's: wider stores are slightly faster.
void store_baseline(std::uint64_t* to, std::size_t n, std::uint64_t x) { store_loop(to, n, x); }
#if defined(__x86_64__)
[[gnu::target("avx2")]] void store_avx2(std::uint64_t* to, std::size_t n, std::uint64_t x) {
  store_loop(to, n, x);
}
[[gnu::target("avx512f")]] void store_avx512(std::uint64_t* to, std::size_t n, std::uint64_t x) {
  store_loop(to, n, x);
}
#endif

}  // namespace

void store_range(std::uint64_t* to, std::size_t n, std::uint64_t x) {
#if defined(__x86_64__)
  if (best_simd_level() == simd_level::avx512) return store_avx512(to, n, x);
  if (best_simd_level() == simd_level::avx2) return store_avx2(to, n, x);
#endif
  store_baseline(to, n, x);
}

}  // namespace tali::tool::demo
