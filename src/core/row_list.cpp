// SPDX-License-Identifier: Apache-2.0
// The rows of keys, and checks of a destination's size and type.
#include <string>

#include <tali/detail/row_list.hpp>
#include <tali/error.hpp>
#include <tali/fill.hpp>

namespace tali::detail {

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
