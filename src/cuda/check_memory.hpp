// What fills ask of devices and memory before they launch.
#pragma once

#include <string>

#include <cuda_runtime.h>

#include <tali/error.hpp>

#include "cuda/check.hpp"

namespace tali::cuda_driver {

/// @throws argument_error unless the kernels of device `ordinal` can use the memory at `p`
inline void check_memory(const char* argument, const void* p, int ordinal) {
  if (p == nullptr)
    throw argument_error(argument, "null", "the address of memory of device " + std::to_string(ordinal));
  cudaPointerAttributes a{};
  check(cudaPointerGetAttributes(&a, p), "cudaPointerGetAttributes");
  if (a.type == cudaMemoryTypeManaged || (a.type == cudaMemoryTypeHost && a.devicePointer == p)) return;
  if (a.type != cudaMemoryTypeDevice) {
    throw argument_error(argument, "an address of host memory that no CUDA device can use",
                         "memory of device " + std::to_string(ordinal) + ", managed or mapped memory");
  }
  if (a.device != ordinal) {
    throw argument_error(argument, "memory of device " + std::to_string(a.device),
                         "memory of device " + std::to_string(ordinal));
  }
}

/// The same for elements of `bytes` bytes, which must be aligned.
inline void check_destination(const void* to, std::size_t bytes, int ordinal) {
  check_memory("destination", to, ordinal);
  if (reinterpret_cast<std::uintptr_t>(to) % bytes != 0) {
    throw argument_error("destination", "not aligned to its elements",
                         "a multiple of " + std::to_string(bytes) + " bytes");
  }
}

/// Asked once: a process's devices do not change, and the question costs as much as a launch.
inline int device_count() {
  static const int known = [] {
    int count = 0;
    if (cudaGetDeviceCount(&count) != cudaSuccess) {
      (void)cudaGetLastError();
      count = 0;
    }
    return count;
  }();
  return known;
}

/// @throws device_error, argument_error unless there is such a device
inline void check_device(int ordinal) {
  const int count = device_count();
  if (count == 0) throw device_error("device is cuda, but no CUDA device can be used here; allowed: cpu");
  if (ordinal < 0 || ordinal >= count) {
    throw argument_error("CUDA device", std::to_string(ordinal), "0 ... " + std::to_string(count - 1));
  }
}

}  // namespace tali::cuda_driver
