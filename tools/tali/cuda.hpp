// SPDX-License-Identifier: Apache-2.0
// CUDA in programs: its error codes as exceptions, memory that frees itself, and the device that a thread
// works on.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>

#include <cuda_runtime.h>

#include <tali/error.hpp>

namespace tali::tool {

/// @throws device_error  "(what) failed: ..." unless the code is success
inline void check(cudaError_t code, const char* what) {
  if (code == cudaSuccess) return;
  throw device_error(what, std::string(cudaGetErrorName(code)) + " (" + cudaGetErrorString(code) + ")");
}

/// Device memory for n values, which are undefined.
/// @throws device_error  where there is no room
template <class T>
std::shared_ptr<T> device_array(std::size_t n) {
  void* p = nullptr;
  check(cudaMalloc(&p, std::max<std::size_t>(n, 1) * sizeof(T)), "cudaMalloc");
  return {static_cast<T*>(p), cudaFree};
}

/// The same in the order of a stream's work, which must outlive it. cudaMalloc and cudaFree wait for all
/// streams of the device, and so for what other threads do there.
template <class T>
std::shared_ptr<T> device_array(std::size_t n, cudaStream_t stream) {
  void* p = nullptr;
  check(cudaMallocAsync(&p, std::max<std::size_t>(n, 1) * sizeof(T), stream), "cudaMallocAsync");
  return {static_cast<T*>(p), [stream](T* mine) { cudaFreeAsync(mine, stream); }};
}

/// Makes device `ordinal` the calling thread's from here on. The library leaves a program's device alone;
/// a program may set its own.
/// @throws device_error    where there is no device
/// @throws argument_error  unless `ordinal` is a device
inline void use_device(int ordinal) {
  int count = 0, now = 0;
  if (cudaGetDeviceCount(&count) != cudaSuccess || count == 0) {
    (void)cudaGetLastError();  // no driver or no device
    throw device_error("no CUDA device can be used here");
  }
  if (ordinal < 0 || ordinal >= count)
    throw argument_error("CUDA device", std::to_string(ordinal), "0 to " + std::to_string(count - 1));
  check(cudaGetDevice(&now), "cudaGetDevice");
  if (now != ordinal) check(cudaSetDevice(ordinal), "cudaSetDevice");
}

/// The number of this process among those of its machine which share the machine's devices.
inline int& place_on_machine() {
  static int place = 0;
  return place;
}

/// The device of this process: the processes of a machine take its devices round-robin.
inline int device_of_process() {
  if (place_on_machine() == 0) return 0;
  int count = 0;
  if (cudaGetDeviceCount(&count) != cudaSuccess || count == 0) {
    (void)cudaGetLastError();  // no driver or no device
    return 0;
  }
  return place_on_machine() % count;
}

}  // namespace tali::tool
