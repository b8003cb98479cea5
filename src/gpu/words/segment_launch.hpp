// SPDX-License-Identifier: Apache-2.0
// Divides ranges into launches, for engines whose threads make segments.
#pragma once

#include <algorithm>
#include <cstdint>

#include <tali/detail/device.hpp>
#include <tali/engine/mersenne_twister.hpp>
#include <tali/simd/warp.hpp>

#include "gpu/words/finish.cuh"
#include "gpu/words/segment_generators.cuh"
#include "gpu/words/twister_kernel.cuh"
#include "linear/device_tables.hpp"

namespace tali::cuda_driver {

// The bulk kernel of generators with a small state. Each thread makes one segment of the range: a jump leads
// to the segment's beginning, and steps make its words. Threads of a warp are a segment apart, so their words
// pass through shared memory and are stored in rows.
//
// A jump of a generator that is linear over GF(2) is a product with a matrix (H. Haramoto et al., "Efficient
// jump ahead for F2-linear random number generators", INFORMS J. Comput. 20(3), 2008, section 1). A warp
// computes it together: a lane has one row for each word of the new state, and a ballot joins the bits.

inline constexpr int segment_threads = 256;

/// A range of words, divided into segments. The first segment begins `skip` words before the range, at a step
/// of the generator.
struct segment_range {
  std::uint64_t words;
  std::uint64_t skip;
  int log2_steps;  ///< log2 of the steps per segment; a segment has at least steps_a_tile
};

/// How the threads of a block share words.
template <class G>
struct segment_layout {
  static constexpr int rows = detail::warp_size / G::lanes;    ///< segments per warp
  static constexpr int segments = segment_threads / G::lanes;  ///< segments per block
  static constexpr int step_words = G::lanes * G::width;       ///< words per step of a segment
  static constexpr int steps_a_tile = G::steps_a_tile;
  static constexpr int row_words = steps_a_tile * step_words;  ///< words per segment between two stores
  /// Distance between rows in shared memory, so that no two lanes use the same bank.
  static constexpr int pitch = row_words + (G::lanes == 1 ? 1 : step_words);
  static constexpr int tile = rows * pitch;
  static_assert(row_words % detail::warp_size == 0);
};

/// The product of a matrix of step_matrices and a state. Each lane has its rows of the matrix; all lanes have
/// the state.
template <int words>
__device__ __forceinline__ void multiply_in_warp(const std::uint32_t (&row)[words * words],
                                                 std::uint32_t (&x)[words]) {
  std::uint32_t y[words];
#pragma unroll
  for (int o = 0; o < words; ++o) {
    std::uint32_t sum = 0;
#pragma unroll
    for (int i = 0; i < words; ++i) sum ^= row[o * words + i] & x[i];
    y[o] = detail::gpu::ballot(detail::gpu::all_lanes, detail::gpu::count_bits(sum) % 2 != 0);
  }
#pragma unroll
  for (int o = 0; o < words; ++o) x[o] = y[o];
}

/// Returns the generator at its segment's beginning. All threads of a block must call it.
/// @param first  number of the block's first segment
template <class G>
__device__ __forceinline__ G linear_start(const typename G::start& from, const std::uint32_t* matrices,
                                          std::uint64_t first, int log2_steps, std::uint32_t* shared) {
  constexpr int words = G::linear_words;
  const unsigned lane = threadIdx.x % detail::warp_size, warp = threadIdx.x / detail::warp_size;
  // The warp makes the states of 32 neighbouring segments, for one lane of the generator.
  const unsigned generator_lane = warp % G::lanes, segment = warp / G::lanes * detail::warp_size;
  std::uint32_t x[words], thread_state[words] = {}, row[words * words];
#pragma unroll
  for (int k = 0; k < words; ++k) x[k] = from.word[k][generator_lane];
  const auto load = [&](int k) {
    const std::uint32_t* const m =
        matrices + std::uint64_t{words * words * detail::warp_size} * static_cast<unsigned>(k);
#pragma unroll
    for (int j = 0; j < words * words; ++j) row[j] = m[j * detail::warp_size + lane];
  };
  int k = log2_steps;
  for (std::uint64_t left = first + segment; left != 0; left >>= 1, ++k) {
    if (left % 2 == 0) continue;
    load(k);
    multiply_in_warp(row, x);
  }
  load(log2_steps);
#pragma unroll 1
  for (unsigned q = 0; q < detail::warp_size; ++q) {
#pragma unroll
    for (int o = 0; o < words; ++o) thread_state[o] = q == lane ? x[o] : thread_state[o];
    multiply_in_warp(row, x);
  }
  if constexpr (G::lanes > 1) {  // passes the state to the thread that runs the generator
#pragma unroll
    for (int o = 0; o < words; ++o)
      shared[o * segment_threads + (segment + lane) * G::lanes + generator_lane] = thread_state[o];
    detail::gpu::synchronise_block();
#pragma unroll
    for (int o = 0; o < words; ++o) thread_state[o] = shared[o * segment_threads + threadIdx.x];
    detail::gpu::synchronise_block();
  }
  return G(from, thread_state, (first + threadIdx.x / G::lanes) << log2_steps);
}

/// Stores a tile of the warp's segments from shared memory.
/// @param index       index in the range of the first row's first word; it wraps before the range
/// @param row_stride  words from one row's beginning to the next row's
/// @param whole       the whole tile is within the range
template <class G, bool whole>
__device__ __forceinline__ void store_rows(const std::uint32_t* tile, std::uint32_t* to, std::uint64_t words,
                                           std::uint64_t index, unsigned row_stride) {
  using layout = segment_layout<G>;
  const unsigned lane = threadIdx.x % detail::warp_size;
  std::uint32_t* const out = to + static_cast<std::int64_t>(index);
#pragma unroll
  for (int k = 0; k < layout::rows * layout::row_words; k += detail::warp_size) {
    const int row = k / layout::row_words, column = k % layout::row_words;
    const unsigned at = static_cast<unsigned>(row) * row_stride + static_cast<unsigned>(column) + lane;
    const std::uint32_t w = tile[row * layout::pitch + column + static_cast<int>(lane)];
    if (whole || index + at < words) out[at] = w;
  }
}

/// @param matrices  of the generator's steps, if it is linear
template <class G, class Finish>
__global__ void __launch_bounds__(segment_threads)
    segments_kernel(const typename G::start from, const std::uint32_t* matrices, const segment_range r,
                    const Finish finish, std::uint32_t* to) {
  using layout = segment_layout<G>;
  constexpr int batch = 4;  // number of words that are finished together
  __shared__ std::uint32_t shared[segment_threads / detail::warp_size * layout::tile];
  static_assert(G::lanes == 1 || segment_threads * G::linear_words <= sizeof shared / sizeof *shared);
  const unsigned lane = threadIdx.x % detail::warp_size, warp = threadIdx.x / detail::warp_size;
  const std::uint64_t first = std::uint64_t{blockIdx.x} * layout::segments;
  G g = [&] {
    if constexpr (G::linear_words != 0) {
      return linear_start<G>(from, matrices, first, r.log2_steps, shared);
    } else {
      return G(from, (first + threadIdx.x) << r.log2_steps);
    }
  }();
  std::uint32_t* const tile = shared + warp * layout::tile;
  std::uint32_t* const thread_tile = tile + lane / G::lanes * layout::pitch + lane % G::lanes * G::width;
  const unsigned row_stride = static_cast<unsigned>(layout::step_words) << r.log2_steps;
  std::uint64_t index = (first + warp * layout::rows) * row_stride - r.skip;
  // All of the warp's words are within the range.
  const bool whole = index < r.words && r.words - index >= std::uint64_t{row_stride} * layout::rows;
#pragma unroll 1
  for (unsigned left = 1u << r.log2_steps; left != 0; left -= layout::steps_a_tile) {
#pragma unroll
    for (int k = 0; k < layout::steps_a_tile * G::width; k += batch) {
      std::uint32_t w[batch];
#pragma unroll
      for (int j = 0; j < batch; j += G::width) g.step(w + j);
      finish(w);
#pragma unroll
      for (int j = 0; j < batch; ++j)
        thread_tile[(k + j) / G::width * layout::step_words + (k + j) % G::width] = w[j];
    }
    detail::gpu::synchronise_warp();
    if (whole) {
      store_rows<G, true>(tile, to, r.words, index, row_stride);
    } else {
      store_rows<G, false>(tile, to, r.words, index, row_stride);
    }
    detail::gpu::synchronise_warp();
    index += layout::row_words;
  }
}

/// Calls launch(engine, words, to) for a range of words that starts at an engine's position: once, or twice
/// if the end of the sequence's 2^64 words is within the range.
template <class E, class Launch>
void up_to_the_end(const E& e, std::uint64_t first, std::uint64_t words, std::uint32_t* to,
                   const Launch& launch) {
  E at = e;
  if (first != 0) at.discard(first);
  const std::uint64_t left = 0 - at.position();
  if (left == 0 || words <= left) return launch(at, words, to);
  launch(at, left, to);
  at.discard(left);
  launch(at, words - left, to + left);
}

/// A launch of segments_kernel, except its pointers.
struct segments_cut {
  segment_range range;
  unsigned grid;
};

/// @param e      at the range's first word
/// @param steps  maximum per segment. 0: as many as amortise the jump, and fewer if multiprocessors would be
/// idle
template <class G>
segments_cut cut_segments(const typename G::engine& e, std::uint64_t words, int multiprocessors,
                          std::uint64_t steps = 0) {
  using layout = segment_layout<G>;
  constexpr int min_log2 = detail::log2_of(layout::steps_a_tile),
                shortest = min_log2 + (G::lanes == 1 ? 1 : 2);
  segments_cut c{{words, static_cast<std::uint64_t>(e.phase()), G::log2_longest}, 0};
  if (steps != 0) c.range.log2_steps = std::max(detail::log2_of(steps), min_log2);
  const auto blocks = [&] {
    const std::uint64_t a_block = std::uint64_t{layout::segments * layout::step_words} << c.range.log2_steps;
    return (words + c.range.skip + a_block - 1) / a_block;
  };
  if (steps == 0) {
    while (c.range.log2_steps > shortest && blocks() < static_cast<std::uint64_t>(multiprocessors))
      --c.range.log2_steps;
  }
  while (blocks() > 0x7fffffffu) ++c.range.log2_steps;
  c.grid = static_cast<unsigned>(blocks());
  return c;
}

/// The next untempered output, and the following ones.
template <class Word>
twister_window<Word> window_of(const mersenne_twister<Word>& e) {
  constexpr int n = detail::mt19937_constants<Word>::n, m = detail::mt19937_constants<Word>::m;
  Word x[2 * n];
  const int at = static_cast<int>(e.at());
  for (int k = 0; k < n; ++k) x[k] = e.state()[static_cast<std::size_t>(k)];
  for (int k = 0; k < at; ++k) x[k + n] = detail::mt19937_next<Word>(x[k], x[k + 1], x[k + m]);
  twister_window<Word> w;
  for (int k = 0; k < n; ++k) w.x[k] = x[k + at];
  return w;
}

/// log2 of a segment's outputs, as measured on an H200 (evidence/2026-11-27-h200-twister.json). A jump costs
/// as much as some 2^18 outputs of a multiprocessor. Multiprocessors share the segments: 32 in short ranges,
/// 512 in long ones.
template <class Word>
int log2_of_segment(std::uint64_t outputs) {
  const int all = detail::log2_of(outputs - 1) + 1;  // rounded up
  if (all <= 22) return std::max(all - 5, 15);
  if (all <= 26) return 17 + (all > 24 ? 1 : 0);
  return all - (all <= (sizeof(Word) == 4 ? 28 : 27) ? 8 : 9);
}
static_assert(detail::twister_polynomials::segments == 1 << 9);

/// Number of blocks that share a jump, if multiprocessors would be idle otherwise. Each makes all outputs
/// that the polynomial's terms select from, so there are at most eight.
inline std::uint32_t parts_of_jumps(std::uint32_t jumps, int multiprocessors) {
  return std::clamp(static_cast<std::uint32_t>(multiprocessors) / jumps, 1u, 8u);
}
/// Maximum number of outputs that one block makes as a single segment.
inline constexpr std::uint64_t outputs_of_a_block = std::uint64_t{1} << 16;

}  // namespace tali::cuda_driver
