// SPDX-License-Identifier: Apache-2.0
// The warp: 32 lanes that work together, so that a collective algorithm is written once. On CUDA a lane is a
// thread of a full warp and values cross lanes by shuffles; on the CPU the 32 lanes are SIMD registers.
//
// A warp type W offers W::i32, W::u32 and W::f64 (one value per lane) and the functions below. All operations
// are exact, so both kinds give the same bits.
#pragma once

#include <tali/detail/device.hpp>
#include <tali/detail/standard.hpp>
#include <tali/math/arithmetic.hpp>
#include <tali/simd/bits.hpp>
#if !defined(TALI_GPU_COMPILER)
#include <tali/math/lanes_arithmetic.hpp>
#endif

namespace tali {

namespace detail {

inline constexpr int warp_size = 32;

}  // namespace detail

#if defined(TALI_GPU_COMPILER)

namespace detail {

/// The calling warp. All 32 threads must call each function together; in debug builds (no NDEBUG) a call by
/// fewer threads traps.
struct cuda_warp {
  using i32 = std::int32_t;
  using u32 = std::uint32_t;
  using f64 = double;

  /// x of the lane whose number differs in the bits of `distance`: 1, 2, 4, 8 or 16.
  template <int distance>
  __device__ static i32 exchange(i32 x) {
#if !defined(NDEBUG)
    if (detail::gpu::active_lanes() != detail::gpu::all_lanes) detail::device_trap();
#endif
    return detail::gpu::shuffle_xor(detail::gpu::all_lanes, x, distance);
  }

  /// x, negated modulo 2^32 where bit `bit` of `word` is set.
  template <int bit>
  __device__ static i32 negate_where(u32 word, i32 x) {
    return (word & (1u << bit)) != 0 ? -x : x;
  }

  /// Looks up a table of 256 entries with `columns` values side by side: the index is the eight bits of
  /// `word` starting at bit `bit`, the column is lane mod columns.
  template <int columns, int bit>
  __device__ static i32 look_up(const std::int32_t* table, u32 word) {
    // The bits are shifted so that they are an offset in bytes; one more operation adds the lane.
    constexpr u32 entry = columns * sizeof(i32), mask = 255u * entry;
    constexpr int shift = bit - log2_of(entry);
    const u32 at = shift >= 0 ? word >> (shift & 31) : word << (-shift & 31);
    const u32 offset = (at & mask) | (threadIdx.x % columns * sizeof(i32));
    return *reinterpret_cast<const i32*>(reinterpret_cast<const char*>(table) + offset);
  }

  __device__ static f64 to_f64(i32 x) { return static_cast<double>(x); }
  __device__ static i32 as_signed(u32 x) { return static_cast<i32>(x); }
  __device__ static u32 as_unsigned(i32 x) { return static_cast<u32>(x); }
};

/// A lane's outputs of a batch distribution, of either kind, from its words. A full warp must call it.
template <class D, class Table>
__device__ __forceinline__ void lane_outputs(const D& d, const std::uint32_t (&w)[D::lane_words],
                                             const Table& table, typename D::lane_type (&x)[D::lane_values]) {
  if constexpr (D::lane_values == D::lane_words) {
#pragma unroll
    for (int k = 0; k < D::lane_values; ++k) x[k] = d(w[k], table);
  } else {
    d(w, table, x);
  }
}

}  // namespace detail

#endif

#if !defined(TALI_GPU_COMPILER)

namespace detail {

/// 32 lanes in registers of R bytes.
template <int R>
struct simd_warp {
  using i32 = lanes<std::int32_t, warp_size, R>;
  using u32 = lanes<std::uint32_t, warp_size, R>;
  using f64 = lanes<double, warp_size, R>;

  template <int distance>
  TALI_FN static i32 exchange(const i32& x) {
    return exchange_lanes<distance>(x);
  }

  template <int bit>
  TALI_FN static i32 negate_where(const u32& word, const i32& x) {
    return negate_where_bit<bit>(word, x);
  }

  template <int columns, int bit>
  TALI_FN static i32 look_up(const std::int32_t* table, const u32& word) {
    const u32 entry = (word >> bit) & u32(255u);
    return gather(table, entry * u32(columns) + (u32::iota(0, 1) & u32(columns - 1)));
  }

  TALI_FN static f64 to_f64(const i32& x) { return to_double(x); }
  TALI_FN static i32 as_signed(const u32& x) { return cast<std::int32_t>(x); }
  TALI_FN static u32 as_unsigned(const i32& x) { return cast<std::uint32_t>(x); }
};

}  // namespace detail

#endif  // nvcc has no SIMD registers, so .cu files can use the CPU's warp only through the compiled library

}  // namespace tali
