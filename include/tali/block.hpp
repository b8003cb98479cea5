// SPDX-License-Identifier: Apache-2.0
// Extents: which elements a fill writes. A range of indices, or a block: a part of an array of random
// numbers, as one of many processes or chunks has it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>

#include <tali/detail/row_list.hpp>

namespace tali {

/// Elements first ... first + count - 1 of a sequence.
struct index_range {
  std::uint64_t first;
  std::size_t count;
};

/// A rectangular part of a row-major array whose element (i, j, ...) is element i W + j ... of a sequence.
/// The part begins at `offset` and has `local_shape` elements; what is made of it does not depend on how the
/// array is cut into parts. An element of a vector distribution is a whole vector, so that the last dimension
/// counts vectors.
///
/// Where its elements go is told by strides, in elements: element (0, 0, ...) to the first one of the
/// destination, and a step along dimension d moves on by strides[d]. So a block can be the inner part of
/// memory with halos or padding, which stay as they are. Without strides the elements are side by side.
///
///     // Rows 256 ... 511 of a field of 1024 x 1024, into memory with a halo of 1 all around.
///     fill(cpu{}, philox4x32(1), normal<float>(), block({1024, 1024}, {256, 0}, {256, 1024}, {1026, 1}),
///          std::span(memory).subspan(1026 + 1));
class block {
 public:
  using numbers = std::span<const std::uint64_t>;
  using list = std::initializer_list<std::uint64_t>;

  /// @param strides  empty: the elements are side by side
  /// @throws argument_error unless there are 1 to 8 dimensions, as many in each; the array has at most 2^64
  /// elements and the block lies in it; and no two of the block's elements have one address, which is: sorted
  /// by size, each stride passes what the dimensions of smaller strides take
  block(numbers global_shape, numbers offset, numbers local_shape, numbers strides = {});
  block(list global_shape, list offset, list local_shape, list strides = {})
      : block(span_of(global_shape), span_of(offset), span_of(local_shape), span_of(strides)) {}

  /// Elements of the block.
  [[nodiscard]] std::uint64_t elements() const { return rows_.elements(); }
  /// Elements of the destination from the block's first to its last, both included.
  [[nodiscard]] std::uint64_t extent() const { return extent_; }
  /// The block as ranges of indices, as few and as long as there are.
  [[nodiscard]] const detail::row_list& rows() const { return rows_; }

 private:
  static numbers span_of(list l) { return {l.begin(), l.size()}; }

  detail::row_list rows_;
  std::uint64_t extent_ = 0;
};

}  // namespace tali
