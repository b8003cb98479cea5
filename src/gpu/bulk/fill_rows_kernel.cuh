// SPDX-License-Identifier: Apache-2.0
// The bulk kernels of many short ranges in one launch: rows with one key each, and the runs of a block of an
// array. Such rows are too short for one launch each.
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include <tali/cuda/detail/fill_kernel.cuh>
#include <tali/detail/row_list.hpp>
#include <tali/sequence.hpp>

#include "core/rows.hpp"
#include "gpu/bulk/fill_lanes_kernel.cuh"

namespace tali::cuda_driver {

// How warps share the rows of a launch. All except piece_of is host code; tests run it without a GPU.

/// Threads per block of the kernel of rows.
inline constexpr int rows_threads = 256;

/// Rows divided into items. An item is a piece of one row, or of neighbouring rows.
struct rows_cut {
  std::uint64_t items;
  std::uint32_t pieces;          ///< per row, or per group of neighbouring rows
  std::uint32_t steps;           ///< maximum per piece
  std::int64_t vectors_a_step;   ///< from a lane's store to its next store
  bool along_rows;               ///< a piece has the same span in `steps` neighbouring rows
  std::uint64_t neighbours = 1;  ///< neighbouring rows: `index_step` and `to_step` apart
  std::uint64_t groups = 1;      ///< each of `steps` such rows
  std::uint64_t index_step = 0, to_step = 0;

  /// The work of one warp for one item.
  struct piece {
    std::uint64_t row;    ///< the first row
    std::uint32_t span;   ///< a span of 32 vectors, or of a batch
    std::uint32_t steps;  ///< along a row the maximum, otherwise the number of rows
  };

  TALI_FN piece piece_of(std::uint64_t item) const {
    const std::uint64_t part = pieces == 1 ? item : detail::quick_divide(item, pieces);
    const auto number = static_cast<std::uint32_t>(item - part * pieces);
    if (!along_rows) return {part, number * steps, steps};
    const std::uint64_t outer = detail::quick_divide(part, groups), group = part - outer * groups;
    const std::uint64_t first = group * steps, left = neighbours - first;
    return {outer * neighbours + first, number, left < steps ? static_cast<std::uint32_t>(left) : steps};
  }
};

/// If a row has at least this many vectors, a warp moves along the row, so that a lane makes several.
inline constexpr std::uint64_t long_row = 128;

/// The pieces of rows for fill_rows_kernel.
/// @param rows  of at most 2^24 elements each
template <class E, class D>
rows_cut cut_rows(const detail::row_list& rows) {
  using T = typename D::result_type;
  constexpr std::uint64_t count = vector_of<T>::count, words = D::words;
  // Long pieces if there are many rows, to amortise the jump to a lane's first vector.
  const std::uint32_t max_steps = rows.elements() >= (std::uint64_t{1} << 24) ? 32 : 8;
  const std::uint64_t vectors = std::max<std::uint64_t>(rows.n / count, 1), spans = (vectors + 31) / 32;
  rows_cut cut{};
  const auto* const inner = rows.dimensions == 0 ? nullptr : rows.dimension_of + (rows.dimensions - 1);
  // A lane moves by the same distance from row to row, in memory and in words. If the first vector begins
  // with a group of the engine, those of the other rows must too.
  const bool neighbours = rows.keys == nullptr && inner != nullptr && inner->size > 1 && vectors < long_row &&
                          inner->index_step * words % E::group == 0 &&
                          inner->to_step * sizeof(T) % sizeof(vector_of<T>) == 0;
  if (neighbours) {
    cut.along_rows = true;
    cut.neighbours = inner->size;
    cut.index_step = inner->index_step;
    cut.to_step = inner->to_step;
    cut.steps = static_cast<std::uint32_t>(std::min<std::uint64_t>(inner->size, max_steps));
    cut.groups = (inner->size + cut.steps - 1) / cut.steps;
    cut.pieces = static_cast<std::uint32_t>(spans);
    cut.items = rows.rows / inner->size * cut.groups * spans;
    cut.vectors_a_step = static_cast<std::int64_t>(inner->to_step / count);
    return cut;
  }
  cut.steps = static_cast<std::uint32_t>(std::min<std::uint64_t>(spans, max_steps));
  cut.pieces = static_cast<std::uint32_t>((spans + cut.steps - 1) / cut.steps);
  cut.items = rows.rows * cut.pieces;
  cut.vectors_a_step = 32;
  return cut;
}

/// Whether every row's first aligned vector begins with a group of the engine.
/// @param phase  the engine's
template <class E, class D>
bool begins_with_groups(const detail::row_list& rows, const typename D::result_type* to, int phase) {
  using T = typename D::result_type;
  static_assert(vector_words<D> % E::group == 0);
  const std::uint64_t in_group = rows.keys != nullptr ? 0 : static_cast<std::uint64_t>(phase);
  const std::uint64_t head = plan_of(rows.first, to, rows.n).head;
  bool all = ((rows.first + head) * D::words + in_group) % E::group == 0;
  for (int d = 0; d < rows.dimensions; ++d) {
    all = all && rows.dimension_of[d].index_step * D::words % E::group == 0 &&
          rows.dimension_of[d].to_step * sizeof(T) % sizeof(vector_of<T>) == 0;
  }
  return all;
}

/// Number of words from a lane's store to its next store.
template <class D>
std::uint64_t words_a_step(const rows_cut& cut) {
  return cut.along_rows ? cut.index_step * D::words : std::uint64_t{32} * vector_words<D>;
}

/// The spans of rows for fill_lanes_rows_kernel: each row has the maximum number of spans that a row can
/// touch.
template <class D>
rows_cut cut_lanes_rows(const detail::row_list& rows) {
  bool at_batches = rows.first % D::batch_size == 0;
  for (int d = 0; d < rows.dimensions; ++d)
    at_batches = at_batches && rows.dimension_of[d].index_step % D::batch_size == 0;
  const std::uint64_t before = at_batches ? 0 : D::batch_size - 1;
  rows_cut cut{};
  cut.steps = 1;
  cut.pieces = static_cast<std::uint32_t>((before + rows.n + D::batch_size - 1) / D::batch_size);
  cut.items = rows.rows * cut.pieces;
  return cut;
}

/// The engine of row number `row`.
template <class E>
__device__ __forceinline__ E engine_of_row(const E& engine, const detail::row_list& rows, std::uint64_t row) {
  if constexpr (std::is_same_v<E, philox4x32>) {
    if (rows.keys != nullptr) return philox4x32(rows.keys[row]);
  }
  return engine;
}

/// The kernel of distributions that make single values. A warp takes a piece of the rows, 16 bytes per lane
/// and step, and then the next free piece.
///
/// Steps go along a row, or from row to row if a row has few vectors: then one jump of the engine serves
/// several rows.
/// @tparam Shape  scalar, or scalar::at_groups if begins_with_groups() holds
/// @param stride  of the words, from one step to the next
template <class Shape, class E, class D>
__global__ void __launch_bounds__(rows_threads)
    fill_rows_kernel(const __grid_constant__ E engine, const D argument, typename D::result_type* const to,
                     const __grid_constant__ detail::row_list rows, const __grid_constant__ rows_cut cut,
                     const typename E::stride stride) {
  using T = typename D::result_type;
  using vector = vector_of<T>;
  constexpr int words = vector_words<D>;
  const D distribution = with_near_rows<4>(argument);
  const unsigned lane = threadIdx.x % 32;
  const std::uint64_t warps = std::uint64_t{gridDim.x} * (blockDim.x / 32);
  for (std::uint64_t item = std::uint64_t{blockIdx.x} * (blockDim.x / 32) + threadIdx.x / 32;
       item < cut.items; item += warps) {
    const rows_cut::piece work = cut.piece_of(item);
    const detail::row_start start = detail::start_of(rows, work.row);
    const E row_engine = engine_of_row(engine, rows, work.row);
    T* const row = to + start.to;
    const plan p = plan_of(start.first, row, rows.n);

    if (work.span == 0 && p.head + p.tail != 0) {
      // The ends of every row of the piece, which no aligned vector covers.
      const unsigned ends = cut.along_rows ? work.steps : 1;
      for (unsigned r = 0; r < ends; ++r) {
        const std::uint64_t base = p.base + r * cut.index_step;
        T* const out = row + r * cut.to_step;
        if (lane < p.head) out[lane] = value(row_engine, distribution, base + lane);
        const std::uint64_t j = p.head + p.vectors * vector::count + lane;
        if (lane < p.tail) out[j] = value(row_engine, distribution, base + j);
      }
    }
    const std::uint64_t v = std::uint64_t{work.span} * 32 + lane;
    if (v >= p.vectors) continue;
    unsigned left = work.steps;
    if (!cut.along_rows) {
      const std::uint64_t fit = (p.vectors - v + 31) / 32;
      left = fit < left ? static_cast<unsigned>(fit) : left;
    }
    vector* out = reinterpret_cast<vector*>(row + p.head) + v;
    typename E::template cursor<Shape> at(row_engine, (p.base + p.head) * D::words + v * words, 0);
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

/// The kernel of distributions whose lanes make many values each: a warp makes a span of a row, and then the
/// next free span.
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
  rows_cut::piece work = cut.piece_of(item);
  E row_engine = engine_of_row(engine, rows, work.row);
#pragma unroll 1
  for (;;) {
    // Loads the next row's key while this row's span is made.
    item += warps;
    const bool last = item >= cut.items;
    const rows_cut::piece next = last ? work : cut.piece_of(item);
    const E next_engine = engine_of_row(engine, rows, next.row);

    const detail::row_start start = detail::start_of(rows, work.row);
    const std::uint64_t before = start.first % D::batch_size;
    // The span's beginning in the row; the first span may begin before the row.
    const std::uint64_t span = std::uint64_t{work.span} * D::batch_size, begin = span - before;
    if (work.span == 0 || begin < rows.n) {
      typename E::template cursor<scalar> at(
          row_engine, start.first - before + span + threadIdx.x % D::lanes * D::lane_words, 0);
      std::uint32_t w[D::lane_words];
      at.take(w);
      T* const row = to + start.to;
      const bool aligned =
          (reinterpret_cast<std::uintptr_t>(row) - before * sizeof(T)) % (D::run * sizeof(T)) == 0;
      store_span(lane_stores<D>(distribution, w, table), row, rows.n, aligned, begin);
    }
    if (last) return;
    work = next;
    row_engine = next_engine;
  }
}

}  // namespace tali::cuda_driver
