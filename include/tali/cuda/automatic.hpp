// SPDX-License-Identifier: Apache-2.0
// The backend that chooses the device by size: small ranges on the CPU, large ones on a GPU, by the cost
// model of cost_model.hpp. The choice changes no bit. Link tali::cuda (the CPU's library alone knows no GPU);
// needs no CUDA header. On a machine without a GPU the CPU makes everything.
#pragma once

#include <tali/cost_model.hpp>
#include <tali/cuda/device.hpp>
#include <tali/cuda/fill.hpp>
#include <tali/fill.hpp>

namespace tali {

/// The CPU or a GPU, whichever is expected to take less time.
struct automatic {
  cpu host = {};
  cuda device = {};
  /// Null: this machine's tuning file, read once in a process, or the default figures (tuning.hpp).
  const cost_model* costs = nullptr;
  /// Whether the process uses the GPU anyway. If not, every call charges the GPU for the start of CUDA, some
  /// tenths of a second.
  bool gpu_started = true;
};

namespace detail {

/// The backend of a choice. `to` is host memory, and the call returns when it is filled; or memory of the
/// device (device or managed memory), which the GPU fills, enqueued on where.device.stream. The CPU makes
/// rows and blocks in host memory. The driver is asked which memory `to` is, which takes about a microsecond:
/// for many tiny ranges in host memory use cpu{}.
/// @return the chosen device, and the expected times
/// @throws as fill on the CPU and on a GPU; argument_error for arrays of parameters
device_choice run(const automatic& where, const request& r);

}  // namespace detail

}  // namespace tali
