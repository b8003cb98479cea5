// SPDX-License-Identifier: Apache-2.0
// Values of any distribution from words of any source.
//
// `skip` is the number of values before the range's first value, in its batch or in its unit of words; these
// are not stored.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include <tali/detail/device.hpp>
#include <tali/sequence.hpp>
#include <tali/simd/warp.hpp>

#include "gpu/bulk/fill_lanes_kernel.cuh"
#include "gpu/bulk/lane_words.cuh"
#include "gpu/words/word_source.cuh"

namespace tali::cuda_driver {

inline constexpr unsigned convert_threads = 256;
/// Number of blocks that must fit on a multiprocessor, regardless of the registers that an engine's functions
/// need.
inline constexpr unsigned convert_blocks = 4;
/// For kernels whose lanes make many values each, so that the values fit into registers.
inline constexpr unsigned convert_lane_threads = 128;

/// Number of words that a warp takes at a time, if a lane makes one value at a time.
inline constexpr int convert_tile = detail::warp_size * word_source::unit;

/// A thread's next words of a source in memory, loaded while the current ones are used.
class words_ahead {
 public:
  __device__ __forceinline__ explicit words_ahead(const word_source& source) : source_{source} {}

  /// Requests the words starting at number `word`, up to the source's end.
  __device__ __forceinline__ void ask(std::uint64_t word) {
#pragma unroll
    for (int k = 0; k < word_source::unit; k += 4) {
      const std::uint64_t at = word + static_cast<unsigned>(k);
      word_vector<4>& four = four_[k / 4];
      if (at + 4 <= source_.in_memory) {
        four = *reinterpret_cast<const word_vector<4>*>(source_.words + at);
      } else {
#pragma unroll
        for (int j = 0; j < 4; ++j) {
          const std::uint64_t i = at + static_cast<unsigned>(j);
          if (i < source_.in_memory) four.w[j] = source_.words[i];
        }
      }
    }
  }
  /// @param to  aligned to 16 bytes
  __device__ __forceinline__ void take(std::uint32_t* to) const {
#pragma unroll
    for (int k = 0; k < word_source::unit / 4; ++k) reinterpret_cast<word_vector<4>*>(to)[k] = four_[k];
  }

 private:
  const word_source& source_;
  word_vector<4> four_[word_source::unit / 4] = {};
};

/// Calls use(t, words) for every tile t < `tiles` of a warp; `words` is the address of the tile's words.
template <class Use>
__device__ __forceinline__ void each_tile(const word_source& source, std::uint64_t tiles, const Use& use) {
  constexpr unsigned warps = convert_threads / detail::warp_size;
  alignas(16) __shared__ std::uint32_t room[convert_threads * word_source::unit];
  const unsigned lane = threadIdx.x % detail::warp_size, warp = threadIdx.x / detail::warp_size;
  std::uint32_t* const all = room + warp * convert_tile;
  std::uint32_t* const unit_words = all + lane * word_source::unit;
  const auto word_of = [&](std::uint64_t tile) { return tile * convert_tile + lane * word_source::unit; };
  const std::uint64_t step = std::uint64_t{gridDim.x} * warps;
  std::uint64_t t = blockIdx.x * warps + warp;
  thread_words words(source, word_of(t));
  words_ahead ahead(source);
  ahead.ask(word_of(t));  // nothing, if the words are from an engine
  for (; t < tiles; t += step) {
    if (source.words != nullptr) {
      ahead.take(unit_words);
      ahead.ask(word_of(t + step));
    } else {
      words.take(word_of(t), unit_words, word_source::unit);
    }
    detail::gpu::synchronise_warp();
    use(t, all);
    detail::gpu::synchronise_warp();
  }
}

template <class D>
__global__ void __launch_bounds__(convert_threads, convert_blocks)
    convert_kernel(const D distribution, const __grid_constant__ word_source source, std::size_t skip,
                   typename D::result_type* to, std::size_t n) {
  constexpr int values = convert_tile / D::words;
  const std::uint64_t tiles = (skip + n + values - 1) / values;
  each_tile(source, tiles, [&](std::uint64_t t, const std::uint32_t* words) {
#pragma unroll 1
    for (int j = static_cast<int>(threadIdx.x % detail::warp_size); j < values; j += detail::warp_size) {
      const std::size_t i = t * values + static_cast<unsigned>(j) - skip;
      if (i >= n) continue;  // before the range, i wraps to a large number
      if constexpr (stepwise_distribution<D>) {
        to[i] = distribution.of_words(words + j * D::words);
      } else {
        std::uint32_t w[D::words];
#pragma unroll
        for (int k = 0; k < D::words; ++k) w[k] = words[j * D::words + k];
        to[i] = static_cast<typename D::result_type>(distribution(w));
      }
    }
  });
}

template <class D>
__global__ void __launch_bounds__(convert_threads, convert_blocks)
    convert_spans_kernel(const D distribution, const __grid_constant__ word_source source, std::size_t skip,
                         typename D::result_type* to, std::size_t n) {
  __shared__ typename D::shared_table table;
  table.load();
  constexpr int lane_words = D::lane_words;
  static_assert(convert_tile % D::batch_size == 0);
  const int lane = static_cast<int>(threadIdx.x % detail::warp_size);
  const std::uint64_t end = skip + n, tiles = (end + convert_tile - 1) / convert_tile;
  each_tile(source, tiles, [&](std::uint64_t t, const std::uint32_t* words) {
#pragma unroll 1
    for (int b = 0; b < convert_tile; b += D::batch_size) {
      const std::uint64_t begin = t * convert_tile + static_cast<unsigned>(b);
      if (begin >= end) break;  // the same in all lanes; there may be no words here
#pragma unroll
      for (int k = 0; k < lane_words; ++k) {
        const typename D::result_type x = distribution(words[b + lane * lane_words + k], table);
        const std::size_t i = begin + static_cast<unsigned>(k * detail::warp_size + lane) - skip;
        if (i < n) to[i] = x;  // before the range, i wraps to a large number
      }
    }
  });
}

/// @param aligned  runs of whole batches begin at multiples of their size
template <class D>
__global__ void __launch_bounds__(convert_lane_threads)
    convert_lanes_kernel(const D distribution, const __grid_constant__ word_source source, std::size_t skip,
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
    alignas(16) std::uint32_t lane_words[D::lane_words];
    words.take(s * D::batch_size + lane * D::lane_words, lane_words, D::lane_words);
    store_span(lane_stores<D>(distribution, lane_words, table), to, n, aligned, s * D::batch_size - skip);
  }
}

/// The same for words in memory, which must hold whole batches. A warp's words go to shared memory, and each
/// lane reads its own words from there. The next words are loaded while values are made.
template <lane_distribution D>
struct memory_lanes {
  static_assert(D::lanes == detail::warp_size);
  using layout = lane_words_layout<D>;
  static constexpr int threads = lanes_threads, warps = threads / detail::warp_size;
  static constexpr int words =
      D::lanes * D::lane_words;  ///< number that lanes read, the first words of a batch
  /// Maximum number of blocks, for a GPU of 132 multiprocessors: each block reads the table once.
  static constexpr unsigned max_blocks = 132 * 2 * lanes_blocks<typename D::result_type>;

  struct shared {
    typename D::shared_table table;
    alignas(16) std::uint32_t words[warps][layout::size];
  };

  __device__ __forceinline__ static void run(shared& s, const D& distribution, const std::uint32_t* source,
                                             std::size_t skip, typename D::result_type* to, std::size_t n,
                                             bool aligned) {
    const unsigned lane = threadIdx.x % detail::warp_size, warp = threadIdx.x / detail::warp_size;
    const std::uint64_t batches = (skip + n + D::batch_size - 1) / D::batch_size;
    std::uint32_t* const room = s.words[warp];
    const auto ask = [&](std::uint64_t batch) {
      if (batch < batches) {
#pragma unroll
        for (int k = 0; k < words; k += 4 * detail::warp_size) {
          const int i = k + 4 * static_cast<int>(lane);
          detail::gpu::copy_to_shared<16>(room + layout::slot_of(i), source + batch * D::batch_size + i);
        }
      }
      detail::gpu::end_of_copies();
    };
    std::uint64_t b = std::uint64_t{blockIdx.x} * warps + warp;
    s.table.start_load();
    ask(b);
    s.table.finish_load();  // waits for all copies
#pragma unroll 1
    while (b < batches) {
      std::uint32_t lane_words[D::lane_words];
      layout::take(room, lane, lane_words);
      detail::gpu::synchronise_warp();
      const std::uint64_t begin = b * D::batch_size - skip;
      b += std::uint64_t{gridDim.x} * warps;
      ask(b);
      store_span(lane_stores<D>(distribution, lane_words, s.table), to, n, aligned, begin);
      detail::gpu::wait_for_copies();
      detail::gpu::synchronise_warp();
    }
  }
};

#if defined(TALI_GPU_COMPILER)
template <class D>
__global__ void __launch_bounds__(memory_lanes<D>::threads, lanes_blocks<typename D::result_type>)
    convert_memory_lanes_kernel(const D distribution, const std::uint32_t* source, std::size_t skip,
                                typename D::result_type* to, std::size_t n, bool aligned) {
  extern __shared__ double shared_doubles[];
  auto& s = *reinterpret_cast<typename memory_lanes<D>::shared*>(shared_doubles);
  memory_lanes<D>::run(s, distribution, source, skip, to, n, aligned);
}
#endif

}  // namespace tali::cuda_driver
