// SPDX-License-Identifier: Apache-2.0
// The table of bulk kernels: a launcher for every engine and distribution.
#pragma once

#include <cstddef>
#include <cstdint>

#include <tali/cuda/fill.hpp>

#include "registry/place.hpp"

namespace tali::cuda_driver {

/// Enqueues the kernel. `chained`: the engine is in device memory, and its position after the range goes to
/// `engine_after`.
using launcher = void (*)(const cuda& where, const detail::request& r, bool chained, void* engine_after);

/// Enqueues the kernel of elements with separate parameters. The request's arrays and its record are in
/// device memory; the record may be null.
using arrays_launcher = void (*)(const cuda& where, const detail::request& r);

struct kernel_table {
  detail::pair_table<launcher, engines, distributions> launch;
  /// Null if there are no parameters.
  detail::pair_table<arrays_launcher, engines, distributions> arrays;
};

/// Engine `Engine` of the list writes its entries into the table; kernels.cu is compiled once for each.
template <int Engine>
void add_kernels(kernel_table& table);

/// The launchers of elements with separate parameters.
void add_arrays(kernel_table& table);

/// The same of elements done ... done + n - 1 of the request, from their words in device memory.
void launch_arrays_from_words(const cuda& where, const detail::request& r, const std::uint32_t* words,
                              std::size_t done, std::size_t n);

}  // namespace tali::cuda_driver
