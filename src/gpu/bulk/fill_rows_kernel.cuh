// SPDX-License-Identifier: Apache-2.0
// The bulk kernels of many short ranges in one launch: rows with one key each, and the runs of a block of an
// array. These rows are too short for separate launches.
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

// How warps share the rows of a launch. Host code except piece_of; tests run it without a GPU.

/// Threads per block of the kernel of rows.
inline constexpr int rows_threads = 256;

/// Rows divided into items: pieces of one row, or of neighbouring rows.
struct rows_cut {
  std::uint64_t items;
  std::uint32_t pieces;          ///< of a row, or of a group of neighbouring rows
  std::uint32_t steps;           ///< of a piece, at most
  std::int64_t vectors_a_step;   ///< from a lane's store to its next
  bool along_rows;               ///< a piece has the same span of `steps` neighbouring rows
  std::uint64_t neighbours = 1;  ///< rows that lie `index_step` and `to_step` apart
  std::uint64_t groups = 1;      ///< of `steps` of these
  std::uint64_t index_step = 0, to_step = 0;

  /// A warp's work.
  struct piece {
    std::uint64_t row;    ///< the first one
    std::uint32_t span;   ///< of 32 vectors, or of a batch
    std::uint32_t steps;  ///< at most, along a row; else rows
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

/// Number of vectors per row from which a warp moves along the row, so that a lane makes several.
inline constexpr std::uint64_t long_row = 128;

/// The pieces of rows for fill_rows_kernel.
/// @param rows  of at most 2^24 elements each
template <class E, class D>
rows_cut cut_rows(const detail::row_list& rows) {
  using T = typename D::result_type;
  constexpr std::uint64_t count = vector_of<T>::count, words = D::words;
  // Long pieces where there are many rows, for a lane's way to its first vector.
  const std::uint32_t max_steps = rows.elements() >= (std::uint64_t{1} << 24) ? 32 : 8;
  const std::uint64_t vectors = std::max<std::uint64_t>(rows.n / count, 1), spans = (vectors + 31) / 32;
  rows_cut cut{};
  const auto* const inner = rows.dimensions == 0 ? nullptr : rows.dimension_of + (rows.dimensions - 1);
  // From row to row a lane's vector must be the same distance on, in memory and in words, and begin with a
  // group of the engine as often as the first does.
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

/// Whether the first aligned vector of every row begins with a group of the engine.
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

/// Words from a lane's store to its next.
template <class D>
std::uint64_t words_a_step(const rows_cut& cut) {
  return cut.along_rows ? cut.index_step * D::words : std::uint64_t{32} * vector_words<D>;
}

/// The spans of rows for fill_lanes_rows_kernel: as many per row as a row can touch.
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
    const E next_engine = engine_of_row(engine, rows, next.row);

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
    own = next_engine;
  }
}

}  // namespace tali::cuda_driver
