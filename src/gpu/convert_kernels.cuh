// SPDX-License-Identifier: Apache-2.0
// Values of any distribution from words, whatever made them.
//
// `skip` values at the range's beginning are not wanted: those of the batch in which the range begins, or of
// the unit of words.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include <tali/detail/device.hpp>
#include <tali/sequence.hpp>
#include <tali/simd/warp.hpp>

#include "gpu/fill_lanes_kernel.cuh"
#include "gpu/word_source.cuh"

namespace tali::cuda_driver {

inline constexpr unsigned convert_threads = 256;
/// Blocks that shall fit a multiprocessor, whatever the registers of an engine's functions.
inline constexpr unsigned convert_blocks = 4;
/// Of kernels whose lanes make many values each, so that these fit the registers.
inline constexpr unsigned convert_lane_threads = 128;

/// Words that a warp takes at a time, where a lane makes one value at a time.
inline constexpr int convert_tile = warp_size * word_source::unit;

/// Calls use(t, words) for every tile of a warp, of `tiles`, of which the words are at `words`.
template <class Use>
__device__ __forceinline__ void each_tile(const word_source& source, std::uint64_t tiles, const Use& use) {
  constexpr unsigned warps = convert_threads / warp_size;
  alignas(16) __shared__ std::uint32_t room[convert_threads * word_source::unit];
  const unsigned lane = threadIdx.x % warp_size, warp = threadIdx.x / warp_size;
  std::uint32_t* const own = room + warp * convert_tile;
  std::uint64_t t = blockIdx.x * warps + warp;
  thread_words words(source, t * convert_tile + lane * word_source::unit);
  for (; t < tiles; t += std::uint64_t{gridDim.x} * warps) {
    if (source.words != nullptr) {
      use(t, source.words + t * convert_tile);
      continue;
    }
    words.take(own + lane * word_source::unit, word_source::unit);
    detail::gpu::synchronise_warp();
    use(t, own);
    detail::gpu::synchronise_warp();
  }
}

template <class D>
__global__ void __launch_bounds__(convert_threads, convert_blocks)
    convert_kernel(const D distribution, const word_source source, std::size_t skip,
                   typename D::result_type* to, std::size_t n) {
  constexpr int values = convert_tile / D::words;
  const std::uint64_t tiles = (skip + n + values - 1) / values;
  each_tile(source, tiles, [&](std::uint64_t t, const std::uint32_t* words) {
#pragma unroll 1
    for (int j = static_cast<int>(threadIdx.x % warp_size); j < values; j += warp_size) {
      const std::size_t i = t * values + static_cast<unsigned>(j) - skip;
      if (i >= n) continue;  // before the range it wraps to beyond it
      std::uint32_t w[D::words];
#pragma unroll
      for (int k = 0; k < D::words; ++k) w[k] = words[j * D::words + k];
      to[i] = static_cast<typename D::result_type>(distribution(w));
    }
  });
}

template <class D>
__global__ void __launch_bounds__(convert_threads, convert_blocks)
    convert_spans_kernel(const D distribution, const word_source source, std::size_t skip,
                         typename D::result_type* to, std::size_t n) {
  __shared__ typename D::shared_table table;
  table.load();
  constexpr int lane_words = D::lane_words;
  static_assert(convert_tile % D::batch_size == 0);
  const int lane = static_cast<int>(threadIdx.x % warp_size);
  const std::uint64_t end = skip + n, tiles = (end + convert_tile - 1) / convert_tile;
  each_tile(source, tiles, [&](std::uint64_t t, const std::uint32_t* words) {
#pragma unroll 1
    for (int b = 0; b < convert_tile; b += D::batch_size) {
      const std::uint64_t begin = t * convert_tile + static_cast<unsigned>(b);
      if (begin >= end) break;  // alike in all lanes; there need be no words
#pragma unroll
      for (int k = 0; k < lane_words; ++k) {
        const typename D::result_type x = distribution(words[b + lane * lane_words + k], table);
        const std::size_t i = begin + static_cast<unsigned>(k * warp_size + lane) - skip;
        if (i < n) to[i] = x;  // before the range it wraps to beyond it
      }
    }
  });
}

/// @param aligned  runs of whole batches begin at multiples of their size
template <class D>
__global__ void __launch_bounds__(convert_lane_threads)
    convert_lanes_kernel(const D distribution, const word_source source, std::size_t skip,
                         typename D::result_type* to, std::size_t n, bool aligned) {
  __shared__ typename D::shared_table table;
  table.load();
  static_assert(D::lane_words % word_source::unit == 0);
  const unsigned lane = threadIdx.x % D::lanes;
  const std::uint64_t batches = (skip + n + D::batch_size - 1) / D::batch_size;
  std::uint64_t s = (blockIdx.x * convert_lane_threads + threadIdx.x) / D::lanes;
  thread_words words(source, s * D::batch_size + lane * D::lane_words);
#pragma unroll 1
  for (; s < batches; s += std::uint64_t{gridDim.x} * (convert_lane_threads / D::lanes)) {
    alignas(16) std::uint32_t own[D::lane_words];
    if (source.words != nullptr) {
      memcpy(own, source.words + s * D::batch_size + lane * D::lane_words, sizeof own);
    } else {
      words.take(own, D::lane_words);
    }
    store_span(lane_stores<D>(distribution, own, table), to, n, aligned, s * D::batch_size - skip);
  }
}

}  // namespace tali::cuda_driver
