// SPDX-License-Identifier: Apache-2.0
// Compiler-specific macros: how to mark a function so that one definition serves the host, kernels and
// every SIMD level.
#pragma once

#include <tali/detail/standard.hpp>

/// Whether the compiler knows kernels: nvcc, NVRTC, or clang for HIP.
#if defined(__CUDACC__) || defined(__HIP__)
#define TALI_GPU_COMPILER
#endif
/// Whether it compiles for the GPU now, not for the host.
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
#define TALI_GPU_CODE
#endif

// nvcc and run-time compilers have the names of kernels' keywords and threads without a header.
#if defined(__HIP__) && !defined(__HIPCC_RTC__)
#include <hip/hip_runtime.h>
#endif
#if defined(__HIP__) && !defined(__grid_constant__)
#define __grid_constant__  // kernels of HIP read their arguments from constant memory
#endif

#if defined(TALI_GPU_COMPILER)
/// A function compiled for host and device.
#define TALI_FN __host__ __device__ __forceinline__
#elif defined(TALI_COMPILER_INLINES)
/// The compiler chooses what to inline, which takes a fifth of the compile time. Only for code that runs on
/// every machine, because the linker may use its out-of-line copies anywhere.
#define TALI_FN inline
#else
/// Always inlined: the CPU driver compiles the same headers once per SIMD level, and an out-of-line copy
/// of one level must never be picked by the linker for another (docs/explain/decisions.md).
#define TALI_FN inline __attribute__((always_inline))
#endif

/// Before a deduction guide: clang takes one for the host's alone. nvcc takes them for both.
#if defined(__HIP__)
#define TALI_GUIDE __host__ __device__
#else
#define TALI_GUIDE
#endif

/// After a lambda's parameters: always inlined, like a function. A lambda does not have the SIMD level of the
/// enclosing function, and registers passed to a copy compiled for another level arrive corrupted.
#if defined(TALI_COMPILER_INLINES)
#define TALI_LAMBDA
#else
#define TALI_LAMBDA __attribute__((always_inline))
#endif

/// Elementary functions. Some of the CPU's kernels call one of them many times: a separate function, local to
/// the file, then halves the compile time.
#if defined(TALI_MATH_APART)
#define TALI_MATH_FN static __attribute__((noinline))
#else
#define TALI_MATH_FN TALI_FN
#endif

/// Functions of numbers that few calls reach: apart, so that not every kernel has a copy, and local to the
/// file, as above.
#if defined(TALI_GPU_COMPILER)
#define TALI_RARE_FN TALI_FN
#else
#define TALI_RARE_FN static __attribute__((noinline))
#endif

/// The body of a function that returns a Table of constants, computed by Table's constructor. A program has
/// one copy: the library's objects refer to src/tables/constants.cpp.
#if defined(TALI_TABLES_APART)
#if defined(__clang__)
#pragma clang diagnostic ignored "-Wundefined-var-template"
#endif
#define TALI_RETURN_TABLE(Table) return ::tali::detail::constants<Table>::table
#else
#define TALI_RETURN_TABLE(Table)  \
  static constexpr Table table{}; \
  return table
#endif

/// Marks a function that is compiled for a SIMD level of x86-64 regardless of the compiler's options:
/// functions that it calls are inlined, and a * b + c remains two operations. Only GCC can do this with
/// headers that have no level, and only if it inlines; for other compilers TALI_HAS_LEVELS is 0.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(TALI_GPU_COMPILER) && \
    defined(__OPTIMIZE__)
#define TALI_HAS_LEVELS 1
#define TALI_AVX2 __attribute__((target("avx2,fma"), flatten, optimize("O2", "fp-contract=off")))
#define TALI_AVX512                                                              \
  __attribute__((target("avx512f,avx512dq,avx512vl,avx512bw,avx2,fma"), flatten, \
                 optimize("O2", "fp-contract=off")))
#else
#define TALI_HAS_LEVELS 0
#endif

/// The same for a function that is compiled for the compiler's target.
#if defined(__GNUC__) && !defined(__clang__) && !defined(TALI_GPU_COMPILER) && defined(__OPTIMIZE__)
#define TALI_USER_TARGET __attribute__((flatten, optimize("O3", "fp-contract=off")))
#else
#define TALI_USER_TARGET
#endif

/// GCC warns that always-inlined functions pass registers wider than the target's. They are never passed,
/// because the functions are inlined.
#if defined(__GNUC__) && !defined(__clang__)
#define TALI_WIDE_REGISTERS_BEGIN _Pragma("GCC diagnostic push") _Pragma("GCC diagnostic ignored \"-Wpsabi\"")
#define TALI_WIDE_REGISTERS_END _Pragma("GCC diagnostic pop")
#else
#define TALI_WIDE_REGISTERS_BEGIN
#define TALI_WIDE_REGISTERS_END
#endif

/// A host-only function. NVRTC does not accept host functions: there it is a device function that no kernel
/// calls.
#if defined(__CUDACC_RTC__)
#define TALI_HOST_FN __device__
#else
#define TALI_HOST_FN
#endif

/// Before a loop over an array that a GPU should keep in registers. On a CPU the compiler decides.
#if defined(TALI_GPU_CODE)
#define TALI_UNROLL _Pragma("unroll")
#else
#define TALI_UNROLL
#endif

/// Before a loop whose iterations are independent, even if the compiler cannot prove that for its pointers.
#if defined(__clang__)
#define TALI_INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#elif defined(__GNUC__)
#define TALI_INDEPENDENT _Pragma("GCC ivdep")
#else
#define TALI_INDEPENDENT
#endif

TALI_WIDE_REGISTERS_BEGIN
namespace tali::detail {

template <class Table>
struct constants {
  static const Table table;
};

#if !defined(TALI_GPU_COMPILER)
template <class Reg, class From, std::size_t... Index>
TALI_FN Reg shuffled(Reg a, Reg b, From, std::index_sequence<Index...>) {
  return __builtin_shufflevector(a, b, From{}(static_cast<int>(Index))...);
}

/// A SIMD register whose element i is element from(i) of the elements of a followed by those of b.
/// Constant indices let compilers choose the best instruction.
/// @param from  a lambda without captures: it may use only constants
template <class Reg, class From>
TALI_FN Reg shuffled(Reg a, Reg b, From from) {
  return shuffled(a, b, from, std::make_index_sequence<sizeof(Reg) / sizeof(a[0])>{});
}
/// The same for one register.
template <class Reg, class From>
TALI_FN Reg shuffled(Reg a, From from) {
  return shuffled(a, a, from);
}
#endif

}  // namespace tali::detail
TALI_WIDE_REGISTERS_END
