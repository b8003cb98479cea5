// SPDX-License-Identifier: Apache-2.0
// CUDA's error codes as exceptions, for the device layer's own sources.
#pragma once

#include <string>

#include <cuda_runtime.h>

#include <tali/error.hpp>

namespace tali::runtime {

/// @throws device_error always
[[noreturn]] void fail(cudaError_t code, const std::string& call);

inline void check(cudaError_t code, const char* call) {
  if (code != cudaSuccess) fail(code, call);
}

}  // namespace tali::runtime
