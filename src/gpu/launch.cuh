// SPDX-License-Identifier: Apache-2.0
// From a range to a launch: alignment, shape, kernel.
#pragma once

#include <cstdint>
#include <string>

#include <tali/catalogue.hpp>
#include <tali/cuda/device.hpp>
#include <tali/error.hpp>

#include "gpu/fill_blocks_kernel.cuh"
#include "gpu/fill_kernel.cuh"
#include "gpu/runtime.hpp"
#include "gpu/spans.hpp"
#include "gpu/tuning.hpp"

namespace tali::cuda_driver {

inline void check_shape(const launch_shape& s) {
  if (s.block < 0 || s.block > 1024 || s.block % 32 != 0) {
    throw argument_error("launch_shape.block", std::to_string(s.block), "0 or a multiple of 32 up to 1024");
  }
  if (s.steps < 0 || s.steps > (1 << 20)) {
    throw argument_error("launch_shape.steps", std::to_string(s.steps), "0 ... 1048576");
  }
  if (s.grid < 0 || s.grid > 0x7fffffff) {
    throw argument_error("launch_shape.grid", std::to_string(s.grid), "0 ... 2147483647");
  }
}

/// How threads share out a range of units, which are vectors of 16 bytes or spans of a warp.
struct cut {
  std::uint64_t stride;      ///< units from a worker's step to its next
  std::uint64_t block_span;  ///< units from one block's first to the next one's
  std::uint64_t steps;       ///< steps a worker, at most
  unsigned grid;
  unsigned block;
};

/// @param threads threads that work on a unit together: 1, or a warp
inline cut cut_range(const cuda& where, std::uint64_t units, launch_shape s, std::uint64_t threads) {
  check_shape(where.shape);
  if (where.shape.block != 0) s.block = where.shape.block;
  if (where.shape.steps != 0) s.steps = where.shape.steps;
  const std::uint64_t workers = static_cast<std::uint64_t>(s.block) / threads;
  cut c{};
  std::uint64_t grid;
  if (where.shape.grid != 0) {
    grid = static_cast<std::uint64_t>(where.shape.grid);
    c.stride = grid * workers;
    c.block_span = workers;
    c.steps = units / c.stride + 1;
  } else {
    c.stride = workers;
    c.steps = static_cast<std::uint64_t>(s.steps);
    c.block_span = workers * c.steps;
    grid = (units + c.block_span - 1) / c.block_span;
    while (grid > 0x7fffffffu) {  // more than the grid holds: longer blocks
      c.steps *= 2;
      c.block_span *= 2;
      grid = (units + c.block_span - 1) / c.block_span;
    }
  }
  c.grid = static_cast<unsigned>(grid == 0 ? 1 : grid);
  c.block = static_cast<unsigned>(s.block);
  return c;
}

/// What lies before, in and behind the aligned vectors of a range.
template <class T>
plan ends_of(const detail::fill_job& job) {
  constexpr std::uint64_t count = vector_of<T>::count;
  const std::uint64_t past = reinterpret_cast<std::uintptr_t>(job.to) % 16;
  plan p{};
  p.base = job.first;
  p.head = past == 0 ? 0 : (16 - past) / sizeof(T);
  if (p.head > job.n) p.head = job.n;
  p.vectors = (job.n - p.head) / count;
  p.tail = job.n - p.head - p.vectors * count;
  return p;
}

/// Behind a fill, because `after` may be `before`, which every block of the fill reads.
template <class E>
void advance_engine(const cuda& where, const E* before, void* after, std::uint64_t words) {
  runtime::launch("state kernel", advance_kernel<E>, {1, 1}, where.stream, before, static_cast<E*>(after),
                  words);
}

template <class E, class D>
requires(!batch_distribution<D>) void launch(const cuda& where, const detail::fill_job& job,
                                             [[maybe_unused]] bool chained,
                                             [[maybe_unused]] void* engine_after) {
  using T = typename D::result_type;
  constexpr std::uint64_t count = vector_of<T>::count;
  plan p = ends_of<T>(job);
  const int all = runtime::multiprocessors(where.ordinal);
  const launch_shape shape = reads_quantile_rows<D> ? table_shape(p.vectors, all)
                                                    : default_shape(p.vectors, all, heavy_distribution<D>);
  const cut c = cut_range(where, p.vectors, shape, 1);
  p.stride = c.stride;
  p.block_span = c.block_span;
  p.steps = c.steps;

  const typename E::stride stride(p.stride * count * D::words);
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
  const E& e = *static_cast<const E*>(job.engine);
  if constexpr (E::group > 1) {
    const std::uint64_t first_word = (p.base + p.head) * D::words + static_cast<std::uint64_t>(e.phase());
    if (first_word % E::group == 0) {
      runtime::launch("fill kernel", fill_kernel<aligned_scalar, E, D>, {c.grid, c.block}, where.stream, e, d,
                      to, p, stride);
    } else {
      runtime::launch("fill kernel", fill_anywhere_kernel<E, D>, {c.grid, c.block}, where.stream, nullptr, e,
                      d, to, p, stride);
    }
  } else {
    runtime::launch("fill kernel", fill_kernel<scalar, E, D>, {c.grid, c.block}, where.stream, e, d, to, p,
                    stride);
  }
}

template <class E, batch_distribution D>
requires(!lane_distribution<D>) void launch(const cuda& where, const detail::fill_job& job, bool chained,
                                            void* engine_after) {
  using T = typename D::result_type;
  if (chained) check_chained<D>(job);
  block_plan p{};
  p.first = job.first;
  p.n = job.n;
  p.first_span = job.first / D::batch_size;
  p.batches = spans_of<D>(job);
  const cut c =
      cut_range(where, p.batches, batch_shape(p.batches, runtime::multiprocessors(where.ordinal)), warp_size);
  p.stride = c.stride;
  p.block_span = c.block_span;
  p.steps = c.steps;

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
