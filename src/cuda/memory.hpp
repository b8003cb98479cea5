// What the CUDA drivers refuse of a device and of memory, and memory of their own.
#pragma once

#include <cstddef>
#include <cstdint>
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

inline void check_device(int ordinal) {
  const int count = device_count();
  if (count == 0) throw device_error("device is cuda, but no CUDA device can be used here; allowed: cpu");
  if (ordinal < 0 || ordinal >= count) {
    throw argument_error("CUDA device", std::to_string(ordinal), "0 ... " + std::to_string(count - 1));
  }
}

/// Device memory that is taken and given back in the order of a stream.
template <class T>
class stream_memory {
 public:
  stream_memory(std::size_t n, cudaStream_t stream) : stream_{stream} {
    void* p = nullptr;
    check(cudaMallocAsync(&p, n * sizeof(T), stream), "cudaMallocAsync");
    at_ = static_cast<T*>(p);
  }
  ~stream_memory() { cudaFreeAsync(at_, stream_); }
  stream_memory(const stream_memory&) = delete;
  stream_memory& operator=(const stream_memory&) = delete;

  [[nodiscard]] T* at() const { return at_; }

 private:
  T* at_ = nullptr;
  cudaStream_t stream_;
};

/// @throws argument_error unless `to` is such memory, aligned to elements of `bytes` bytes
inline void check_destination(const void* to, std::size_t bytes, int ordinal) {
  check_memory("destination", to, ordinal);
  if (reinterpret_cast<std::uintptr_t>(to) % bytes != 0) {
    throw argument_error("destination", "not aligned to its elements",
                         "a multiple of " + std::to_string(bytes) + " bytes");
  }
}

}  // namespace tali::cuda_driver
