// SPDX-License-Identifier: Apache-2.0
// What an x86-64 processor has, where the system saves the registers for it. By cpuid:
// __builtin_cpu_supports() is always false in what zig compiles. Without <cpuid.h>, whose macros spoil
// Windows' <intrin.h>.
#pragma once

#include <tali/detail/compiler.hpp>

#if defined(__x86_64__) && !defined(TALI_GPU_CODE)

namespace tali::detail {

struct processor {
  bool fma = false, avx2 = false, avx512 = false;
};

inline __attribute__((always_inline)) processor this_processor() noexcept {
  constexpr unsigned fma_and_saved = 1U << 12 | 1U << 27;                                 // FMA, OSXSAVE
  constexpr unsigned avx2 = 1U << 5, avx512 = 1U << 16 | 1U << 17 | 1U << 30 | 1U << 31;  // F, DQ, BW, VL
  unsigned leaves = 0, a = 0, b = 0, c = 0, d = 0, saved = 0;
  asm("cpuid" : "=a"(leaves), "=b"(b), "=c"(c), "=d"(d) : "0"(0U), "2"(0U));
  asm("cpuid" : "=a"(a), "=b"(b), "=c"(c), "=d"(d) : "0"(1U), "2"(0U));
  if ((c & fma_and_saved) != fma_and_saved) return {};
  asm("xgetbv" : "=a"(saved), "=d"(d) : "c"(0U));
  if ((saved & 0x06U) != 0x06U) return {};  // XMM and YMM
  if (leaves < 7U) return {true, false, false};
  asm("cpuid" : "=a"(a), "=b"(b), "=c"(c), "=d"(d) : "0"(7U), "2"(0U));
  const bool has_avx2 = (b & avx2) != 0;
  return {true, has_avx2, has_avx2 && (b & avx512) == avx512 && (saved & 0xe6U) == 0xe6U};  // masks and ZMM
}

}  // namespace tali::detail

#endif
