// SPDX-License-Identifier: Apache-2.0
// Divides ranges into launches, for engines that threads run along segments.
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

// The bulk kernel of generators with a small state, of which each thread runs one along a segment of the
// range: a jump leads to the segment, and its words follow by steps. Threads of a warp are a segment apart,
// so their words pass through shared memory, and are stored in rows.
//
// A jump of a generator that is linear over GF(2) is a product with a matrix (H. Haramoto et al., "Efficient
// jump ahead for F2-linear random number generators", INFORMS J. Comput. 20(3), 2008, section 1). A warp
// makes it together: a lane has a row for each word of the new state, and the bits meet in a ballot.

inline constexpr int segment_threads = 256;

/// A range of words, cut into segments. The first one begins `skip` words before the range, at a step of the
/// generator.
struct segment_range {
  std::uint64_t words;
  std::uint64_t skip;
  int log2_steps;  ///< of a segment's steps, at least steps_a_tile
};

/// How the threads of a block share out words.
template <class G>
struct segment_layout {
  static constexpr int rows = warp_size / G::lanes;            ///< segments of a warp
  static constexpr int segments = segment_threads / G::lanes;  ///< of a block
  static constexpr int step_words = G::lanes * G::width;       ///< words of a step of a segment
  static constexpr int steps_a_tile = G::steps_a_tile;
  static constexpr int row_words = steps_a_tile * step_words;  ///< between two stores
  /// From a row to the next in shared memory, so that no two lanes meet in a bank.
  static constexpr int pitch = row_words + (G::lanes == 1 ? 1 : step_words);
  static constexpr int tile = rows * pitch;
  static_assert(row_words % warp_size == 0);
};

/// The product of a matrix of step_matrices, of which each lane has its rows, with a state that all lanes
/// hold.
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

/// The generator at its segment's beginning, of all threads of a block together.
/// @param first  the number of the block's first segment
template <class G>
__device__ __forceinline__ G linear_start(const typename G::start& from, const std::uint32_t* matrices,
                                          std::uint64_t first, int log2_steps, std::uint32_t* shared) {
  constexpr int words = G::linear_words;
  const unsigned lane = threadIdx.x % warp_size, warp = threadIdx.x / warp_size;
  // The warp makes the states of 32 neighbouring segments of one lane of the generator.
  const unsigned mine = warp % G::lanes, segment = warp / G::lanes * warp_size;
  std::uint32_t x[words], own[words] = {}, row[words * words];
#pragma unroll
  for (int k = 0; k < words; ++k) x[k] = from.word[k][mine];
  const auto load = [&](int k) {
    const std::uint32_t* const m =
        matrices + std::uint64_t{words * words * warp_size} * static_cast<unsigned>(k);
#pragma unroll
    for (int j = 0; j < words * words; ++j) row[j] = m[j * warp_size + lane];
  };
  int k = log2_steps;
  for (std::uint64_t left = first + segment; left != 0; left >>= 1, ++k) {
    if (left % 2 == 0) continue;
    load(k);
    multiply_in_warp(row, x);
  }
  load(log2_steps);
#pragma unroll 1
  for (unsigned q = 0; q < warp_size; ++q) {
#pragma unroll
    for (int o = 0; o < words; ++o) own[o] = q == lane ? x[o] : own[o];
    multiply_in_warp(row, x);
  }
  if constexpr (G::lanes > 1) {  // to the thread that runs it
#pragma unroll
    for (int o = 0; o < words; ++o) shared[o * segment_threads + (segment + lane) * G::lanes + mine] = own[o];
    detail::gpu::synchronise_block();
#pragma unroll
    for (int o = 0; o < words; ++o) own[o] = shared[o * segment_threads + threadIdx.x];
    detail::gpu::synchronise_block();
  }
  return G(from, own, (first + threadIdx.x / G::lanes) << log2_steps);
}

/// A tile of the warp's segments from shared memory to its place.
/// @param index  in the range, of the first row's first word; before the range it wraps to beyond it
/// @param apart  words from a row's to the next one's
/// @param whole  all of it lies in the range
template <class G, bool whole>
__device__ __forceinline__ void store_rows(const std::uint32_t* tile, std::uint32_t* to, std::uint64_t words,
                                           std::uint64_t index, unsigned apart) {
  using layout = segment_layout<G>;
  const unsigned lane = threadIdx.x % warp_size;
  std::uint32_t* const out = to + static_cast<std::int64_t>(index);
#pragma unroll
  for (int k = 0; k < layout::rows * layout::row_words; k += warp_size) {
    const int row = k / layout::row_words, column = k % layout::row_words;
    const unsigned at = static_cast<unsigned>(row) * apart + static_cast<unsigned>(column) + lane;
    const std::uint32_t w = tile[row * layout::pitch + column + static_cast<int>(lane)];
    if (whole || index + at < words) out[at] = w;
  }
}

/// @param matrices  of the generator's steps, where it is linear
template <class G, class Finish>
__global__ void __launch_bounds__(segment_threads)
    segments_kernel(const typename G::start from, const std::uint32_t* matrices, const segment_range r,
                    const Finish finish, std::uint32_t* to) {
  using layout = segment_layout<G>;
  constexpr int together = 4;  // words that are finished at once
  __shared__ std::uint32_t shared[segment_threads / warp_size * layout::tile];
  static_assert(G::lanes == 1 || segment_threads * G::linear_words <= sizeof shared / sizeof *shared);
  const unsigned lane = threadIdx.x % warp_size, warp = threadIdx.x / warp_size;
  const std::uint64_t first = std::uint64_t{blockIdx.x} * layout::segments;
  G g = [&] {
    if constexpr (G::linear_words != 0) {
      return linear_start<G>(from, matrices, first, r.log2_steps, shared);
    } else {
      return G(from, (first + threadIdx.x) << r.log2_steps);
    }
  }();
  std::uint32_t* const tile = shared + warp * layout::tile;
  std::uint32_t* const own = tile + lane / G::lanes * layout::pitch + lane % G::lanes * G::width;
  const unsigned apart = static_cast<unsigned>(layout::step_words) << r.log2_steps;
  std::uint64_t index = (first + warp * layout::rows) * apart - r.skip;
  // All of the warp's words lie in the range.
  const bool whole = index < r.words && r.words - index >= std::uint64_t{apart} * layout::rows;
#pragma unroll 1
  for (unsigned left = 1u << r.log2_steps; left != 0; left -= layout::steps_a_tile) {
#pragma unroll
    for (int k = 0; k < layout::steps_a_tile * G::width; k += together) {
      std::uint32_t w[together];
#pragma unroll
      for (int j = 0; j < together; j += G::width) g.step(w + j);
      finish(w);
#pragma unroll
      for (int j = 0; j < together; ++j)
        own[(k + j) / G::width * layout::step_words + (k + j) % G::width] = w[j];
    }
    detail::gpu::synchronise_warp();
    if (whole) {
      store_rows<G, true>(tile, to, r.words, index, apart);
    } else {
      store_rows<G, false>(tile, to, r.words, index, apart);
    }
    detail::gpu::synchronise_warp();
    index += layout::row_words;
  }
}

/// Calls launch(engine, words, to) for a range of words from an engine on; for its two parts where the
/// sequence's 2^64 words end in it.
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

/// A launch of segments_kernel, without its pointers.
struct segments_cut {
  segment_range range;
  unsigned grid;
};

/// @param e      at the range's first word
/// @param steps  of a segment, at most, or 0: as many as pay for the way there, and fewer where
///               multiprocessors would have nothing to do
template <class G>
segments_cut cut_segments(const typename G::engine& e, std::uint64_t words, int multiprocessors,
                          std::uint64_t steps = 0) {
  using layout = segment_layout<G>;
  constexpr int least = log2_of(layout::steps_a_tile), shortest = least + (G::lanes == 1 ? 1 : 2);
  segments_cut c{{words, static_cast<std::uint64_t>(e.phase()), G::log2_longest}, 0};
  if (steps != 0) c.range.log2_steps = std::max(log2_of(steps), least);
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
/// as much as some 2^18 outputs of a multiprocessor, but segments are what multiprocessors share: 32 in short
/// ranges, 512 in long ones.
template <class Word>
int log2_of_segment(std::uint64_t outputs) {
  const int all = log2_of(outputs - 1) + 1;  // rounded up
  if (all <= 22) return std::max(all - 5, 15);
  if (all <= 26) return 17 + (all > 24 ? 1 : 0);
  return all - (all <= (sizeof(Word) == 4 ? 28 : 27) ? 8 : 9);
}
static_assert(detail::twister_polynomials::segments == 1 << 9);

/// Blocks that share a jump, where multiprocessors would have nothing to do. Each makes all of the outputs
/// that the terms are of, so there are no more than eight.
inline std::uint32_t parts_of_jumps(std::uint32_t jumps, int multiprocessors) {
  return std::clamp(static_cast<std::uint32_t>(multiprocessors) / jumps, 1u, 8u);
}
/// Outputs up to which one block makes a range.
inline constexpr std::uint64_t outputs_of_a_block = std::uint64_t{1} << 16;

}  // namespace tali::cuda_driver
