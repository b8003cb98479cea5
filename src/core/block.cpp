// SPDX-License-Identifier: Apache-2.0
// A block's checks, and its conversion to ranges of indices.
#include <algorithm>
#include <string>
#include <vector>

#include <tali/block.hpp>
#include <tali/detail/row_list.hpp>
#include <tali/error.hpp>
#include <tali/fill.hpp>

namespace tali {

namespace {

using numbers = block::numbers;
using detail::row_list;

/// As text: (3, 4, 5).
std::string text_of(numbers x) {
  std::string text = "(";
  for (const std::uint64_t n : x) text += (text.size() == 1 ? "" : ", ") + std::to_string(n);
  return text + ")";
}

void check_dimensions(const char* argument, numbers x, std::size_t dimensions) {
  if (x.size() == dimensions) return;
  throw argument_error(argument, text_of(x),
                       std::to_string(dimensions) + " numbers, one per dimension of global_shape");
}

/// The array's stride along dimension d, in elements.
/// @throws argument_error if the array has more than 2^64 elements
void find_index_steps(numbers shape, std::uint64_t (&step)[detail::max_dimensions]) {
  std::uint64_t below = 1, last = 0;
  bool more = false;  // `below` is 2^64 or more
  for (std::size_t d = shape.size(); d-- != 0;) {
    std::uint64_t part = 0;
    step[d] = below;
    if (shape[d] > 1 && (more || __builtin_mul_overflow(shape[d] - 1, below, &part) ||
                         __builtin_add_overflow(last, part, &last))) {
      throw argument_error("global_shape", text_of(shape), "at most 2^64 elements");
    }
    more = more || __builtin_mul_overflow(below, shape[d], &below);
  }
}

/// Distance in the destination from the first element to after the last.
/// @throws argument_error if two elements have the same address, or addresses exceed 2^64
std::uint64_t check_strides(numbers strides, numbers shape) {
  std::vector<std::size_t> order;
  for (std::size_t d = 0; d < shape.size(); ++d) {
    if (shape[d] > 1) order.push_back(d);
  }
  std::ranges::sort(order, {}, [&](std::size_t d) { return strides[d]; });
  std::uint64_t extent = 1;
  for (const std::size_t d : order) {
    if (strides[d] < extent) {
      throw argument_error(argument_name("strides", {d}), std::to_string(strides[d]),
                           "at least " + std::to_string(extent) + ", so that elements do not overlap");
    }
    std::uint64_t part = 0;
    if (__builtin_mul_overflow(shape[d] - 1, strides[d], &part) ||
        __builtin_add_overflow(extent, part, &extent)) {
      throw argument_error("strides", text_of(strides), "strides that keep the last element below 2^64");
    }
  }
  return extent;
}

/// Adds a dimension, or merges it with the next inner one if there is no gap between them.
void add_outer(row_list& rows, row_list::dimension outer) {
  if (outer.size == 1) return;
  if (rows.dimensions == 0 && rows.apart * rows.n == outer.to_step && rows.n == outer.index_step) {
    rows.n *= outer.size;
    return;
  }
  rows.rows *= outer.size;
  if (rows.dimensions != 0) {
    row_list::dimension& inner = rows.dimension_of[0];
    if (inner.size * inner.index_step == outer.index_step && inner.size * inner.to_step == outer.to_step) {
      inner.size *= outer.size;
      return;
    }
  }
  std::move_backward(rows.dimension_of, rows.dimension_of + rows.dimensions,
                     rows.dimension_of + rows.dimensions + 1);
  rows.dimension_of[0] = outer;
  ++rows.dimensions;
}

}  // namespace

block::block(numbers global_shape, numbers offset, numbers local_shape, numbers strides) {
  const std::size_t dimensions = global_shape.size();
  if (dimensions < 1 || dimensions > detail::max_dimensions)
    throw argument_error("global_shape", text_of(global_shape), "1 to 8 dimensions");
  check_dimensions("offset", offset, dimensions);
  check_dimensions("local_shape", local_shape, dimensions);
  if (!strides.empty()) check_dimensions("strides", strides, dimensions);
  std::uint64_t step[detail::max_dimensions] = {};
  find_index_steps(global_shape, step);
  for (std::size_t d = 0; d < dimensions; ++d) {
    const std::string end = std::to_string(global_shape[d]);
    if (offset[d] > global_shape[d])
      throw argument_error({"offset", {d}}, std::to_string(offset[d]),
                           "at most " + end + ", the global shape");
    const std::uint64_t left = global_shape[d] - offset[d];
    if (local_shape[d] > left) {
      throw argument_error({"local_shape", {d}}, std::to_string(local_shape[d]),
                           "at most " + std::to_string(left) + ", because the offset is " +
                               std::to_string(offset[d]) + " and the global shape " + end);
    }
  }
  if (std::ranges::find(local_shape, std::uint64_t{0}) != local_shape.end()) {
    rows_.rows = 0;
    return;
  }
  std::uint64_t side_by_side[detail::max_dimensions] = {}, elements = 1;
  for (std::size_t d = dimensions; d-- != 0;) {
    side_by_side[d] = elements;
    if (__builtin_mul_overflow(elements, local_shape[d], &elements))
      throw argument_error("local_shape", text_of(local_shape), "fewer than 2^64 elements");
  }
  if (strides.empty()) strides = {side_by_side, dimensions};
  extent_ = check_strides(strides, local_shape);
  for (std::size_t d = 0; d < dimensions; ++d) rows_.first += offset[d] * step[d];
  rows_.n = 1;
  bool inside = true;
  for (std::size_t d = dimensions; d-- != 0;) {
    if (local_shape[d] == 1) continue;
    // The innermost dimension with contiguous elements is the row.
    if (inside && step[d] == 1) {
      rows_.n = local_shape[d];
      rows_.apart = strides[d];
    } else {
      add_outer(rows_, {local_shape[d], step[d], strides[d]});
    }
    inside = false;
  }
}

}  // namespace tali

namespace tali::detail {

// The rows of keys, and checks of a destination's size and type.

row_list rows_of_keys(std::span<const key> keys, std::uint64_t first, std::uint64_t n) {
  std::uint64_t all = 0;
  if (__builtin_mul_overflow(std::uint64_t{keys.size()}, n, &all)) {
    throw argument_error("keys * elements of a row", std::to_string(keys.size()) + " * " + std::to_string(n),
                         "fewer than 2^64");
  }
  row_list rows;
  rows.rows = keys.size();
  rows.n = n;
  rows.first = first;
  rows.dimensions = 1;
  rows.dimension_of[0] = {rows.rows, 0, n};
  rows.keys = keys.data();
  return rows;
}

void check_row_values(std::size_t values, const row_list& rows, std::uint32_t size) {
  std::uint64_t all = 0;
  if (!__builtin_mul_overflow(rows.elements(), std::uint64_t{size}, &all) && values == all) return;
  throw argument_error("number of values", std::to_string(values),
                       std::to_string(rows.rows) + " * " + std::to_string(rows.n) +
                           (size == 1 ? std::string() : " * " + std::to_string(size)) +
                           ", the values of all rows");
}

void check_block_values(std::size_t values, const block& part, std::uint32_t size) {
  if (values / size >= part.extent()) return;
  throw argument_error("number of values", std::to_string(values),
                       "at least " + std::to_string(part.extent()) +
                           (size == 1 ? std::string() : " * " + std::to_string(size)) +
                           ", up to the last element of the block");
}

void check_type(const any_distribution& d, const char* type) {
  if (std::string(d.info().type) == type) return;
  throw argument_error("type of destination", type,
                       std::string(d.info().type) + ", the type of the distribution's values");
}

}  // namespace tali::detail
