// SPDX-License-Identifier: Apache-2.0
// The backend that chooses the device by size: small ranges on the CPU, large ones on a GPU, by the cost
// model of cost_model.hpp. The choice affects speed only. Link tali::cuda (the CPU library does not support
// GPUs); needs no CUDA header. On a machine without a GPU every fill runs on the CPU.
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
  /// Null: this machine's tuning file, read once per process, or the default figures (tuning.hpp).
  const cost::model* costs = nullptr;
  /// Whether the process already uses the GPU. If not, the model adds the time to start CUDA, a few tenths of
  /// a second.
  bool gpu_started = true;
};

namespace detail {

/// The backend that chooses. If `to` is host memory, the call returns when it is filled. If `to` is device or
/// managed memory, the GPU fills it, and the work is enqueued on where.device.stream. Rows and blocks in host
/// memory run on the CPU. Asking the driver for the kind of memory takes about a microsecond: for many tiny
/// ranges in host memory use cpu{}.
/// @return the chosen device, and the expected times
/// @throws as fill on the CPU and on a GPU; argument_error for arrays of parameters
cost::device_choice run(const automatic& where, const request& r);

}  // namespace detail

}  // namespace tali
