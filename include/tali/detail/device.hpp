// SPDX-License-Identifier: Apache-2.0
// GPU features beyond C++: every PTX instruction and every intrinsic of the library, as functions. Those of
// AMD's GPUs that are not CUDA's are in device_hip.hpp.
#pragma once

#include <tali/detail/compiler.hpp>
#include <tali/detail/standard.hpp>

namespace tali::detail {

/// Stops device code that broke a documented precondition. Host code throws instead.
[[noreturn]] TALI_FN void device_trap() {
#if defined(__CUDA_ARCH__)
  __trap();
#elif defined(TALI_GPU_CODE)
  __builtin_trap();
#endif
  __builtin_unreachable();
}

}  // namespace tali::detail

// Tests emulate CUDA's keywords with macros, and these functions with them. __device__ alone is not a sign
// of CUDA: <cuda_runtime.h> defines it for host compilers too.
#if defined(__HIP__)
#include <tali/detail/device_hip.hpp>
#endif

#if defined(TALI_GPU_COMPILER) || defined(TALI_EMULATED_DEVICE)

/// Device functions. `lanes` is the bit mask of the warp's lanes that call together.
namespace tali::detail::gpu {

#if !defined(__HIP__)

inline constexpr unsigned all_lanes = 0xffffffffu;

/// x of lane `from` of the warp.
template <class T>
__device__ __forceinline__ T shuffle(unsigned lanes, T x, int from) {
  return __shfl_sync(lanes, x, from);
}
/// The same within groups of `width` neighbouring lanes: x of the group's lane `from` modulo `width`.
template <class T>
__device__ __forceinline__ T shuffle(unsigned lanes, T x, int from, int width) {
  return __shfl_sync(lanes, x, from, width);
}
/// The mask of lanes whose `yes` is true.
__device__ __forceinline__ unsigned ballot(unsigned lanes, bool yes) { return __ballot_sync(lanes, yes); }
/// Whether any lane's `yes` is true.
__device__ __forceinline__ bool any_of(unsigned lanes, bool yes) { return __any_sync(lanes, yes) != 0; }

/// Waits for the warp's lanes, and makes their writes visible to each other.
__device__ __forceinline__ void synchronise_warp() { __syncwarp(); }

/// The same for all threads of the block.
__device__ __forceinline__ void synchronise_block() { __syncthreads(); }

#endif

/// The number of set bits.
__device__ __forceinline__ int count_bits(unsigned x) { return __popc(x); }
/// The position of the lowest set bit, counted from 1; 0 if no bit is set.
__device__ __forceinline__ int first_set_bit(unsigned x) { return __ffs(static_cast<int>(x)); }

/// The bits of x where `mask` has ones, and those of y elsewhere, in one instruction: compilers sometimes
/// make three instructions from the two masked words.
template <std::uint32_t mask>
__device__ __forceinline__ std::uint32_t merge_bits(std::uint32_t x, std::uint32_t y) {
#if defined(__CUDA_ARCH__)
  std::uint32_t merged;
  asm("lop3.b32 %0, %1, %2, %3, 0xca;" : "=r"(merged) : "n"(mask), "r"(x), "r"(y));
  return merged;
#else
  return (x & mask) | (y & ~mask);
#endif
}

/// Adds x, and returns the old value.
template <class T>
__device__ __forceinline__ T atomic_add(T* to, T x) {
  return atomicAdd(to, x);
}
/// Stores the minimum, and returns the old value.
template <class T>
__device__ __forceinline__ T atomic_min(T* to, T x) {
  return atomicMin(to, x);
}
/// Adds x over GF(2).
__device__ __forceinline__ void atomic_xor(std::uint32_t* to, std::uint32_t x) { atomicXor(to, x); }
__device__ __forceinline__ void atomic_xor(std::uint64_t* to, std::uint64_t x) {
  atomicXor(reinterpret_cast<unsigned long long*>(to), static_cast<unsigned long long>(x));
}

#if !defined(__HIP__)  // AMD's GPUs have one barrier per block

/// Waits until `threads` threads have reached barrier 1 ... 15, with this function or with arrive_at_part.
template <int threads>
__device__ __forceinline__ void synchronise_part([[maybe_unused]] unsigned barrier) {
#if defined(__CUDACC__)
  asm volatile("bar.sync %0, %1;" ::"r"(barrier), "n"(threads) : "memory");
#else
  emulated_part_barrier(barrier, threads);
#endif
}

/// Arrives at that barrier after all reads and writes of this thread, and does not wait.
template <int threads>
__device__ __forceinline__ void arrive_at_part([[maybe_unused]] unsigned barrier) {
#if defined(__CUDACC__)
  asm volatile("bar.arrive %0, %1;" ::"r"(barrier), "n"(threads) : "memory");
#else
  emulated_part_arrival(barrier, threads);
#endif
}

#endif

/// Stores four words at an address that is a multiple of 16. Written as an instruction, because the compiler
/// splits the vector if the same words are also stored one by one nearby.
__device__ __forceinline__ void store_four(void* to, const std::uint32_t (&w)[4]) {
#if defined(__CUDACC__)
  asm volatile("st.global.v4.u32 [%0], {%1, %2, %3, %4};" ::"l"(to), "r"(w[0]), "r"(w[1]), "r"(w[2]),
               "r"(w[3])
               : "memory");
#else
  memcpy(to, w, sizeof w);
#endif
}

/// Starts copies from global to shared memory. After `end_of_copies`, `wait_for_copies` waits for the copies
/// of this thread.
/// @tparam bytes  4, 8 or 16
template <int bytes>
__device__ __forceinline__ void copy_to_shared(void* to, const void* from) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  const auto address = static_cast<std::uint32_t>(__cvta_generic_to_shared(to));
  if constexpr (bytes == 16) {  // not through the L1 cache
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, 16;" ::"r"(address), "l"(from) : "memory");
  } else {
    asm volatile("cp.async.ca.shared.global [%0], [%1], %2, %2;" ::"r"(address), "l"(from), "n"(bytes)
                 : "memory");
  }
#else
  memcpy(to, from, bytes);
#endif
}
__device__ __forceinline__ void end_of_copies() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  asm volatile("cp.async.commit_group;");
#endif
}
__device__ __forceinline__ void wait_for_copies() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  asm volatile("cp.async.wait_group 0;");
#endif
}

}  // namespace tali::detail::gpu

#endif

#if defined(__CUDACC__)

namespace tali::detail::gpu {

// Arithmetic. Instructions with an explicit rounding mode are never fused. As PTX they also keep subnormal
// floats under -ftz=true, unlike intrinsics.

__device__ __forceinline__ float multiply(float a, float b) {
  float out;
  asm("mul.rn.f32 %0, %1, %2;" : "=f"(out) : "f"(a), "f"(b));
  return out;
}
__device__ __forceinline__ double multiply(double a, double b) { return __dmul_rn(a, b); }

__device__ __forceinline__ float add(float a, float b) {
  float out;
  asm("add.rn.f32 %0, %1, %2;" : "=f"(out) : "f"(a), "f"(b));
  return out;
}
__device__ __forceinline__ double add(double a, double b) { return __dadd_rn(a, b); }

/// a b + c, rounded once.
__device__ __forceinline__ float fma(float a, float b, float c) {
  float out;
  asm("fma.rn.f32 %0, %1, %2, %3;" : "=f"(out) : "f"(a), "f"(b), "f"(c));
  return out;
}
__device__ __forceinline__ double fma(double a, double b, double c) { return __fma_rn(a, b, c); }

__device__ __forceinline__ float divide(float a, float b) {
  float out;
  asm("div.rn.f32 %0, %1, %2;" : "=f"(out) : "f"(a), "f"(b));
  return out;
}
__device__ __forceinline__ double divide(double a, double b) { return __ddiv_rn(a, b); }

/// 1 / x rounded to nearest, for |x| of 2^-125 ... 2^125: an approximation accurate to the last place and a
/// Newton step, which is correctly rounded (Markstein) except for a mantissa of all ones. elementary_test
/// tests every mantissa.
__device__ __forceinline__ float reciprocal_of_normal(float x) {
  float r;
  asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(x));
  return fma(r, fma(-x, r, 1.0f), r);
}
__device__ __forceinline__ double reciprocal_of_normal(double x) { return __drcp_rn(x); }

__device__ __forceinline__ float square_root(float x) {
  float out;
  asm("sqrt.rn.f32 %0, %1;" : "=f"(out) : "f"(x));
  return out;
}
__device__ __forceinline__ double square_root(double x) { return __dsqrt_rn(x); }

/// 1 / sqrt(x) of a normal x, with a relative error of about 2^-20.
__device__ __forceinline__ double approximate_reciprocal_root(double x) {
  double out;
  asm("rsqrt.approx.ftz.f64 %0, %1;" : "=d"(out) : "d"(x));
  return out;
}

__device__ __forceinline__ float to_float(double x) {
  float out;
  asm("cvt.rn.f32.f64 %0, %1;" : "=f"(out) : "d"(x));
  return out;
}
__device__ __forceinline__ double to_double(float x) {
  double out;
  asm("cvt.f64.f32 %0, %1;" : "=d"(out) : "f"(x));
  return out;
}

/// 1, hidden from the compiler: computed from the lane's number, which is below 32.
__device__ __forceinline__ std::uint32_t unknown_one() {
  std::uint32_t out;
  asm("{\n\t.reg .u32 lane;\n\tmov.u32 lane, %%laneid;\n\tshr.u32 lane, lane, 5;\n\tadd.u32 %0, lane, 1;\n\t}"
      : "=r"(out));
  return out;
}
/// a + b on the multipliers, which keeps the units for logic and shifts free for the rest of a cipher.
__device__ __forceinline__ std::uint32_t add_by_multipliers(std::uint32_t a, std::uint32_t b) {
  std::uint32_t out;
  asm("mad.lo.u32 %0, %1, %2, %3;" : "=r"(out) : "r"(b), "r"(unknown_one()), "r"(a));
  return out;
}
__device__ __forceinline__ std::uint64_t add_by_multipliers(std::uint64_t a, std::uint64_t b) {
  std::uint32_t low, high;
  asm("{\n\tadd.cc.u32 %0, %2, %3;\n\tmadc.lo.u32 %1, %5, %6, %4;\n\t}"
      : "=&r"(low), "=r"(high)
      : "r"(static_cast<std::uint32_t>(a)), "r"(static_cast<std::uint32_t>(b)),
        "r"(static_cast<std::uint32_t>(a >> 32)), "r"(static_cast<std::uint32_t>(b >> 32)),
        "r"(unknown_one()));
  return std::uint64_t{high} << 32 | low;
}

/// Two floats rounded to 16 bits each, the first one in the low half.
__device__ __forceinline__ std::uint32_t to_bfloat16_pair(float first, float second) {
  std::uint32_t out;
  asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(out) : "f"(second), "f"(first));
  return out;
}
__device__ __forceinline__ std::uint32_t to_float16_pair(float first, float second) {
  std::uint32_t out;
  asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(out) : "f"(second), "f"(first));
  return out;
}
/// a b + c for two pairs of bfloat16, rounded once.
__device__ __forceinline__ std::uint32_t fma_bfloat16_pair(std::uint32_t a, std::uint32_t b,
                                                           std::uint32_t c) {
  std::uint32_t out;
  asm("fma.rn.bf16x2 %0, %1, %2, %3;" : "=r"(out) : "r"(a), "r"(b), "r"(c));
  return out;
}

// Words.

/// The full product a b. nvcc 13 turns a product with a 32-bit constant into a 64-bit one, which takes
/// another instruction.
__device__ __forceinline__ std::uint64_t multiply_wide(std::uint32_t a, std::uint32_t b) {
  std::uint64_t p;
  asm("mul.wide.u32 %0, %1, %2;" : "=l"(p) : "r"(a), "r"(b));
  return p;
}

/// x >> bits, hidden from nvcc, which would replace a shift right and left by a mask and an addition.
template <int bits>
__device__ __forceinline__ std::uint32_t opaque_shift_right(std::uint32_t x) {
  std::uint32_t out;
  asm("shr.u32 %0, %1, %2;" : "=r"(out) : "r"(x), "n"(bits));
  return out;
}

/// The bits in reverse order.
__device__ __forceinline__ std::uint32_t reverse_bits(std::uint32_t x) { return __brev(x); }

__device__ __forceinline__ int first_set_bit(std::uint64_t x) { return __ffsll(static_cast<long long>(x)); }

// Warps.

/// x of the lane whose number differs in the bits of `distance`.
template <class T>
__device__ __forceinline__ T shuffle_xor(unsigned lanes, T x, int distance) {
  return __shfl_xor_sync(lanes, x, distance);
}
/// The mask of the active lanes.
__device__ __forceinline__ unsigned active_lanes() { return __activemask(); }
/// The sum of all lanes' words over GF(2), in every lane.
__device__ __forceinline__ std::uint32_t xor_of_lanes(std::uint32_t x) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  return __reduce_xor_sync(all_lanes, x);
#else
  for (int d = 16; d > 0; d /= 2) x ^= __shfl_xor_sync(all_lanes, x, d);
  return x;
#endif
}

// Shared memory.

/// An address in shared memory, as an operand of instructions.
__device__ __forceinline__ std::uint32_t shared_address(const void* p) {
  return static_cast<std::uint32_t>(__cvta_generic_to_shared(p));
}
/// Loads four words from such an address. Written as an instruction, because the compiler does not see that a
/// member of a member points to shared memory.
__device__ __forceinline__ void load_four_shared(std::uint32_t address, std::uint32_t& a, std::uint32_t& b,
                                                 std::uint32_t& c, std::uint32_t& d) {
  asm("ld.shared.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "r"(address));
}

/// A default-constructed T in constant memory: an instruction can have a double in constant memory as
/// operand. A literal double costs two extra instructions, as much as an fma.
template <class T>
static __constant__ T in_constant_memory{};

}  // namespace tali::detail::gpu

#endif
