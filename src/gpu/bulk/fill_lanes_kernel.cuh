// SPDX-License-Identifier: Apache-2.0
// The bulk kernels of distributions whose lanes make many values each: a warp makes a span per step. One
// kernel stores only whole spans; the other works for every range and every engine.
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>

#include <tali/sequence.hpp>

#include "gpu/bulk/lanes_plan.hpp"

namespace tali::cuda_driver {

/// Number of blocks of lanes_threads that must fit on a multiprocessor.
template <class T>
inline constexpr int lanes_blocks = sizeof(T) <= 4 ? 2 : 1;

/// What a lane holds before it stores: values, or pairs of values packed into words.
template <class D>
struct lane_stores {
  static constexpr bool by_pairs = sizeof(typename D::result_type) == 2;
  using type = std::conditional_t<by_pairs, std::uint32_t, typename D::result_type>;
  static constexpr int count = by_pairs ? D::lane_values / 2 : D::lane_values;

  struct alignas(D::run * sizeof(typename D::result_type)) run {
    static constexpr int count = D::run * lane_stores::count / D::lane_values;
    type x[count];
  };
  static_assert(sizeof(run) == D::run * sizeof(typename D::result_type));

  type x[count];

  /// Makes the values.
  __device__ __forceinline__ lane_stores(const D& d, const std::uint32_t (&w)[D::lane_words],
                                         const typename D::shared_table& table) {
    if constexpr (by_pairs) {
      d.pairs(w, table, x);
    } else {
      d(w, table, x);
    }
  }

  /// Stores a whole span that begins at `to`, in whole runs.
  __device__ __forceinline__ void store(typename D::result_type* to, unsigned lane) const {
    auto* const out = reinterpret_cast<run*>(to) + lane;
#pragma unroll
    for (int k = 0; k < count; k += run::count) {
      run v;
      memcpy(&v, x + k, sizeof v);
      out[k / run::count * D::lanes] = v;
    }
  }

  /// The same if `to` is aligned to values, but not to a run. An aligned run has the last bytes of one lane's
  /// run and the first bytes of the next lane's; the rest, at the span's ends, is stored value by value.
  __device__ __forceinline__ void store_across(typename D::result_type* to, unsigned lane) const {
    const auto ahead = static_cast<int>(-reinterpret_cast<std::uintptr_t>(to) % sizeof(run));
    store_ahead<static_cast<int>(sizeof *to)>(to, lane, ahead);
    const int split = ahead / static_cast<int>(sizeof *to);
#pragma unroll
    for (int k = 0; k < D::run; ++k) {
      if (lane == 0 && k < split) to[k] = value(k);
      if (lane + 1 == detail::warp_size && k >= split) {
        to[D::batch_size - D::run + k] = value(D::lane_values - D::run + k);
      }
    }
  }

  /// Value k.
  __device__ __forceinline__ typename D::result_type value(int k) const {
    if constexpr (by_pairs) {
      return {static_cast<std::uint16_t>(x[k / 2] >> k % 2 * 16)};
    } else {
      return x[k];
    }
  }

 private:
  /// The aligned runs; the first begins `ahead` bytes after `to`. Each number of bytes has separate code, so
  /// that a word needs only one shuffle.
  template <int bytes>
  __device__ __forceinline__ void store_ahead(typename D::result_type* to, unsigned lane, int ahead) const {
    if constexpr (bytes < static_cast<int>(sizeof(run))) {
      if (ahead != bytes) {
        store_ahead<bytes + static_cast<int>(sizeof *to)>(to, lane, ahead);
        return;
      }
      static_assert(D::lanes == detail::warp_size);
      constexpr int words = static_cast<int>(sizeof(run) / 4), runs = count / run::count;
      constexpr int skipped = bytes / 4, half = bytes % 4 / 2, lacked = skipped + half;
      auto* const out = reinterpret_cast<run*>(reinterpret_cast<unsigned char*>(to) + bytes) + lane;
      std::uint32_t w[words + lacked], following[words];
      memcpy(w, x, sizeof(run));
#pragma unroll
      for (int r = 0; r < runs; ++r) {
        memcpy(following, x + (r + 1 < runs ? r + 1 : r) * run::count, sizeof following);
#pragma unroll
        for (int j = 0; j < lacked; ++j) {
          w[words + j] = detail::gpu::shuffle(detail::gpu::all_lanes, lane == 0 ? following[j] : w[j],
                                              static_cast<int>((lane + 1) % detail::warp_size));
        }
        std::uint32_t v[words];
#pragma unroll
        for (int j = 0; j < words; ++j) {
          v[j] = half == 0 ? w[j + skipped] : w[j + skipped] >> 16 | w[j + lacked] << 16;
        }
        run whole;
        memcpy(&whole, v, sizeof whole);
        if (r + 1 < runs || lane + 1 < detail::warp_size) out[r * D::lanes] = whole;
        memcpy(w, following, sizeof following);
      }
    }
  }
};

/// The spans of a warp: span `first`, and `left` - 1 more at distances of `step`.
struct spans_of_warp {
  std::uint64_t first, step;
  unsigned left;

  __device__ explicit spans_of_warp(const spans_plan& p) {
    const unsigned warps = blockDim.x / detail::warp_size;
    const std::uint64_t before = std::uint64_t{blockIdx.x / p.wave} * p.steps * p.wave + blockIdx.x % p.wave;
    first = before * warps + threadIdx.x / detail::warp_size;
    step = std::uint64_t{p.wave} * warps;
    const std::uint64_t after = first < p.spans ? (p.spans - 1 - first) / step + 1 : 0;
    left = static_cast<unsigned>(after < p.steps ? after : p.steps);
  }
};

/// Whole contiguous spans. The engine is at the first span's first word, at the beginning of a group, and
/// steady over all spans.
/// @param to  aligned to a run
template <class E, class D>
__global__ void __launch_bounds__(lanes_threads, lanes_blocks<typename D::result_type>)
    fill_whole_spans_kernel(const E engine, const D distribution, typename D::result_type* to,
                            const spans_plan p, const typename E::stride stride) {
  __shared__ typename D::shared_table table;
  table.start_load();
  spans_of_warp spans(p);
  const unsigned lane = threadIdx.x % D::lanes;
  typename E::template cursor<scalar::at_groups> at(engine,
                                                    spans.first * D::batch_size + lane * D::lane_words, 0);
  table.finish_load();
  if (spans.left == 0) return;
  typename D::result_type* out = to + spans.first * D::batch_size;
#pragma unroll 1
  for (; spans.left != 0; --spans.left) {
    std::uint32_t w[D::lane_words];
    at.take_steady(w);
    lane_stores<D>(distribution, w, table).store(out, lane);
    out += spans.step * D::batch_size;
    at.advance(stride);
  }
}

/// Stores the values of a span that are in the range.
/// @param n        number of elements of the range
/// @param aligned  runs of whole spans begin at multiples of their size; store_across() must not be called
/// then
/// @param begin    index in the range of the span's beginning; if that is before the range, the index wraps
template <class D>
__device__ __forceinline__ void store_span(const lane_stores<D>& values, typename D::result_type* to,
                                           std::uint64_t n, bool aligned, std::uint64_t begin) {
  const unsigned lane = threadIdx.x % D::lanes;
  if (begin < n && n - begin >= D::batch_size) {
    if (aligned) return values.store(to + begin, lane);
    return values.store_across(to + begin, lane);
  }
#pragma unroll
  for (int k = 0; k < D::lane_values; ++k) {
    const std::uint64_t i = begin + static_cast<std::uint64_t>(D::index_of(static_cast<int>(lane), k));
    if (i < n) to[i] = values.value(k);
  }
}

template <class E, class D>
__device__ __forceinline__ void fill_lanes_piece(const E& engine, const D& distribution,
                                                 typename D::result_type* to, const lanes_plan& p,
                                                 const typename E::stride& stride) {
  __shared__ typename D::shared_table table;
  table.start_load();
  spans_of_warp spans(p.cut);
  std::uint64_t begin = (p.first_span + spans.first * p.spacing) * D::batch_size - p.first;
  typename E::template cursor<scalar> at(engine, begin + p.first + threadIdx.x % D::lanes * D::lane_words, 0);
  table.finish_load();
  if (spans.left == 0) return;
#pragma unroll 1
  for (; spans.left != 0; --spans.left) {
    std::uint32_t w[D::lane_words];
    at.take(w);
    store_span(lane_stores<D>(distribution, w, table), to, p.n, p.aligned, begin);
    begin += spans.step * p.spacing * D::batch_size;
    at.advance(stride);
  }
}

/// Any range, from an engine at any position.
template <class E, class D>
__global__ void __launch_bounds__(lanes_threads, lanes_blocks<typename D::result_type>)
    fill_lanes_kernel(const E engine, const D distribution, typename D::result_type* to, const lanes_plan p,
                      const typename E::stride stride) {
  fill_lanes_piece(engine, distribution, to, p, stride);
}

/// The same, from an engine in device memory.
template <class E, class D>
__global__ void __launch_bounds__(lanes_threads, lanes_blocks<typename D::result_type>)
    fill_lanes_chained_kernel(const E* engine, const D distribution, typename D::result_type* to,
                              const lanes_plan p, const typename E::stride stride) {
  fill_lanes_piece(*engine, distribution, to, p, stride);
}

}  // namespace tali::cuda_driver
