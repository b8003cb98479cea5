// SPDX-License-Identifier: Apache-2.0
// Turns a range into a launch: alignment, shape, kernel.
#pragma once

#include <cstdint>

#include <tali/catalogue.hpp>
#include <tali/cuda/detail/cut_range.hpp>
#include <tali/cuda/detail/fill_kernel.cuh>
#include <tali/cuda/detail/tuning.hpp>
#include <tali/cuda/device.hpp>
#include <tali/sequence.hpp>
#include <tali/simd/warp.hpp>

#include "gpu/bulk/lanes_plan.hpp"
#include "gpu/runtime/runtime.hpp"

namespace tali::cuda_driver {

// The bulk kernel of batch distributions with one value per word: a warp makes 128 outputs per step.

/// One launch, in units of 128 outputs.
struct block_plan {
  std::uint64_t first;       ///< index of the first element
  std::uint64_t n;           ///< elements
  std::uint64_t first_span;  ///< the group of 128 indices that contains the first element
  std::uint64_t batches;     ///< number of such groups that the range touches
  std::uint64_t stride;      ///< batches from a warp's step to its next
  std::uint64_t block_span;  ///< batches from one thread block's first to the next one's
  std::uint64_t steps;       ///< maximum steps per warp
};

/// The batches of a warp, one per step. The compiler sees that every loop's length is the same for the whole
/// thread block, so shuffles need no code for diverged warps.
/// @tparam whole  every batch is within the range; otherwise each index is checked
template <bool whole, class Cursor, class E, class D>
__device__ __forceinline__ void fill_spans(Cursor& at, const D& distribution,
                                           const typename D::shared_table& table, typename D::result_type* to,
                                           const block_plan& p, std::uint64_t first_span, std::uint64_t steps,
                                           const typename E::stride& stride) {
  constexpr int blocks = D::lane_words;
  // Index in the range of this lane's first value; it wraps to a large number before the range.
  std::uint64_t i = (p.first_span + first_span + threadIdx.x / detail::warp_size) * D::batch_size +
                    threadIdx.x % detail::warp_size - p.first;
  for (; steps != 0; --steps) {
    std::uint32_t entropy[blocks];
    at.take(entropy);
    typename D::result_type x[blocks];
#pragma unroll
    for (int k = 0; k < blocks; ++k) x[k] = distribution(entropy[k], table);
#pragma unroll
    for (int k = 0; k < blocks; ++k) {
      if (whole || i + k * detail::warp_size < p.n) to[i + k * detail::warp_size] = x[k];
    }
    i += p.stride * D::batch_size;
    at.advance(stride);
  }
}

/// @tparam Shape  scalar, or scalar::at_groups for an engine at the beginning of a group
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
      (p.batches - first_span - 1) / p.stride;  // number of steps that the first warp has
  const std::uint64_t steps = after_first < p.steps ? after_first + 1 : p.steps;
  // The last step of the block's last warp. The range ends after it, unless this block is at an end of the
  // range.
  const std::uint64_t last_span = first_span + (steps - 1) * p.stride + blockDim.x / detail::warp_size - 1;
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
  fill_blocks_piece<scalar::at_groups>(engine, distribution, to, p, stride);
}

/// From any word of an engine: in device memory, or the argument if `in_memory` is null.
template <class E, class D>
__global__ void __launch_bounds__(1024)
    fill_blocks_anywhere_kernel(const E* in_memory, const E argument, const D distribution,
                                typename D::result_type* to, const block_plan p,
                                const typename E::stride stride) {
  const E engine = in_memory != nullptr ? *in_memory : argument;
  fill_blocks_piece<scalar>(engine, distribution, to, p, stride);
}

/// Runs after the fill, because `after` may equal `before`, which every block of the fill reads.
template <class E>
void advance_engine(const cuda& where, const E* before, void* after, std::uint64_t words) {
  runtime::launch("state kernel", advance_kernel<E>, {1, 1}, where.stream, before, static_cast<E*>(after),
                  words);
}

template <class E, single_distribution D>
void launch(const cuda& where, const detail::request& job, [[maybe_unused]] bool chained,
            [[maybe_unused]] void* engine_after) {
  using T = typename D::result_type;
  plan p = plan_of(job.first, static_cast<const T*>(job.to), job.n, line_bytes);
  const int all = runtime::multiprocessors(where.ordinal);
  launch_shape shape = reads_quantile_rows<D> ? table_shape(p.vectors, all)
                                              : default_shape(p.vectors, all, heavy_distribution<D>);
  if constexpr (vectors_are_groups<D, E>) {
    // At each jump fill_across() makes one vector of words more than it stores. So it takes many steps if
    // that leaves enough blocks.
    constexpr int long_run = 32, min_blocks = 64;  // per multiprocessor
    const auto a_step = static_cast<std::uint64_t>(shape.block) * static_cast<std::uint64_t>(all);
    if (!chained && !vectors_begin_groups<D>(*static_cast<const E*>(job.engine), p) &&
        p.vectors / a_step > long_run * min_blocks) {
      shape.steps = long_run;
    }
  }
  const cut c = cut_range(where, p.vectors, shape, 1);
  set_cut(p, c);

  const typename E::stride stride(p.stride * vector_words<D>);
  const D& d = *static_cast<const D*>(job.distribution);
  T* const to = static_cast<T*>(job.to);
  if constexpr (registered_distribution<D>) {  // other distributions are never chained
    if (chained) {
      auto* const before = static_cast<const E*>(job.engine);
      runtime::launch("fill kernel", fill_anywhere_kernel<E, D>, {c.grid, c.block}, where.stream, before, E{},
                      d, to, p, stride);
      advance_engine<E>(where, before, engine_after, job.n * D::words);
      return;
    }
  }
  launch_fill(*static_cast<const E*>(job.engine), d, to, p, stride,
              [&](auto kernel, const auto&... arguments) {
                runtime::launch("fill kernel", kernel, {c.grid, c.block}, where.stream, arguments...);
              });
}

template <class E, warp_distribution D>
void launch(const cuda& where, const detail::request& job, bool chained, void* engine_after) {
  using T = typename D::result_type;
  if (chained) check_chained<D>(job);
  block_plan p{};
  p.first = job.first;
  p.n = job.n;
  p.first_span = job.first / D::batch_size;
  p.batches = spans_of<D>(job);
  const cut c = cut_range(where, p.batches, batch_shape(p.batches, runtime::multiprocessors(where.ordinal)),
                          detail::warp_size);
  set_cut(p, c);

  const typename E::stride stride(p.stride * D::batch_size);
  const D& d = *static_cast<const D*>(job.distribution);
  T* const to = static_cast<T*>(job.to);
  if (chained) {
    auto* const before = static_cast<const E*>(job.engine);
    runtime::launch("fill kernel", fill_blocks_anywhere_kernel<E, D>, {c.grid, c.block}, where.stream, before,
                    E{}, d, to, p, stride);
    advance_engine<E>(where, before, engine_after, job.n);
    return;
  }
  const E& e = *static_cast<const E*>(job.engine);
  if (e.phase() == 0) {
    runtime::launch("fill kernel", fill_blocks_kernel<E, D>, {c.grid, c.block}, where.stream, e, d, to, p,
                    stride);
  } else {
    runtime::launch("fill kernel", fill_blocks_anywhere_kernel<E, D>, {c.grid, c.block}, where.stream,
                    nullptr, e, d, to, p, stride);
  }
}

}  // namespace tali::cuda_driver
