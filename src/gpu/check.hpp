// SPDX-License-Identifier: Apache-2.0
// CUDA's error codes as exceptions, and the device that a call works on.
#pragma once

#include <string>

#include <cuda_runtime.h>

#include <tali/error.hpp>

namespace tali::cuda_driver {

inline void check(cudaError_t code, const char* what) {
  if (code == cudaSuccess) return;
  throw device_error(std::string(what) + " failed: " + cudaGetErrorName(code) + " (" +
                     cudaGetErrorString(code) + ")");
}

/// The device of the calling thread for as long as this lives. The thread's context is pushed and popped, and
/// cudaSetDevice is not called: to restore the device by it would make a context, some hundred MiB, on a
/// device that the program has never used, and would replace a context of the program's own.
class current_device {
 public:
  /// @throws device_error
  explicit current_device(int ordinal);
  ~current_device();
  current_device(const current_device&) = delete;
  current_device& operator=(const current_device&) = delete;

 private:
  int pushed_ = -1;  ///< the device whose context was pushed, or -1 where it was the thread's device anyway
};

}  // namespace tali::cuda_driver
