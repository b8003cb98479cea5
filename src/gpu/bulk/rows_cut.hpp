// SPDX-License-Identifier: Apache-2.0
// How warps share the rows of a launch. Host code except piece_of; tests run it without a GPU.
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include <tali/cuda/detail/fill_kernel.cuh>
#include <tali/detail/row_list.hpp>

#include "core/rows.hpp"

namespace tali::cuda_driver {

/// Threads per block of the kernel of rows.
inline constexpr int rows_threads = 256;

/// Rows divided into items: pieces of one row, or of neighbouring rows.
struct rows_cut {
  std::uint64_t items;
  std::uint32_t pieces;          ///< of a row, or of a group of neighbouring rows
  std::uint32_t steps;           ///< of a piece, at most
  std::int64_t vectors_a_step;   ///< from a lane's store to its next
  bool along_rows;               ///< a piece has the same span of `steps` neighbouring rows
  std::uint64_t neighbours = 1;  ///< rows that are `index_step` and `to_step` apart
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
  // Long pieces if there are many rows, because a lane's move to its first vector costs time.
  const std::uint32_t most_steps = rows.elements() >= (std::uint64_t{1} << 24) ? 32 : 8;
  const std::uint64_t vectors = std::max<std::uint64_t>(rows.n / count, 1), spans = (vectors + 31) / 32;
  rows_cut cut{};
  const auto* const inner = rows.dimensions == 0 ? nullptr : rows.dimension_of + (rows.dimensions - 1);
  // The distance of a lane's vectors in consecutive rows must be constant, in memory and in words, and all
  // must have the same alignment to the engine's groups.
  const bool neighbours = rows.keys == nullptr && inner != nullptr && inner->size > 1 && vectors < long_row &&
                          inner->index_step * words % E::group == 0 &&
                          inner->to_step * sizeof(T) % sizeof(vector_of<T>) == 0;
  if (neighbours) {
    cut.along_rows = true;
    cut.neighbours = inner->size;
    cut.index_step = inner->index_step;
    cut.to_step = inner->to_step;
    cut.steps = static_cast<std::uint32_t>(std::min<std::uint64_t>(inner->size, most_steps));
    cut.groups = (inner->size + cut.steps - 1) / cut.steps;
    cut.pieces = static_cast<std::uint32_t>(spans);
    cut.items = rows.rows / inner->size * cut.groups * spans;
    cut.vectors_a_step = static_cast<std::int64_t>(inner->to_step / count);
    return cut;
  }
  cut.steps = static_cast<std::uint32_t>(std::min<std::uint64_t>(spans, most_steps));
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

}  // namespace tali::cuda_driver
