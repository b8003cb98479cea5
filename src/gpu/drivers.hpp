// SPDX-License-Identifier: Apache-2.0
// CUDA's drivers, one for each kind of pair (engine, distribution).
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

#include <tali/cuda/device.hpp>
#include <tali/cuda/fill.hpp>
#include <tali/detail/request.hpp>

namespace tali::cuda_driver {

using detail::request;

// A request with rows has no record. If it has parameter arrays, its rows are consecutive in the destination,
// and its keys are in device memory: the call enqueues work and reads nothing, so an element with invalid
// parameters is NaN, or -1.
void fill_fixed(const cuda& where, const request& r);
void fill_rejection(const cuda& where, const request& r);
void fill_vectors(const cuda& where, const request& r);
void fill_categorical(const cuda& where, const request& r);
void fill_points(const cuda& where, const request& r);
/// Writes a bank's elements from its current position.
void fill_bank(const cuda& where, const request& r);

/// A filler that keeps the bank's states on the device. It reads only the request's engine and distribution.
std::unique_ptr<filler::implementation> open_bank(const cuda& where, const request& r);

// The rows of a call: many per launch if they are short, otherwise one at a time.

/// Enqueues all rows; the device must be current. Keys may be in host memory, which has been read on return,
/// or in device memory. If rows are made one at a time, the host waits for keys in device memory.
/// @param r          with rows
/// @param many_rows  enqueues rows of at most 2^24 contiguous elements each, with keys in device memory;
/// empty if there is no such kernel
/// @param single     enqueues one range
/// @throws argument_error if keys are in another device's memory, or if they would have to be read while the
/// stream is captured into a graph
void fill_rows(const cuda& where, const detail::request& r, std::size_t element_bytes,
               const std::function<void(const detail::request&)>& many_rows,
               const std::function<void(const detail::request&)>& single);

}  // namespace tali::cuda_driver
