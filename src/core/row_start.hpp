// SPDX-License-Identifier: Apache-2.0
// The beginning of a row, on the host and in kernels.
#pragma once

#include <tali/detail/compiler.hpp>
#include <tali/detail/row_list.hpp>
#include <tali/detail/standard.hpp>
#include <tali/simd/bits.hpp>

namespace tali::detail {

/// The beginning of a row in the sequence and in the destination.
struct row_start {
  std::uint64_t first, to;
};

/// n / d, with half the bits if these suffice, which takes a GPU a fraction of the time.
TALI_FN std::uint64_t quick_divide(std::uint64_t n, std::uint64_t d) {
  return ((n | d) >> 32) == 0 ? narrow(n) / narrow(d) : n / d;
}

/// The beginning of row `row`, which must exist.
TALI_FN row_start start_of(const row_list& rows, std::uint64_t row) {
  row_start at{rows.first, 0};
  for (int d = rows.dimensions; d-- != 0;) {
    const row_list::dimension& along = rows.dimension_of[d];
    std::uint64_t rest = row;
    if (d != 0) {
      row = quick_divide(row, along.size);
      rest -= row * along.size;
    }
    at.first += rest * along.index_step;
    at.to += rest * along.to_step;
  }
  return at;
}

}  // namespace tali::detail
