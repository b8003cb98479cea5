// SPDX-License-Identifier: Apache-2.0
// CUDA in programs: its error codes as exceptions, memory that frees itself, and the device of a thread.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>

#include <cuda_runtime.h>

#include <tali/error.hpp>

namespace tali::tool {

/// @throws device_error  "(call) failed: ..." unless the code is success
inline void check(cudaError_t code, const char* call) {
  if (code == cudaSuccess) return;
  throw device_error(call, std::string(cudaGetErrorName(code)) + " (" + cudaGetErrorString(code) + ")");
}

/// Uninitialised device memory for n values.
/// @throws device_error  if the device has too little free memory
template <class T>
std::shared_ptr<T> device_array(std::size_t n) {
  void* p = nullptr;
  check(cudaMalloc(&p, std::max<std::size_t>(n, 1) * sizeof(T)), "cudaMalloc");
  return {static_cast<T*>(p), cudaFree};
}

/// The same, allocated and freed in the order of a stream's work; the stream must outlive it. cudaMalloc and
/// cudaFree would wait for all streams of the device, including those of other threads.
template <class T>
std::shared_ptr<T> device_array(std::size_t n, cudaStream_t stream) {
  void* p = nullptr;
  check(cudaMallocAsync(&p, std::max<std::size_t>(n, 1) * sizeof(T), stream), "cudaMallocAsync");
  return {static_cast<T*>(p), [stream](T* q) { cudaFreeAsync(q, stream); }};
}

/// Makes device `ordinal` the calling thread's device. The library does not change a program's device; a
/// program may set it.
/// @throws device_error    if there is no device
/// @throws argument_error  unless `ordinal` is a device
inline void use_device(int ordinal) {
  int count = 0, current = 0;
  if (cudaGetDeviceCount(&count) != cudaSuccess || count == 0) {
    (void)cudaGetLastError();  // no driver or no device
    throw device_error("no CUDA device can be used here");
  }
  if (ordinal < 0 || ordinal >= count)
    throw argument_error("CUDA device", std::to_string(ordinal), "0 to " + std::to_string(count - 1));
  check(cudaGetDevice(&current), "cudaGetDevice");
  if (current != ordinal) check(cudaSetDevice(ordinal), "cudaSetDevice");
}

/// This process's number among the processes that share this machine's devices.
inline int& place_on_machine() {
  static int place = 0;
  return place;
}

/// This process's device: the processes of a machine use its devices round-robin.
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
