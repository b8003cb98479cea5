// The bulk kernel of distributions whose lanes make many values each: a warp makes a span a step.
#pragma once

#include <cstdint>
#include <type_traits>

#include <tali/sequence.hpp>

namespace tali::cuda_driver {

/// One launch, in spans. Thread blocks work in waves: those of a wave stride over one piece of the range
/// together, so that stores in flight lie together, and the next wave takes the next piece.
struct lanes_plan {
  std::uint64_t first;       ///< index of the first element
  std::uint64_t n;           ///< elements
  std::uint64_t first_span;  ///< that the first element lies in
  std::uint64_t spans;       ///< how many the range touches
  unsigned wave;             ///< thread blocks
  unsigned steps;            ///< spans a warp, at most
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

/// The values of a span that lie in the range, from a warp. Streaming stores: nothing here reads them again.
template <class D>
__device__ __forceinline__ void store_span(const typename D::lane_type (&x)[D::lane_values],
                                           typename D::result_type* to, const lanes_plan& p,
                                           std::uint64_t span) {
  using T = typename D::result_type;
  const auto lane = static_cast<int>(threadIdx.x % D::lanes);
  // Counted from the range's beginning; what lies before it wraps to beyond it.
  const std::uint64_t begin = (p.first_span + span) * D::span - p.first;
  if (p.aligned && begin < p.n && p.n - begin >= D::span) {
    auto* const out = reinterpret_cast<run_of_values<D>*>(to + begin) + lane;
#pragma unroll
    for (int k = 0; k < D::lane_values; k += D::run) __stcs(out + k / D::run * D::lanes, pack_run<D>(x + k));
  } else {
#pragma unroll
    for (int k = 0; k < D::lane_values; ++k) {
      const std::uint64_t i = begin + static_cast<std::uint64_t>(D::place(lane, k));
      if (i < p.n) to[i] = D::stored(x[k]);
    }
  }
}

template <class Shape, class E, class D>
__device__ __forceinline__ void fill_lanes_piece(const E& engine, const D& distribution,
                                                 typename D::result_type* to, const lanes_plan& p,
                                                 const typename E::stride& stride) {
  __shared__ typename D::shared_table table;
  table.load();
  const unsigned warps = blockDim.x / D::lanes;
  const std::uint64_t before = std::uint64_t{blockIdx.x / p.wave} * p.steps * p.wave + blockIdx.x % p.wave;
  std::uint64_t span = before * warps + threadIdx.x / D::lanes;
  if (span >= p.spans) return;
  const std::uint64_t step = std::uint64_t{p.wave} * warps, after = (p.spans - 1 - span) / step;
  auto left = static_cast<unsigned>(after < p.steps ? after + 1 : p.steps);
  typename E::template cursor<Shape> at(
      engine, (p.first_span + span) * D::span + threadIdx.x % D::lanes * D::lane_words, 0);
  const auto work = [&](const std::uint32_t(&w)[D::lane_words]) {
    typename D::lane_type x[D::lane_values];
    distribution(w, table, x);
    store_span<D>(x, to, p, span);
    span += step;
    at.advance(stride);
  };
  if (at.steady(stride, left)) {
#pragma unroll 1
    for (; left != 0; --left) {
      std::uint32_t w[D::lane_words];
      at.take_steady(w);
      work(w);
    }
  } else {
#pragma unroll 1
    for (; left != 0; --left) {
      std::uint32_t w[D::lane_words];
      at.take(w);
      work(w);
    }
  }
}

template <class Shape, class E, class D>
__global__ void __launch_bounds__(lanes_threads, lanes_blocks<typename D::result_type>)
    fill_lanes_kernel(const E engine, const D distribution, typename D::result_type* to, const lanes_plan p,
                      const typename E::stride stride) {
  fill_lanes_piece<Shape>(engine, distribution, to, p, stride);
}

/// The same from an engine in device memory.
template <class E, class D>
__global__ void __launch_bounds__(lanes_threads, lanes_blocks<typename D::result_type>)
    fill_lanes_chained_kernel(const E* engine, const D distribution, typename D::result_type* to,
                              const lanes_plan p, const typename E::stride stride) {
  fill_lanes_piece<scalar>(*engine, distribution, to, p, stride);
}

}  // namespace tali::cuda_driver
