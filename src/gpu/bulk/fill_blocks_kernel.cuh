// SPDX-License-Identifier: Apache-2.0
// The bulk kernel of batch distributions: a warp makes 128 outputs per step.
#pragma once

#include <cstdint>

#include <tali/sequence.hpp>
#include <tali/simd/warp.hpp>

namespace tali::cuda_driver {

/// One launch, in units of 128 outputs.
struct block_plan {
  std::uint64_t first;       ///< index of the first element
  std::uint64_t n;           ///< elements
  std::uint64_t first_span;  ///< the 128 indices that contain the first element
  std::uint64_t batches;     ///< how many the range touches
  std::uint64_t stride;      ///< batches from a warp's step to its next
  std::uint64_t block_span;  ///< batches from one thread block's first to the next one's
  std::uint64_t steps;       ///< maximum steps per warp
};

/// The batches of a warp, one per step. The compiler sees that every loop's length is the same for the whole
/// thread block: shuffles then need no code for diverged warps.
/// @tparam whole  every batch is in the range; else each index is checked
template <bool whole, class Cursor, class E, class D>
__device__ __forceinline__ void fill_spans(Cursor& at, const D& distribution,
                                           const typename D::shared_table& table, typename D::result_type* to,
                                           const block_plan& p, std::uint64_t first_span, std::uint64_t steps,
                                           const typename E::stride& stride) {
  constexpr int blocks = D::lane_words;
  // Index in the range of this lane's first value; an index before the range wraps to one beyond it.
  std::uint64_t i = (p.first_span + first_span + threadIdx.x / warp_size) * D::batch_size +
                    threadIdx.x % warp_size - p.first;
  for (; steps != 0; --steps) {
    std::uint32_t entropy[blocks];
    at.take(entropy);
    typename D::result_type x[blocks];
#pragma unroll
    for (int k = 0; k < blocks; ++k) x[k] = distribution(entropy[k], table);
#pragma unroll
    for (int k = 0; k < blocks; ++k) {
      if (whole || i + k * warp_size < p.n) to[i + k * warp_size] = x[k];
    }
    i += p.stride * D::batch_size;
    at.advance(stride);
  }
}

/// @tparam Shape scalar, or aligned_scalar for an engine at the beginning of a group
template <class Shape, class E, class D>
__device__ __forceinline__ void fill_blocks_piece(const E& engine, const D& distribution,
                                                  typename D::result_type* to, const block_plan& p,
                                                  const typename E::stride& stride) {
  constexpr int blocks = D::lane_words;
  __shared__ typename D::shared_table table;
  table.load();
  const std::uint64_t first_span = blockIdx.x * p.block_span;
  if (first_span >= p.batches) return;
  const std::uint64_t after_first =
      (p.batches - first_span - 1) / p.stride;  // steps of the first warp that fit
  const std::uint64_t steps = after_first < p.steps ? after_first + 1 : p.steps;
  // The block's last warp at its last step: the range ends after it unless this block is the first or last.
  const std::uint64_t last_span = first_span + (steps - 1) * p.stride + blockDim.x / warp_size - 1;
  const std::uint64_t first_index = (p.first_span + first_span) * D::batch_size;
  const bool whole = first_index >= p.first &&
                     (p.first_span + last_span + 1) * D::batch_size - p.first <= p.n && last_span < p.batches;
  using cursor = typename E::template cursor<Shape>;
  cursor at(engine, first_index + threadIdx.x * blocks, 0);
  if (whole) {
    fill_spans<true, cursor, E>(at, distribution, table, to, p, first_span, steps, stride);
  } else {
    fill_spans<false, cursor, E>(at, distribution, table, to, p, first_span, steps, stride);
  }
}

/// From an engine at the beginning of a group.
template <class E, class D>
__global__ void __launch_bounds__(1024)
    fill_blocks_kernel(const E engine, const D distribution, typename D::result_type* to, const block_plan p,
                       const typename E::stride stride) {
  fill_blocks_piece<aligned_scalar>(engine, distribution, to, p, stride);
}

/// From any word of an engine in device memory, or of `here` if `there` is null.
template <class E, class D>
__global__ void __launch_bounds__(1024)
    fill_blocks_anywhere_kernel(const E* there, const E here, const D distribution,
                                typename D::result_type* to, const block_plan p,
                                const typename E::stride stride) {
  const E engine = there != nullptr ? *there : here;
  fill_blocks_piece<scalar>(engine, distribution, to, p, stride);
}

}  // namespace tali::cuda_driver
