// SPDX-License-Identifier: Apache-2.0
// The bulk kernels of many short ranges in one launch: rows with one key each, and the runs of a block of an
// array. These rows are too short for separate launches.
#pragma once

#include <cstdint>
#include <type_traits>

#include <tali/cuda/detail/fill_kernel.cuh>
#include <tali/detail/row_list.hpp>
#include <tali/sequence.hpp>

#include "core/rows.hpp"
#include "gpu/bulk/fill_lanes_kernel.cuh"
#include "gpu/bulk/rows_cut.hpp"

namespace tali::cuda_driver {

/// The engine of row number `row`.
template <class E>
__device__ __forceinline__ E engine_of_row(const E& engine, const detail::row_list& rows, std::uint64_t row) {
  if constexpr (std::is_same_v<E, philox4x32>) {
    if (rows.keys != nullptr) return philox4x32(rows.keys[row]);
  }
  return engine;
}

/// Distributions that make single values. A warp takes a piece of the rows, with 16 bytes per lane and step,
/// and then the next free piece.
///
/// Steps go along a row, or from row to row if a row has few vectors: then the initial jump of the engine
/// serves several rows.
/// @tparam Shape  scalar, or aligned_scalar where begins_with_groups() holds
/// @param stride  of the words from a step to the next
template <class Shape, class E, class D>
__global__ void __launch_bounds__(rows_threads)
    fill_rows_kernel(const __grid_constant__ E engine, const D given, typename D::result_type* const to,
                     const __grid_constant__ detail::row_list rows, const __grid_constant__ rows_cut cut,
                     const typename E::stride stride) {
  using T = typename D::result_type;
  using vector = vector_of<T>;
  constexpr int words = vector_words<D>;
  const D distribution = with_near_rows<4>(given);
  const unsigned lane = threadIdx.x % 32;
  const std::uint64_t warps = std::uint64_t{gridDim.x} * (blockDim.x / 32);
  for (std::uint64_t item = std::uint64_t{blockIdx.x} * (blockDim.x / 32) + threadIdx.x / 32;
       item < cut.items; item += warps) {
    const rows_cut::piece mine = cut.piece_of(item);
    const detail::row_start start = detail::start_of(rows, mine.row);
    const E own = engine_of_row(engine, rows, mine.row);
    T* const row = to + start.to;
    const plan p = plan_of(start.first, row, rows.n);

    if (mine.span == 0 && p.head + p.tail != 0) {
      // The ends that no aligned vector covers, of every row of the piece.
      const unsigned ends = cut.along_rows ? mine.steps : 1;
      for (unsigned r = 0; r < ends; ++r) {
        const std::uint64_t base = p.base + r * cut.index_step;
        T* const out = row + r * cut.to_step;
        if (lane < p.head) out[lane] = value(own, distribution, base + lane);
        const std::uint64_t j = p.head + p.vectors * vector::count + lane;
        if (lane < p.tail) out[j] = value(own, distribution, base + j);
      }
    }
    const std::uint64_t v = std::uint64_t{mine.span} * 32 + lane;
    if (v >= p.vectors) continue;
    unsigned left = mine.steps;
    if (!cut.along_rows) {
      const std::uint64_t fit = (p.vectors - v + 31) / 32;
      left = fit < left ? static_cast<unsigned>(fit) : left;
    }
    vector* out = reinterpret_cast<vector*>(row + p.head) + v;
    typename E::template cursor<Shape> at(own, (p.base + p.head) * D::words + v * words, 0);
    const auto store = [&](const vector& x) {
      *out = x;
      out += cut.vectors_a_step;
      at.advance(stride);
    };
    if (Shape::aligned && at.steady(stride, left)) {
#pragma unroll 2
      for (; left != 0; --left) store(vector_at<true, E, Shape>(at, distribution));
    } else {
#pragma unroll 2
      for (; left != 0; --left) store(vector_at<false, E, Shape>(at, distribution));
    }
  }
}

/// Distributions whose lanes make many values each: a warp makes a span of a row, and then the next free
/// span.
template <class E, class D>
__global__ void __launch_bounds__(lanes_threads, lanes_blocks<typename D::result_type>)
    fill_lanes_rows_kernel(const __grid_constant__ E engine, const D distribution,
                           typename D::result_type* const to, const __grid_constant__ detail::row_list rows,
                           const __grid_constant__ rows_cut cut) {
  using T = typename D::result_type;
  __shared__ typename D::shared_table table;
  table.start_load();
  table.finish_load();
  const std::uint64_t warps = std::uint64_t{gridDim.x} * (blockDim.x / 32);
  std::uint64_t item = std::uint64_t{blockIdx.x} * (blockDim.x / 32) + threadIdx.x / 32;
  if (item >= cut.items) return;
  rows_cut::piece mine = cut.piece_of(item);
  E own = engine_of_row(engine, rows, mine.row);
#pragma unroll 1
  for (;;) {
    // The next row's key is on its way while this row's span is made.
    item += warps;
    const bool last = item >= cut.items;
    const rows_cut::piece next = last ? mine : cut.piece_of(item);
    const E next_own = engine_of_row(engine, rows, next.row);

    const detail::row_start start = detail::start_of(rows, mine.row);
    const std::uint64_t before = start.first % D::batch_size;
    // Where the span begins in the row; the first one may begin before it.
    const std::uint64_t span = std::uint64_t{mine.span} * D::batch_size, begin = span - before;
    if (mine.span == 0 || begin < rows.n) {
      typename E::template cursor<scalar> at(
          own, start.first - before + span + threadIdx.x % D::lanes * D::lane_words, 0);
      std::uint32_t w[D::lane_words];
      at.take(w);
      T* const row = to + start.to;
      const bool aligned =
          (reinterpret_cast<std::uintptr_t>(row) - before * sizeof(T)) % (D::run * sizeof(T)) == 0;
      store_span(lane_stores<D>(distribution, w, table), row, rows.n, aligned, begin);
    }
    if (last) return;
    mine = next;
    own = next_own;
  }
}

}  // namespace tali::cuda_driver
