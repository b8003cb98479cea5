// SPDX-License-Identifier: Apache-2.0
// Many ranges that one call fills: the rows of a batch, each with a key of its own, and the runs of a block
// of an array. Drivers know nothing else of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <tali/key.hpp>

namespace tali::detail {

/// Dimensions that an array of a block has, at most.
inline constexpr int most_dimensions = 8;

/// Ranges of as many elements each, in the order of their indices. A row's number is taken apart by the
/// dimensions, the last of which moves fastest; the row begins at the sum of the steps.
struct row_list {
  struct dimension {
    std::uint64_t size;
    std::uint64_t index_step;  ///< elements of the sequence from one to the next
    std::uint64_t to_step;     ///< elements of the destination
  };

  std::uint64_t rows = 1;
  std::uint64_t n = 0;      ///< elements of a row
  std::uint64_t first = 0;  ///< index of the first row's first element
  std::uint64_t apart = 1;  ///< elements of the destination from one element of a row to its next
  int dimensions = 0;
  dimension dimension_of[most_dimensions] = {};
  const key* keys = nullptr;  ///< row r is of key r's sequence; null: all are of the request's engine

  /// Elements of all rows.
  [[nodiscard]] std::uint64_t elements() const { return rows * n; }
  /// The first index of the row with the largest indices.
  [[nodiscard]] std::uint64_t last_first() const {
    std::uint64_t at = first;
    for (int i = 0; i < dimensions; ++i) at += (dimension_of[i].size - 1) * dimension_of[i].index_step;
    return at;
  }
};

/// A row of n elements for every key, one after the other, from element `first` of its sequence on.
/// @throws argument_error if that are 2^64 elements or more
row_list rows_of_keys(std::span<const key> keys, std::uint64_t first, std::uint64_t n);

}  // namespace tali::detail
