// SPDX-License-Identifier: Apache-2.0
// Time and memory on the GPU.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include <cuda_runtime.h>

#include <tali/error.hpp>

#include "bench.hpp"

namespace tali::bench {

inline void require(cudaError_t code) {
  if (code != cudaSuccess) throw device_error(std::string("benchmark: ") + cudaGetErrorString(code));
}

/// Seconds that the work which f enqueues on the default stream takes on the device.
class stopwatch {
 public:
  stopwatch() {
    require(cudaEventCreate(&begin_));
    require(cudaEventCreate(&end_));
  }
  ~stopwatch() {
    cudaEventDestroy(begin_);
    cudaEventDestroy(end_);
  }
  stopwatch(const stopwatch&) = delete;
  stopwatch& operator=(const stopwatch&) = delete;

  double operator()(const std::function<void()>& f) const {
    require(cudaEventRecord(begin_));
    f();
    require(cudaEventRecord(end_));
    require(cudaEventSynchronize(end_));
    float milliseconds = 0;
    require(cudaEventElapsedTime(&milliseconds, begin_, end_));
    return milliseconds * 1e-3;
  }

 private:
  cudaEvent_t begin_ = nullptr, end_ = nullptr;
};

class device_memory {
 public:
  explicit device_memory(std::size_t bytes) : bytes_{bytes} { require(cudaMalloc(&at_, bytes)); }
  ~device_memory() { cudaFree(at_); }
  device_memory(const device_memory&) = delete;
  device_memory& operator=(const device_memory&) = delete;
  [[nodiscard]] void* at() const { return at_; }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }

 private:
  void* at_ = nullptr;
  std::size_t bytes_;
};

/// As many numbers of 8 bytes as half of the free memory holds, a power of two, at most 2^30.
inline std::size_t bulk_numbers() {
  std::size_t free_bytes = 0, all = 0;
  require(cudaMemGetInfo(&free_bytes, &all));
  std::size_t n = std::size_t{1} << 30;
  while (n > 1024 && 8 * n > free_bytes / 2) n /= 2;
  return n;
}

/// The store ceiling: one 16-byte store a thread, 256 threads per block, values that differ.
void store_once(void* to, std::size_t bytes);

/// The same where `threads` threads stride over the whole range.
void store_strided(void* to, std::size_t bytes, std::size_t threads);

/// Takes a row of work on the device, of which `calls` calls are timed as one; work(row) may complete the
/// row.
row* add(const table& t, row r, const std::function<void(row&)>& work, int calls = 1);

/// The same beside a plain store of the same bytes to `memory`, timed in turn.
row* add_beside_store(const table& t, row r, void* memory, const std::function<void()>& work, int calls = 1);

}  // namespace tali::bench
