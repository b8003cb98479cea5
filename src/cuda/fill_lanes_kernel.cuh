// The bulk kernels of distributions whose lanes make many values each: a warp makes a span a step. One is for
// whole spans and does nothing but make and store them; the other takes every range and every engine.
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>

#include <tali/sequence.hpp>

namespace tali::cuda_driver {

/// How warps share spans out. Thread blocks work in waves: those of a wave stride over one piece of the range
/// together, so that stores in flight lie together, and the next wave takes the next piece.
struct spans_plan {
  std::uint64_t spans;
  unsigned wave;   ///< thread blocks
  unsigned steps;  ///< spans a warp, at most
};

/// A range that may begin and end within spans. Span s of the plan is span first_span + s spacing.
struct lanes_plan {
  spans_plan cut;
  std::uint64_t first;       ///< index of the first element
  std::uint64_t n;           ///< elements
  std::uint64_t first_span;  ///< that the first element lies in
  std::uint64_t spacing;     ///< 1, or the distance of the two spans at the range's ends
  bool aligned;              ///< runs of whole spans begin at multiples of their size
};

/// Threads a block, at most, and blocks that shall fit a multiprocessor: registers hold a lane's values.
inline constexpr int lanes_threads = 256;
template <class T>
inline constexpr int lanes_blocks = sizeof(T) <= 4 ? 2 : 1;

/// A run of values as it is stored at once.
template <class D>
using run_of_values = std::conditional_t<D::run * sizeof(typename D::result_type) == 16, uint4, uint2>;

template <class D>
__device__ __forceinline__ run_of_values<D> pack_run(const typename D::lane_type* x) {
  using T = typename D::result_type;
  run_of_values<D> v;
  static_assert(sizeof v == D::run * sizeof(T));
  if constexpr (sizeof(T) == 2) {
    v.x = stored_pair<T>(x[0], x[1]);
    v.y = stored_pair<T>(x[2], x[3]);
  } else {
    memcpy(&v, x, sizeof v);
  }
  return v;
}

/// A lane's values of a span that begins at `to`. Doubles by streaming stores, which were the faster ones for
/// them and not for the others.
template <class D>
__device__ __forceinline__ void store_whole(const typename D::lane_type (&x)[D::lane_values],
                                            typename D::result_type* to, unsigned lane) {
  auto* const out = reinterpret_cast<run_of_values<D>*>(to) + lane;
#pragma unroll
  for (int k = 0; k < D::lane_values; k += D::run) {
    const run_of_values<D> v = pack_run<D>(x + k);
    if constexpr (sizeof(typename D::result_type) == 8) {
      __stcs(out + k / D::run * D::lanes, v);
    } else {
      out[k / D::run * D::lanes] = v;
    }
  }
}

/// The spans of a warp: `first`, and `left` - 1 more at distances of `step`.
struct spans_of_warp {
  std::uint64_t first, step;
  unsigned left;

  __device__ explicit spans_of_warp(const spans_plan& p) {
    const unsigned warps = blockDim.x / warp_size;
    const std::uint64_t before = std::uint64_t{blockIdx.x / p.wave} * p.steps * p.wave + blockIdx.x % p.wave;
    first = before * warps + threadIdx.x / warp_size;
    step = std::uint64_t{p.wave} * warps;
    const std::uint64_t after = first < p.spans ? (p.spans - 1 - first) / step + 1 : 0;
    left = static_cast<unsigned>(after < p.steps ? after : p.steps);
  }
};

/// Whole spans side by side, from an engine that stands at the first one's first word, at the beginning of a
/// group, and is steady over all of them.
/// @param to  aligned to a run
template <class E, class D>
__global__ void __launch_bounds__(lanes_threads, lanes_blocks<typename D::result_type>)
    fill_whole_spans_kernel(const E engine, const D distribution, typename D::result_type* to,
                            const spans_plan p, const typename E::stride stride) {
  __shared__ typename D::shared_table table;
  table.load();
  spans_of_warp mine(p);
  if (mine.left == 0) return;
  const unsigned lane = threadIdx.x % D::lanes;
  typename E::template cursor<aligned_scalar> at(engine, mine.first * D::span + lane * D::lane_words, 0);
  typename D::result_type* out = to + mine.first * D::span;
#pragma unroll 1
  for (; mine.left != 0; --mine.left) {
    std::uint32_t w[D::lane_words];
    at.take_steady(w);
    typename D::lane_type x[D::lane_values];
    distribution(w, table, x);
    store_whole<D>(x, out, lane);
    out += mine.step * D::span;
    at.advance(stride);
  }
}

/// The values of a span that lie in the range.
/// @param begin  the span's place in the range; one that begins before it wraps to beyond it
template <class D>
__device__ __forceinline__ void store_span(const typename D::lane_type (&x)[D::lane_values],
                                           typename D::result_type* to, const lanes_plan& p,
                                           std::uint64_t begin) {
  const unsigned lane = threadIdx.x % D::lanes;
  if (p.aligned && begin < p.n && p.n - begin >= D::span) {
    store_whole<D>(x, to + begin, lane);
    return;
  }
#pragma unroll
  for (int k = 0; k < D::lane_values; ++k) {
    const std::uint64_t i = begin + static_cast<std::uint64_t>(D::place(static_cast<int>(lane), k));
    if (i < p.n) to[i] = D::stored(x[k]);
  }
}

template <class E, class D>
__device__ __forceinline__ void fill_lanes_piece(const E& engine, const D& distribution,
                                                 typename D::result_type* to, const lanes_plan& p,
                                                 const typename E::stride& stride) {
  __shared__ typename D::shared_table table;
  table.load();
  spans_of_warp mine(p.cut);
  if (mine.left == 0) return;
  std::uint64_t begin = (p.first_span + mine.first * p.spacing) * D::span - p.first;
  typename E::template cursor<scalar> at(engine, begin + p.first + threadIdx.x % D::lanes * D::lane_words, 0);
#pragma unroll 1
  for (; mine.left != 0; --mine.left) {
    std::uint32_t w[D::lane_words];
    at.take(w);
    typename D::lane_type x[D::lane_values];
    distribution(w, table, x);
    store_span<D>(x, to, p, begin);
    begin += mine.step * p.spacing * D::span;
    at.advance(stride);
  }
}

/// Any range, from an engine that stands anywhere.
template <class E, class D>
__global__ void __launch_bounds__(lanes_threads, lanes_blocks<typename D::result_type>)
    fill_lanes_kernel(const E engine, const D distribution, typename D::result_type* to, const lanes_plan p,
                      const typename E::stride stride) {
  fill_lanes_piece(engine, distribution, to, p, stride);
}

/// The same from an engine in device memory.
template <class E, class D>
__global__ void __launch_bounds__(lanes_threads, lanes_blocks<typename D::result_type>)
    fill_lanes_chained_kernel(const E* engine, const D distribution, typename D::result_type* to,
                              const lanes_plan p, const typename E::stride stride) {
  fill_lanes_piece(*engine, distribution, to, p, stride);
}

}  // namespace tali::cuda_driver
