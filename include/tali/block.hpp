// SPDX-License-Identifier: Apache-2.0
// Extents: the elements that a fill writes. An extent is a range of indices, or a block: a part of an array
// of random numbers, such as the part of one process or chunk.
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
/// The part begins at `offset` and has `local_shape` elements; its values do not depend on how the array is
/// divided into parts. An element of a vector distribution is a whole vector, so the last dimension counts
/// vectors.
///
/// Strides, in elements, give the addresses: element (0, 0, ...) is the first of the destination, and a step
/// along dimension d advances by strides[d]. So a block can be the interior of memory with halos or padding,
/// which remain unchanged. Without strides the elements are contiguous.
///
///     // Rows 256 ... 511 of a field of 1024 x 1024, into memory with a halo of 1 all around.
///     fill(cpu{}, philox4x32(1), normal<float>(), block({1024, 1024}, {256, 0}, {256, 1024}, {1026, 1}),
///          std::span(memory).subspan(1026 + 1));
class block {
 public:
  using numbers = std::span<const std::uint64_t>;
  using list = std::initializer_list<std::uint64_t>;

  /// @param strides  empty: the elements are contiguous
  /// @throws argument_error unless there are 1 to 8 dimensions, the same number in each argument; the array
  /// has at most 2^64 elements and contains the block; and no two elements of the block share an address:
  /// sorted by size, each stride must exceed the span of the dimensions with smaller strides
  block(numbers global_shape, numbers offset, numbers local_shape, numbers strides = {});
  block(list global_shape, list offset, list local_shape, list strides = {})
      : block(span_of(global_shape), span_of(offset), span_of(local_shape), span_of(strides)) {}

  /// Number of elements of the block.
  [[nodiscard]] std::uint64_t elements() const { return rows_.elements(); }
  /// Length of the destination from the block's first to its last element, inclusive.
  [[nodiscard]] std::uint64_t extent() const { return extent_; }
  /// The block as ranges of indices, as few and as long as possible.
  [[nodiscard]] const detail::row_list& rows() const { return rows_; }

 private:
  static numbers span_of(list l) { return {l.begin(), l.size()}; }

  detail::row_list rows_;
  std::uint64_t extent_ = 0;
};

}  // namespace tali
