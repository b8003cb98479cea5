// SPDX-License-Identifier: Apache-2.0
// Fused multiply-add and square root of one SIMD register, each one instruction if the target has it.
#pragma once

#include <tali/detail/standard.hpp>
#include <tali/math/arithmetic.hpp>
#include <tali/simd/lanes.hpp>

TALI_WIDE_REGISTERS_BEGIN
namespace tali::detail {

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

/// Uses the instruction if the processor has it. Not inlined, for the same reason as outlined_fma.
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

/// One instruction if the target has it for this register.
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
  // Registers of a level above the compiler's target, in a function compiled for that level (TALI_AVX2,
  // TALI_AVX512): there GCC turns the loop into one instruction.
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

}  // namespace tali::detail
TALI_WIDE_REGISTERS_END
