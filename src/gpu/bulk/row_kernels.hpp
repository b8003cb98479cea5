// SPDX-License-Identifier: Apache-2.0
// The table of kernels that make many rows in one launch.
#pragma once

#include <tali/cuda/fill.hpp>

#include "registry/place.hpp"

namespace tali::cuda_driver {

/// Enqueues the kernel. The keys of the request's rows are in device memory; rows have at most 2^24 elements,
/// side by side.
using rows_launcher = void (*)(const cuda& where, const detail::request& r);

struct rows_table {
  /// Null where rows are made one by one.
  detail::pair_table<rows_launcher, engines, distributions> launch;
  /// For categorical_view, whose table is on the device.
  detail::engine_table<rows_launcher, engines> categories;
};

/// Engine `Engine` of the list writes its entries into the table; row_kernels.cu is compiled once for each.
template <int Engine>
void add_row_kernels(rows_table& table);

/// The table of all engines.
const rows_table& row_kernels();

}  // namespace tali::cuda_driver
