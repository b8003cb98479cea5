// SPDX-License-Identifier: Apache-2.0
// The part of device.hpp that differs on AMD's GPUs, for clang's HIP. Waves have 32 or 64 lanes. A warp is 32
// neighbouring lanes on all of them, the lower or the upper half of a wave of 64, so that values do not
// depend on the wave's size.
#pragma once

#include <tali/detail/compiler.hpp>
#include <tali/detail/standard.hpp>

#if defined(__HIP__)

namespace tali::detail::gpu {

inline constexpr unsigned all_lanes = 0xffffffffu;

/// This lane's number in its wave.
__device__ __forceinline__ unsigned lane_of_wave() { return __lane_id(); }

// The warp. `lanes` is the bit mask of its lanes that call together.

/// x of the lane `from`, modulo `width`, of the group of `width` neighbouring lanes.
template <class T>
__device__ __forceinline__ T shuffle(unsigned /*lanes*/, T x, int from, int width = 32) {
  const auto group = static_cast<unsigned>(width);
  return __shfl(
      x, static_cast<int>((lane_of_wave() & ~(group - 1u)) | (static_cast<unsigned>(from) & (group - 1u))));
}
/// x of the lane whose number differs in the bits of `distance`.
template <class T>
__device__ __forceinline__ T shuffle_xor(unsigned /*lanes*/, T x, int distance) {
  return __shfl(x, static_cast<int>(lane_of_wave() ^ static_cast<unsigned>(distance)));
}
/// The mask of lanes whose `yes` is true. The bits of lanes that took another branch mean nothing.
__device__ __forceinline__ unsigned ballot(unsigned lanes, bool yes) {
  return static_cast<unsigned>(__ballot(yes) >> (lane_of_wave() & 32u)) & lanes;
}
/// Whether any lane's `yes` is true.
__device__ __forceinline__ bool any_of(unsigned lanes, bool yes) { return ballot(lanes, yes) != 0; }
/// The mask of the active lanes.
__device__ __forceinline__ unsigned active_lanes() { return ballot(all_lanes, true); }
/// The sum of all lanes' words over GF(2), in every lane.
__device__ __forceinline__ std::uint32_t xor_of_lanes(std::uint32_t x) {
  for (int d = 16; d > 0; d /= 2) x ^= shuffle_xor(all_lanes, x, d);
  return x;
}

/// Waits for the warp's lanes, and makes their writes visible to each other. A wave's lanes run together:
/// only the compiler could change the order.
__device__ __forceinline__ void synchronise_warp() {
  __builtin_amdgcn_fence(__ATOMIC_ACQ_REL, "wavefront");
  __builtin_amdgcn_wave_barrier();
}
/// The same for all threads of the block. Not __syncthreads: that of HIP 5 orders shared memory only.
__device__ __forceinline__ void synchronise_block() {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
  __builtin_amdgcn_s_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}

// Arithmetic. With the pragma, operations are not fused after inlining either.

template <class F>
__device__ __forceinline__ F multiply(F a, F b) {
#pragma clang fp contract(off)
  return a * b;
}
template <class F>
__device__ __forceinline__ F add(F a, F b) {
#pragma clang fp contract(off)
  return a + b;
}
/// a b + c, rounded once.
__device__ __forceinline__ float fma(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
__device__ __forceinline__ double fma(double a, double b, double c) { return __builtin_fma(a, b, c); }
/// Correctly rounded, unless -fno-hip-fp32-correctly-rounded-divide-sqrt is given.
template <class F>
__device__ __forceinline__ F divide(F a, F b) {
  return a / b;
}
template <class F>
__device__ __forceinline__ F reciprocal_of_normal(F x) {
  return divide(F(1), x);
}
__device__ __forceinline__ float square_root(float x) { return __builtin_sqrtf(x); }
__device__ __forceinline__ double square_root(double x) { return __builtin_sqrt(x); }
/// 1 / sqrt(x) of a normal x, with a relative error of about 2^-23.
__device__ __forceinline__ double approximate_reciprocal_root(double x) { return __builtin_amdgcn_rsq(x); }

__device__ __forceinline__ float to_float(double x) { return static_cast<float>(x); }
__device__ __forceinline__ double to_double(float x) { return static_cast<double>(x); }

/// The multipliers are not faster here than the units for logic.
template <class U>
__device__ __forceinline__ constexpr U add_by_multipliers(U a, U b) {
  return a + b;
}

/// A float rounded to 16 bits. It is not NaN. A pair has its first number in the low half.
__device__ __forceinline__ std::uint32_t to_bfloat16(float x) {
  const auto u = __builtin_bit_cast(std::uint32_t, x);
  return (u + ((u >> 16 & 1u) + 0x7fffu)) >> 16;
}
__device__ __forceinline__ std::uint32_t to_bfloat16_pair(float first, float second) {
  return to_bfloat16(second) << 16 | to_bfloat16(first);
}
__device__ __forceinline__ std::uint32_t to_float16(float x) {
  return __builtin_bit_cast(std::uint16_t, static_cast<_Float16>(x));
}
__device__ __forceinline__ std::uint32_t to_float16_pair(float first, float second) {
  return to_float16(second) << 16 | to_float16(first);
}
/// a b + c for two pairs of bfloat16, rounded once: if a or b is a power of two, the float is not rounded.
__device__ __forceinline__ std::uint32_t fma_bfloat16_pair(std::uint32_t a, std::uint32_t b,
                                                           std::uint32_t c) {
  const auto low = [](std::uint32_t x) { return __builtin_bit_cast(float, x << 16); };
  const auto high = [](std::uint32_t x) { return __builtin_bit_cast(float, x & 0xffff0000u); };
  return to_bfloat16_pair(fma(low(a), low(b), low(c)), fma(high(a), high(b), high(c)));
}

// Words.

/// The full product a b.
__device__ __forceinline__ constexpr std::uint64_t multiply_wide(std::uint32_t a, std::uint32_t b) {
  return std::uint64_t{a} * b;
}
template <int bits>
__device__ __forceinline__ constexpr std::uint32_t opaque_shift_right(std::uint32_t x) {
  return x >> bits;
}
/// The bits in reverse order.
__device__ __forceinline__ constexpr std::uint32_t reverse_bits(std::uint32_t x) {
  return __builtin_bitreverse32(x);
}
__device__ __forceinline__ constexpr int first_set_bit(std::uint64_t x) {
  return __builtin_ffsll(static_cast<long long>(x));
}

// Shared memory.

/// An address in shared memory, as an operand of instructions.
__device__ __forceinline__ std::uint32_t shared_address(const void* p) {
  using shared = const __attribute__((address_space(3))) void*;
  return reinterpret_cast<std::uint32_t>((shared)p);
}
/// Loads four words from such an address.
__device__ __forceinline__ void load_four_shared(std::uint32_t address, std::uint32_t& a, std::uint32_t& b,
                                                 std::uint32_t& c, std::uint32_t& d) {
  using four = std::uint32_t __attribute__((ext_vector_type(4)));
  const four w = *reinterpret_cast<const __attribute__((address_space(3))) four*>(address);
  a = w[0], b = w[1], c = w[2], d = w[3];
}

/// A default-constructed T in constant memory.
template <class T>
static __constant__ T in_constant_memory{};

}  // namespace tali::detail::gpu

#endif
