// SPDX-License-Identifier: Apache-2.0
// The rows of a launch, as the host and kernels know them.
#pragma once

#include <tali/detail/compiler.hpp>
#include <tali/detail/row_list.hpp>
#include <tali/detail/standard.hpp>

namespace tali::cuda_driver {

/// The rows of a launch, as kernel arguments. Without rows, the other arguments describe a single range.
struct row_batch {
  detail::row_list rows;
  std::uint64_t first_row;  ///< first row of this launch
  std::uint32_t tag;        ///< the distribution's
  bool has_rows;

  /// One range.
  TALI_FN row_batch() : rows{}, first_row{0}, tag{0}, has_rows{false} {}
  TALI_FN row_batch(const detail::row_list& all, std::uint64_t first, std::uint32_t of)
      : rows{all}, first_row{first}, tag{of}, has_rows{true} {}
};

/// Calls f(batch, row_count) for launches of at most as many rows as a grid has.
template <class F>
void for_each_batch(const detail::row_list& rows, std::uint32_t tag, const F& f) {
  constexpr std::uint64_t max_rows = 65535;
  for (std::uint64_t done = 0; done < rows.rows; done += max_rows) {
    const std::uint64_t left = rows.rows - done;
    f(row_batch(rows, done, tag), static_cast<unsigned>(left < max_rows ? left : max_rows));
  }
}

}  // namespace tali::cuda_driver
