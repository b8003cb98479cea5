// The bulk kernel of collective distributions: a warp makes 128 outputs a step.
#pragma once

#include <cstdint>

#include <tali/sequence.hpp>
#include <tali/warp.hpp>

namespace tali::cuda_driver {

/// One launch, in units of 128 outputs.
struct block_plan {
  std::uint64_t first;       ///< index of the first element
  std::uint64_t n;           ///< elements
  std::uint64_t first_span;  ///< the 128 indices that the first element lies in
  std::uint64_t spans;       ///< how many the range touches
  std::uint64_t stride;      ///< spans from a warp's step to its next
  std::uint64_t block_span;  ///< spans from one thread block's first to the next one's
  std::uint64_t steps;       ///< steps a warp, at most
};

/// @tparam Shape scalar, or aligned_scalar for an engine at the beginning of a group
template <class Shape, class E, class D>
__device__ __forceinline__ void fill_blocks_piece(const E& engine, const D& distribution,
                                                  typename D::result_type* to, const block_plan& p,
                                                  const typename E::stride& stride) {
  constexpr int blocks = collective_span / warp_size;
  __shared__ typename D::shared_table table;
  table.load();
  const unsigned lane = threadIdx.x % warp_size;
  std::uint64_t span = blockIdx.x * p.block_span + threadIdx.x / warp_size;
  if (span >= p.spans) return;  // a whole warp
  typename E::template cursor<Shape> at(engine, (p.first_span + span) * collective_span + lane * blocks, 0);
  for (std::uint64_t step = 0; step < p.steps && span < p.spans; ++step, span += p.stride) {
    std::uint32_t entropy[blocks];
    at.take(entropy);
    // Where the range begins counted from the span: at most 127 below, or above.
    const std::uint64_t index = (p.first_span + span) * collective_span;
    const bool whole = index >= p.first && p.n - (index - p.first) >= collective_span;
    typename D::result_type x[blocks];
#pragma unroll
    for (int k = 0; k < blocks; ++k) x[k] = distribution(entropy[k], table);
    if (whole) {
#pragma unroll
      for (int k = 0; k < blocks; ++k) to[index - p.first + k * warp_size + lane] = x[k];
    } else {
      for (int k = 0; k < blocks; ++k) {
        const std::uint64_t i =
            index + k * warp_size + lane - p.first;  // below the range it wraps to beyond it
        if (i < p.n) to[i] = x[k];
      }
    }
    at.advance(stride);
  }
}

template <class Shape, class E, class D>
__global__ void __launch_bounds__(1024)
    fill_blocks_kernel(const E engine, const D distribution, typename D::result_type* to, const block_plan p,
                       const typename E::stride stride) {
  fill_blocks_piece<Shape>(engine, distribution, to, p, stride);
}

/// The same from an engine in device memory.
template <class E, class D>
__global__ void __launch_bounds__(1024)
    fill_blocks_chained_kernel(const E* engine, const D distribution, typename D::result_type* to,
                               const block_plan p, const typename E::stride stride) {
  fill_blocks_piece<scalar>(*engine, distribution, to, p, stride);
}

}  // namespace tali::cuda_driver
