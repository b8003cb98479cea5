// SPDX-License-Identifier: Apache-2.0
// What the package asks of a GPU. Without the CUDA library each of these says that there is none.
#pragma once

#include <nanobind/nanobind.h>

#include "fills.hpp"

namespace tali::python {

/// Enqueues a fill of job.to on the destination's device and stream.
void gpu_fill(const destination& at, const detail::fill_job& job);
/// Copies at.bytes bytes from host memory, on the destination's stream, and waits.
void gpu_copy(const destination& at, const void* from);
/// Waits for the destination's stream.
void gpu_wait(const destination& at);
/// Memory on a device, and how it is freed.
void* gpu_allocate(int device, std::size_t bytes);
void gpu_free(int device, void* memory) noexcept;
/// Number of devices that can be used.
int gpu_count();
/// Whether the package was built with CUDA.
bool gpu_built();

}  // namespace tali::python
