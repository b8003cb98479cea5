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

/// A function of CUDA's driver, which the runtime has loaded: the library does not link to it.
/// @throws device_error if the driver has none of this name
void* driver_function(const char* name);
template <class F>
F driver_function(const char* name) {
  return reinterpret_cast<F>(driver_function(name));
}

/// The driver's error codes equal the runtime's.
inline void check_driver(int code, const char* call) { check(static_cast<cudaError_t>(code), call); }

}  // namespace tali::runtime
