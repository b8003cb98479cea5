// What compilers disagree about, and nothing else: how a function is marked so that one definition
// serves the host, CUDA kernels and every SIMD level.
#pragma once

#if defined(__CUDACC__)
/// A function compiled for host and device.
#define TALI_FN __host__ __device__ __forceinline__
#else
/// Always inlined: the CPU driver compiles the same headers once per SIMD level, and an out-of-line copy
/// of one level must never be picked by the linker for another (docs/architecture.md, "One binary").
#define TALI_FN inline __attribute__((always_inline))
#endif

/// Before a loop over an array that a GPU is to keep in registers. CPUs' compilers choose for themselves.
#if defined(__CUDA_ARCH__)
#define TALI_UNROLL _Pragma("unroll")
#else
#define TALI_UNROLL
#endif

namespace tali::detail {

/// Stops device code that broke a documented precondition. Host code throws instead.
[[noreturn]] TALI_FN void device_trap() {
#if defined(__CUDA_ARCH__)
  __trap();
#endif
  __builtin_unreachable();
}

}  // namespace tali::detail
