// SPDX-License-Identifier: Apache-2.0
// From a range to a launch: alignment, shape, kernel.
#pragma once

#include <cstdint>

#include <tali/catalogue.hpp>
#include <tali/cuda/detail/cut_range.hpp>
#include <tali/cuda/detail/fill_kernel.cuh>
#include <tali/cuda/detail/tuning.hpp>
#include <tali/cuda/device.hpp>

#include "gpu/bulk/fill_blocks_kernel.cuh"
#include "gpu/bulk/spans.hpp"
#include "gpu/runtime/runtime.hpp"

namespace tali::cuda_driver {

/// Behind a fill, because `after` may be `before`, which every block of the fill reads.
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
    // fill_across() makes a vector's groups more than its steps store, so it takes many steps where that
    // leaves blocks enough.
    constexpr int many = 32, blocks_enough = 64;  // of a multiprocessor
    const auto a_step = static_cast<std::uint64_t>(shape.block) * static_cast<std::uint64_t>(all);
    if (!chained && !vectors_begin_groups<D>(*static_cast<const E*>(job.engine), p) &&
        p.vectors / a_step > many * blocks_enough) {
      shape.steps = many;
    }
  }
  const cut c = cut_range(where, p.vectors, shape, 1);
  set_cut(p, c);

  const typename E::stride stride(p.stride * vector_words<D>);
  const D& d = *static_cast<const D*>(job.distribution);
  T* const to = static_cast<T*>(job.to);
  if constexpr (registered_distribution<D>) {  // the others are never chained
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
  const cut c =
      cut_range(where, p.batches, batch_shape(p.batches, runtime::multiprocessors(where.ordinal)), warp_size);
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
