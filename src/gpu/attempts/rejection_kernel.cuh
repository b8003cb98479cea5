// SPDX-License-Identifier: Apache-2.0
// The kernels of rejection distributions that use inversion. The kernels that make attempts are in
// tali/cuda/detail/sampling_kernel.cuh; that of separate parameters per sample is in arrays_kernel.cuh.
#pragma once

#include <tali/cuda/detail/sampling_kernel.cuh>
#include <tali/detail/device.hpp>
#include <tali/detail/standard.hpp>
#include <tali/distribution/unbiased_int.hpp>
#include <tali/math/discrete_inversion.hpp>
#include <tali/rejection/attempts.hpp>

#include "gpu/attempts/arrays_kernel.cuh"
#include "gpu/bulk/row_batch.cuh"

namespace tali::cuda_driver {

template <class T>
inline constexpr bool has_short_attempts<unbiased_int<T>> = true;

/// Sample j by inversion, outcome by outcome. Not inlined, because only one sample in 10^7 needs it.
template <class D, int Rounds>
__device__ __attribute__((noinline)) typename D::result_type counted_value(
    const rejection_words<Rounds>& words, const D& d, std::uint64_t j) {
  return detail::inverted(words, d, j);
}

/// The sum of x over the lanes below this one, and over all lanes.
/// @param x  at most 15
__device__ __forceinline__ void count_lanes(unsigned x, unsigned lane, int& below, int& all) {
  below = all = 0;
#pragma unroll
  for (int b = 0; b < 4; ++b) {
    const unsigned lanes = detail::gpu::ballot(detail::gpu::all_lanes, (x >> b & 1u) != 0);
    below += detail::gpu::count_bits(lanes & ((1u << lane) - 1u)) << b;
    all += detail::gpu::count_bits(lanes) << b;
  }
}

/// All pieces of a row except the first begin at multiples of this, the tile size of inversion. If a row's
/// first sample is such a multiple, the row has no more pieces than its length requires.
inline constexpr std::uint64_t row_tile = rejection_words<detail::rounds_at_run_time>::inversion_tile;

/// The first sample of piece blockIdx.x of a row that begins at sample `at`; false if the row has no such
/// piece.
__device__ __forceinline__ bool find_piece_of_row(std::uint64_t at, std::uint64_t count, int piece_size,
                                                  std::uint64_t& start) {
  start = at / row_tile * row_tile + std::uint64_t{blockIdx.x} * static_cast<std::uint64_t>(piece_size);
  return blockIdx.x == 0 || start - at < count;
}

/// compacting_kernel for many rows: each row has its own row of blocks.
template <class D, int Rounds>
__global__ void __launch_bounds__(compacting_threads)
    compacting_rows_kernel(rejection_words<Rounds> words, const D argument, typename D::result_type* to,
                           const std::uint64_t count, const int piece_size,
                           const __grid_constant__ row_batch batch) {
  std::uint64_t first = 0, start = 0;
  turn_to_row(batch, blockIdx.y, 1, words, first, to);
  if (!find_piece_of_row(words.first() + first, count, piece_size, start)) return;
  compact_piece(words, argument, to, first, count, start, piece_size, nullptr);
}

/// Values by inversion with a table, which is first copied from device memory to shared memory. A warp makes
/// a tile of samples per step, eight per lane. Most samples fall in cells with one outcome; the others go to
/// the warp's queue, which all its lanes process together. Samples that 32 bits do not decide are made at the
/// end, so that the loop has no code for them.
/// @param start      the piece's first sample, a multiple of the tile size
/// @param has_table  whether the table is already in shared memory, from an earlier call
template <class D, int Rounds>
__device__ __forceinline__ void invert_piece(const rejection_words<Rounds>& words, const D& d,
                                             typename D::result_type* to, std::uint64_t first,
                                             std::uint64_t count, std::uint64_t start,
                                             const detail::inversion_table* table, int piece_size,
                                             bool has_table) {
  using T = typename D::result_type;
  constexpr int tile = rejection_words<Rounds>::inversion_tile, max_warps = 8, max_left = 256;
  constexpr int m = 16 / sizeof(T),
                parts = 8 / m;  // a lane stores m neighbouring values in each part of the tile
  constexpr int room = tile + 32;
  alignas(16) __shared__ std::uint32_t shared_words[sizeof(detail::inversion_table) / 4];
  __shared__ std::uint32_t
      queues[max_warps][room];  // upper 16 bits: index in the piece; lower: first 16 bits of the number
  __shared__ int left[max_left], left_count;
  const auto& shared = *reinterpret_cast<const detail::inversion_table*>(shared_words);
  const auto* const from = reinterpret_cast<const std::uint32_t*>(table);
  const auto threads = static_cast<int>(blockDim.x), thread = static_cast<int>(threadIdx.x);
  for (int i = thread; !has_table && i < static_cast<int>(sizeof(detail::inversion_table) / 4); i += threads)
    shared_words[i] = from[i];
  if (thread == 0) left_count = 0;
  detail::gpu::synchronise_block();

  const T mode = D::result(d.of_counted(shared.mode));
  const bool downwards = d.of_counted(1.0) < d.of_counted(0.0);
  const auto value_of = [&](int from_mode) {
    return mode + static_cast<T>(downwards ? -from_mode : from_mode);
  };
  const std::uint64_t at = words.first() + first, base = start - words.first();
  const int begin = blockIdx.x == 0 ? static_cast<int>(at - start) : 0;
  const std::uint64_t rest = first + count - base;
  const int end = rest < static_cast<std::uint64_t>(piece_size) ? static_cast<int>(rest) : piece_size;
  T* const out = to + static_cast<std::int64_t>(base - first);
  const bool aligned = reinterpret_cast<std::uintptr_t>(out) % 16 == 0;
  const unsigned lane = threadIdx.x % 32u;
  const int warp = thread / 32;
  std::uint32_t* const queue = queues[warp];
  int queued = 0;
  // Processes queue entries queued ... queued + n - 1, for n up to 32.
  const auto settle = [&](int n) {
    if (static_cast<int>(lane) < n) {
      const std::uint32_t e = queue[queued + static_cast<int>(lane)];
      const int index = static_cast<int>(e >> 16);
      std::int32_t from_mode = 0;
      bool known = shared.find_by_half(e & 0xffffu, from_mode);
      if (!known) {
        const detail::inversion_number u =
            words.inversion_rest(base + static_cast<std::uint64_t>(index), e & 0xffffu);
        known = shared.find(u.high, from_mode);
      }
      if (known) {
        out[index] = value_of(from_mode);
      } else if (const int slot = detail::gpu::atomic_add(&left_count, 1); slot < max_left) {
        left[slot] = index;
      }
    }
  };

  const std::uint64_t group = start / 8;
  auto block = words.block(group, rejection_words<Rounds>::inversion_words, 0);
  std::uint32_t high = narrow(group >> 32);
  for (int index = warp * tile; index < end; index += threads / 32 * tile) {
    if (index + tile <= begin) continue;
    // A row's piece may begin at any tile, so the counter may carry into its upper word between tiles.
    const std::uint64_t tile_group = group + static_cast<std::uint32_t>(index) / 8u;
    if (narrow(tile_group >> 32) != high) {
      high = narrow(tile_group >> 32);
      block = words.block(tile_group, rejection_words<Rounds>::inversion_words, 0);
    }
    std::uint32_t w[4];
    block(narrow(tile_group) + lane, w);
    const int lane_index = index + static_cast<int>(lane) * m;
    unsigned open = 0;
    T x[parts][m];
#pragma unroll
    for (int i = 0; i < 8; ++i) {
      const int cell = shared.cell_of(i < 4 ? w[i % 4] & 0xffffu : w[i % 4] >> 16);
      open |= (detail::inversion_table::is_outcome(cell) ? 0u : 1u) << i;
      x[i / m][i % m] = value_of(cell - detail::inversion_table::at_mode);
    }
    if (aligned && index >= begin && index + tile <= end) {
#pragma unroll
      for (int p = 0; p < parts; ++p) store_aligned(out + (lane_index + 32 * m * p), x[p]);
    } else {
#pragma unroll
      for (int i = 0; i < 8; ++i) {
        const int one = lane_index + 32 * m * (i / m) + i % m;
        if (one >= begin && one < end) {
          out[one] = x[i / m][i % m];
        } else {
          open &= ~(1u << i);
        }
      }
    }
    int slot = 0, more = 0;
    count_lanes(static_cast<unsigned>(detail::gpu::count_bits(open)), lane, slot, more);
    if (more == 0) continue;
    for (slot += queued; open != 0; open &= open - 1u) {
      const int i = detail::gpu::first_set_bit(open) - 1;
      const std::uint32_t a = (i & 1) != 0 ? w[1] : w[0], b = (i & 1) != 0 ? w[3] : w[2];
      const std::uint32_t both = (i & 2) != 0 ? b : a, half = i < 4 ? both & 0xffffu : both >> 16;
      const int where = lane_index + 32 * m * (i / m) + i % m;
      queue[slot++] = static_cast<std::uint32_t>(where) << 16 | half;
    }
    queued += more;
    detail::gpu::synchronise_warp();
    while (queued >= 32) {
      queued -= 32;
      settle(32);
    }
    detail::gpu::synchronise_warp();
  }
  const int last = queued;
  queued = 0;
  settle(last);
  detail::gpu::synchronise_block();
  const int all_left = left_count;
  if (all_left > max_left) {  // very rare: the whole piece is made again
    for (int index = begin + thread; index < end; index += threads)
      out[index] = counted_value(words, d, base + static_cast<std::uint64_t>(index));
    return;
  }
  for (int i = thread; i < all_left; i += threads)
    out[left[i]] = counted_value(words, d, base + static_cast<std::uint64_t>(left[i]));
}

template <class D, int Rounds>
__global__ void __launch_bounds__(256, 4)
    inversion_kernel(const __grid_constant__ rejection_words<Rounds> words, const __grid_constant__ D d,
                     typename D::result_type* to, const std::uint64_t first, const std::uint64_t count,
                     const detail::inversion_table* table, const int piece_size) {
  invert_piece(words, d, to, first, count, start_of_piece(words.first() + first, piece_size), table,
               piece_size, false);
}

/// For many rows: each row of blocks makes several rows, so that a block copies the table only once.
template <class D, int Rounds>
__global__ void __launch_bounds__(256, 4)
    inversion_rows_kernel(rejection_words<Rounds> words, const __grid_constant__ D d,
                          typename D::result_type* const to, const std::uint64_t count,
                          const detail::inversion_table* table, const int piece_size,
                          const __grid_constant__ row_batch batch, const unsigned rows) {
  bool has_table = false;
#pragma unroll 1
  for (unsigned row = blockIdx.y; row < rows; row += gridDim.y) {
    std::uint64_t first = 0, start = 0;
    typename D::result_type* out = to;
    turn_to_row(batch, row, 1, words, first, out);
    if (!find_piece_of_row(words.first() + first, count, piece_size, start)) continue;
    if (has_table) detail::gpu::synchronise_block();  // all threads have finished the previous row
    invert_piece(words, d, out, first, count, start, table, piece_size, has_table);
    has_table = true;
  }
}

/// Inversion without a table, outcome by outcome: one thread per sample.
template <class D, int Rounds>
__global__ void __launch_bounds__(256)
    counting_kernel(const rejection_words<Rounds> words, const D d, typename D::result_type* to,
                    const std::uint64_t first, const std::uint64_t count) {
  const std::uint64_t threads = std::uint64_t{gridDim.x} * blockDim.x;
  for (std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += threads)
    to[i] = detail::inverted(words, d, first + i);
}

/// The same for many rows: each row has its own row of blocks.
template <class D, int Rounds>
__global__ void __launch_bounds__(256)
    counting_rows_kernel(rejection_words<Rounds> words, const D d, typename D::result_type* to,
                         const std::uint64_t count, const __grid_constant__ row_batch batch) {
  std::uint64_t first = 0;
  turn_to_row(batch, blockIdx.y, 1, words, first, to);
  const std::uint64_t threads = std::uint64_t{gridDim.x} * blockDim.x;
  for (std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += threads)
    to[i] = detail::inverted(words, d, first + i);
}

}  // namespace tali::cuda_driver
