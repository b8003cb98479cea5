// SPDX-License-Identifier: Apache-2.0
// The CUDA driver of rejection distributions: checks, launches, and the errors of parameter arrays.
#include <cstdint>

#include <tali/rejection/plan.hpp>
#include <tali/sequence.hpp>

#include "core/checks.hpp"
#include "core/rows.hpp"
#include "gpu/attempts/rejection_launch.hpp"
#include "gpu/bulk/arrays_check.hpp"
#include "gpu/drivers.hpp"
#include "gpu/runtime/arguments.hpp"
#include "gpu/runtime/runtime.hpp"

namespace tali::cuda_driver {

void fill_rejection(const cuda& where, const request& r) {
  const auto [first, n] = r.furthest();
  detail::check_range(first, n, 1);
  const rejection_schedule how = detail::chosen_schedule(where.rejection, r, 32, &detail::round_overhead);
  const std::size_t bytes = r.distribution_entry->value_bytes;
  with_destination(where, r.to, r.elements(), bytes, [&] {
    if (r.rows != nullptr && r.arrays != nullptr) {
      check_memory("keys", r.rows->keys, where.ordinal);
      return launch_rejection(where, r, how);
    }
    if (r.rows != nullptr) {
      fill_rows(
          where, r, bytes, [&](const request& some) { launch_rejection_rows(where, some); },
          [&](const request& piece) { launch_rejection(where, piece, how); });
      return;
    }
    if (r.record != nullptr) check_memory("record", r.record, where.ordinal);
    if (r.arrays == nullptr) return launch_rejection(where, r, how);
    fill_arrays(where, r, [&](const request& noted) { launch_rejection(where, noted, how); });
  });
}

}  // namespace tali::cuda_driver
