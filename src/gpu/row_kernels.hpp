// SPDX-License-Identifier: Apache-2.0
// The table of kernels that make many rows in one launch.
#pragma once

#include <functional>

#include <tali/cuda/fill.hpp>
#include <tali/detail/row_list.hpp>

namespace tali::cuda_driver {

/// Enqueues the kernel. The keys of `rows` are in device memory; rows have at most 2^24 elements, side by
/// side.
using rows_launcher = void (*)(const cuda& where, const detail::fill_job& job, const detail::row_list& rows);

struct rows_table {
  rows_launcher launch[engines::size][distributions::size];  ///< null where rows are made one by one
  rows_launcher categories[engines::size];  ///< of categorical_view, whose table is on the device
};

/// Engine `Engine` of the list writes its entries into the table; row_kernels.cu is compiled once for each.
template <int Engine>
void add_row_kernels(rows_table& table);

/// The table of all engines.
const rows_table& row_kernels();

/// The launcher as fill_rows takes it; empty where there is none.
inline std::function<void(const detail::row_list&)> many_rows(rows_launcher launch, const cuda& where,
                                                              const detail::fill_job& job) {
  if (launch == nullptr) return {};
  return [launch, &where, &job](const detail::row_list& rows) { launch(where, job, rows); };
}

}  // namespace tali::cuda_driver
