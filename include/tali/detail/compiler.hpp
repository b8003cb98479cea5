// SPDX-License-Identifier: Apache-2.0
// What compilers disagree about, and nothing else: how a function is marked so that one definition
// serves the host, CUDA kernels and every SIMD level.
#pragma once

#include <tali/detail/standard.hpp>

#if defined(__CUDACC__)
/// A function compiled for host and device.
#define TALI_FN __host__ __device__ __forceinline__
#elif defined(TALI_COMPILER_INLINES)
/// The compiler chooses what to inline, which takes it a fifth of the time. Only for code that runs on every
/// machine: the linker may pick its out-of-line copies for any other code.
#define TALI_FN inline
#else
/// Always inlined: the CPU driver compiles the same headers once per SIMD level, and an out-of-line copy
/// of one level must never be picked by the linker for another (docs/explain/decisions.md).
#define TALI_FN inline __attribute__((always_inline))
#endif

/// After a lambda's parameters: always inlined, like a function. A lambda does not have the level of the
/// function that it stands in, and registers passed to a copy of another level arrive as anything.
#if defined(TALI_COMPILER_INLINES)
#define TALI_LAMBDA
#else
#define TALI_LAMBDA __attribute__((always_inline))
#endif

/// Elementary functions. Some of the CPU's kernels call one of them many times: there a function of its own,
/// of which no other file sees the copy, takes half the time to compile.
#if defined(TALI_MATH_APART)
#define TALI_MATH_FN static __attribute__((noinline))
#else
#define TALI_MATH_FN TALI_FN
#endif

/// The body of a function that returns a Table of constants, which Table's constructor computes. A program
/// has one; the library's objects refer to src/tables/constants.cpp instead of keeping theirs each.
#if defined(TALI_TABLES_APART)
#define TALI_RETURN_TABLE(Table) return ::tali::detail::constants<Table>::table
#else
#define TALI_RETURN_TABLE(Table)  \
  static constexpr Table table{}; \
  return table
#endif

/// Before a function that is compiled for a SIMD level of x86-64 whatever options the compiler was given:
/// what it calls is compiled into it, and a * b + c stays two operations. GCC alone can do that with headers
/// that have no level of their own, and only where it inlines; elsewhere TALI_HAS_LEVELS is 0.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__CUDACC__) && \
    defined(__OPTIMIZE__)
#define TALI_HAS_LEVELS 1
#define TALI_AVX2 __attribute__((target("avx2,fma"), flatten, optimize("O2", "fp-contract=off")))
#define TALI_AVX512                                                              \
  __attribute__((target("avx512f,avx512dq,avx512vl,avx512bw,avx2,fma"), flatten, \
                 optimize("O2", "fp-contract=off")))
#else
#define TALI_HAS_LEVELS 0
#endif

/// Before a function that is compiled for the compiler's own target, likewise.
#if defined(__GNUC__) && !defined(__clang__) && !defined(__CUDACC__) && defined(__OPTIMIZE__)
#define TALI_OWN_TARGET __attribute__((flatten, optimize("O3", "fp-contract=off")))
#else
#define TALI_OWN_TARGET
#endif

/// GCC warns of registers wider than those of the compiler's own target, which always inlined functions pass
/// to each other: none of them is ever passed.
#if defined(__GNUC__) && !defined(__clang__)
#define TALI_WIDE_REGISTERS_BEGIN _Pragma("GCC diagnostic push") _Pragma("GCC diagnostic ignored \"-Wpsabi\"")
#define TALI_WIDE_REGISTERS_END _Pragma("GCC diagnostic pop")
#else
#define TALI_WIDE_REGISTERS_BEGIN
#define TALI_WIDE_REGISTERS_END
#endif

/// A function of the host alone. NVRTC refuses to see one: there it is a device function, which no kernel
/// calls.
#if defined(__CUDACC_RTC__)
#define TALI_HOST_FN __device__
#else
#define TALI_HOST_FN
#endif

/// Before a loop over an array that a GPU is to keep in registers. CPUs' compilers choose for themselves.
#if defined(__CUDA_ARCH__)
#define TALI_UNROLL _Pragma("unroll")
#else
#define TALI_UNROLL
#endif

/// Before a loop whose steps need none of each other's results, whatever a compiler thinks of its pointers.
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

#if !defined(__CUDACC__)
template <class Reg, class From, std::size_t... Index>
TALI_FN Reg shuffled(Reg a, Reg b, From, std::index_sequence<Index...>) {
  return __builtin_shufflevector(a, b, From{}(static_cast<int>(Index))...);
}

/// A SIMD register whose element i is element from(i) of a, or, from its number of elements on, of b.
/// Constant indices let compilers choose the best instruction.
/// @param from  a lambda without captures: it may use constants alone
template <class Reg, class From>
TALI_FN Reg shuffled(Reg a, Reg b, From from) {
  return shuffled(a, b, from, std::make_index_sequence<sizeof(Reg) / sizeof(a[0])>{});
}
/// The same of one register.
template <class Reg, class From>
TALI_FN Reg shuffled(Reg a, From from) {
  return shuffled(a, a, from);
}
#endif

}  // namespace tali::detail
TALI_WIDE_REGISTERS_END
