// SPDX-License-Identifier: Apache-2.0
// Parameter arrays in device memory: how the host gets the errors that kernels record.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include <tali/cuda/fill.hpp>

#include "core/checks.hpp"
#include "gpu/runtime/runtime.hpp"

namespace tali::cuda_driver {

/// @throws argument_error always: about element i of parameter arrays in device memory
[[noreturn]] inline void refuse_element_on_gpu(const distribution_info& d, const void* const* device_arrays,
                                               std::size_t i) {
  // Copies the element's parameters to the host, as arrays of one element.
  constexpr std::size_t max_parameters = 8;
  std::uint64_t values[max_parameters];
  const void* arrays[max_parameters];
  const std::size_t bytes = d.functions->parameter_bytes;
  for (std::size_t k = 0; k < d.parameter_list.size(); ++k) {
    runtime::read(&values[k], static_cast<const char*>(device_arrays[k]) + i * bytes, bytes);
    arrays[k] = &values[k];
  }
  detail::refuse_element(d, arrays, i, 0);
}

/// Checks the arrays' addresses and calls launch(request) with a record for errors. If the caller gave no
/// record, waits for the stream and checks the record.
/// @throws argument_error for the first element with invalid parameters
/// @throws sampling_error for the first sample without an accepted attempt
template <class Launch>
void fill_arrays(const cuda& where, const detail::request& r, const Launch& launch) {
  detail::check_arrays(r);
  if (r.record != nullptr) return launch(r);
  const runtime::stream_memory<detail::cuda_failures> record_memory(1, where.stream);
  runtime::set_bytes(record_memory.at(), 0xff, sizeof(detail::cuda_failures), where.stream);
  detail::request noted = r;
  noted.record = record_memory.at();
  launch(noted);
  detail::cuda_failures failures{};
  runtime::copy_to_host(&failures, record_memory.at(), sizeof failures, where.stream);
  runtime::synchronise(where.stream);
  constexpr auto none = std::numeric_limits<unsigned long long>::max();
  if (failures.bad != none)
    refuse_element_on_gpu(*r.distribution_entry, r.arrays, static_cast<std::size_t>(failures.bad));
  if (failures.exhausted != none) throw sampling_error(r.first + failures.exhausted);
}

}  // namespace tali::cuda_driver
