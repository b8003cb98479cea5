// SPDX-License-Identifier: Apache-2.0
// The rows of a call: many per launch if they are short, else one after the other.
#pragma once

#include <cstddef>
#include <functional>

#include <tali/cuda/device.hpp>
#include <tali/detail/request.hpp>

namespace tali::cuda_driver {

/// Enqueues all rows; call with the device current. Keys may be in host memory, which has been read on
/// return, or in device memory; if rows are made one by one, the host waits for keys in device memory.
/// @param r       with rows
/// @param many    enqueues contiguous rows of at most 2^24 elements, whose keys are in device memory;
///                empty if there is no such kernel
/// @param single  enqueues one range
/// @throws argument_error if keys are in another device's memory, or were to be read while the stream is
/// captured into a graph
void fill_rows(const cuda& where, const detail::request& r, std::size_t element_bytes,
               const std::function<void(const detail::request&)>& many,
               const std::function<void(const detail::request&)>& single);

}  // namespace tali::cuda_driver
