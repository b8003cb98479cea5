// SPDX-License-Identifier: Apache-2.0
// What the CUDA drivers refuse of a device and of memory, and memory of their own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>

#include <cuda_runtime.h>

#include <tali/error.hpp>

#include "core/device_copies.hpp"
#include "gpu/check.hpp"

namespace tali::cuda_driver {

/// To be asked while device `ordinal` is current: the question makes a context on the current device.
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

/// The CUDA devices of this machine; 0 where none can be used now.
int device_count();

/// Of device `ordinal`.
int multiprocessors(int ordinal);

/// Thread blocks for `units` of work where each block takes `units_a_block` at a time and goes on until all
/// are done: at least one, at most as many as fill the device several times over.
unsigned blocks_for(int ordinal, std::uint64_t units, std::uint64_t units_a_block);

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

/// @throws argument_error unless `p` is such memory, aligned to elements of `bytes` bytes
inline void check_elements(const char* argument, const void* p, std::size_t bytes, int ordinal) {
  check_memory(argument, p, ordinal);
  if (reinterpret_cast<std::uintptr_t>(p) % bytes != 0) {
    throw argument_error(argument, "not aligned to its elements",
                         "a multiple of " + std::to_string(bytes) + " bytes");
  }
}

inline void check_destination(const void* to, std::size_t bytes, int ordinal) {
  check_elements("destination", to, bytes, ordinal);
}

/// Calls f while device `ordinal` is current, and in any case: nothing can be done about a device that is
/// gone, as when the process ends.
template <class F>
void on_device(int ordinal, const F& f) noexcept {
  try {
    const current_device device(ordinal);
    f();
  } catch (...) {
    f();
  }
}

/// A copy of host memory in the memory of device `ordinal`, which is the current one. Complete for every
/// stream on return, and freed on that device.
inline std::shared_ptr<void> copy_to_device(int ordinal, const void* from, std::size_t bytes,
                                            const char* what) {
  void* p = nullptr;
  check(cudaMalloc(&p, bytes), what);
  std::shared_ptr<void> made(p, [ordinal](void* q) { on_device(ordinal, [q] { (void)cudaFree(q); }); });
  check(cudaMemcpy(p, from, bytes, cudaMemcpyHostToDevice), what);
  // From pageable memory cudaMemcpy may return when the bytes have been staged, before they are where they
  // belong, and a stream that was made with cudaStreamNonBlocking does not wait for the default stream.
  check(cudaStreamSynchronize(nullptr), what);
  return made;
}

/// A table's copy on device `ordinal`, which is the current one, made when it is first asked for.
inline const void* copy_of_table(detail::device_copies& copies, int key, int ordinal, const void* from,
                                 std::size_t bytes, const char* what) {
  const std::lock_guard lock(copies.guard);
  std::shared_ptr<void>& copy = copies.by_key[key];
  if (!copy) copy = copy_to_device(ordinal, from, bytes, what);
  return copy.get();
}

}  // namespace tali::cuda_driver
