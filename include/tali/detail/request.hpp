// SPDX-License-Identifier: Apache-2.0
// The request: the arguments of a fill, in the form that every backend takes.
#pragma once

#include <cstddef>
#include <cstdint>

#include <tali/block.hpp>
#include <tali/detail/array_forms.hpp>
#include <tali/device.hpp>
#include <tali/registry.hpp>

namespace tali::detail {

struct cuda_failures;

/// Elements first ... first + n - 1 of a distribution over an engine's sequence, or rows of them.
struct request {
  const engine_info* engine_entry;
  const void* engine;  ///< an object of the entry's type
  const distribution_info* distribution_entry;
  const void* distribution;  ///< likewise; null if every element has separate parameters
  std::uint64_t first;       ///< index of the first element
  void* to;
  std::size_t n;                        ///< elements: values, or rows of a vector distribution
  const void* const* arrays = nullptr;  ///< arrays of parameters per element
  const row_list* rows = nullptr;       ///< ranges to make instead of first ... first + n - 1
  cuda_failures* record = nullptr;      ///< on a GPU: the record of failed samples
  array_forms forms = {};

  /// Number of elements of the range, or of all rows.
  [[nodiscard]] std::size_t elements() const {
    return rows == nullptr ? n : static_cast<std::size_t>(rows->elements());
  }
  /// The range with the largest indices.
  [[nodiscard]] index_range furthest() const {
    if (rows == nullptr) return {first, n};
    return rows->rows == 0 ? index_range{}
                           : index_range{rows->last_first(), static_cast<std::size_t>(rows->n)};
  }
};

/// The CPU's backend.
/// @throws argument_error, sampling_error as tali::fill
void run(const cpu& where, const request& r);

}  // namespace tali::detail
