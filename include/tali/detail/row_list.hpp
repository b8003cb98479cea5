// SPDX-License-Identifier: Apache-2.0
// Many ranges that one call fills: rows with one key each, or the runs of a block of an array. Drivers do not
// distinguish the two.
#pragma once

#include <tali/detail/standard.hpp>
#include <tali/key.hpp>

namespace tali::detail {

/// Maximum number of dimensions of an array with blocks.
inline constexpr int max_dimensions = 8;

/// Ranges of equal length, in the order of their indices. A row's number is split into one index per
/// dimension, the last index changing fastest. The row begins at the sum of index times step over the
/// dimensions.
struct row_list {
  struct dimension {
    std::uint64_t size;
    std::uint64_t index_step;  ///< elements of the sequence from one row to the next
    std::uint64_t to_step;     ///< elements of the destination
  };

  std::uint64_t rows = 1;
  std::uint64_t n = 0;      ///< number of elements per row
  std::uint64_t first = 0;  ///< index of the first row's first element
  std::uint64_t apart = 1;  ///< elements of the destination from one element of a row to the next
  int dimensions = 0;
  dimension dimension_of[max_dimensions] = {};
  const key* keys = nullptr;  ///< row r has key r's sequence; null: all rows use the request's engine

  /// Number of elements of all rows.
  [[nodiscard]] std::uint64_t elements() const { return rows * n; }
  /// The first index of the row with the largest indices.
  [[nodiscard]] std::uint64_t last_first() const {
    std::uint64_t at = first;
    for (int i = 0; i < dimensions; ++i) at += (dimension_of[i].size - 1) * dimension_of[i].index_step;
    return at;
  }
};

/// One row of n elements per key, in order, starting at element `first` of the key's sequence.
/// @throws argument_error if there are 2^64 elements or more
row_list rows_of_keys(std::span<const key> keys, std::uint64_t first, std::uint64_t n);

}  // namespace tali::detail
