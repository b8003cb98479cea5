// SPDX-License-Identifier: Apache-2.0
// Memory that a GPU writes and reads, of every kind; destinations in it whose surroundings are watched; and
// calls that a graph makes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include <cuda_runtime.h>

#include <tali/cuda/device.hpp>

#include "fuzz/random_case.hpp"

namespace tali::test {

using bytes = std::vector<unsigned char>;
/// Bytes of a destination at most, and of what is watched on either side of it.
inline constexpr std::size_t max_bytes = std::size_t{1} << 20, around = 512;

struct failure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

inline void require(cudaError_t code) {
  if (code != cudaSuccess) throw failure(cudaGetErrorString(code));
}

enum class kind { device, managed, pinned };
inline constexpr const char* kind_names[] = {"device", "managed", "pinned"};

/// Memory of every kind, which the host reads and writes by copies.
class gpu_memory {
 public:
  gpu_memory(kind which, std::size_t size) : which_{which} {
    if (which == kind::device) require(cudaMalloc(&at_, size));
    if (which == kind::managed) require(cudaMallocManaged(&at_, size));
    if (which == kind::pinned) require(cudaHostAlloc(&at_, size, cudaHostAllocMapped));
  }
  ~gpu_memory() { which_ == kind::pinned ? (void)cudaFreeHost(at_) : (void)cudaFree(at_); }
  gpu_memory(const gpu_memory&) = delete;
  gpu_memory& operator=(const gpu_memory&) = delete;

  [[nodiscard]] unsigned char* at() const { return static_cast<unsigned char*>(at_); }
  [[nodiscard]] const char* name() const { return kind_names[static_cast<int>(which_)]; }

 private:
  kind which_;
  void* at_ = nullptr;
};

/// What a case works with: memory for a destination and for what kernels read, of each kind.
struct place {
  gpu_memory to, read;
  explicit place(kind which) : to{which, max_bytes + (1u << 16)}, read{which, std::size_t{1} << 18} {}
};

struct world {
  place places[3] = {place(kind::device), place(kind::managed), place(kind::pinned)};
  cudaStream_t stream = nullptr;
  world() { require(cudaStreamCreate(&stream)); }
  ~world() { (void)cudaStreamDestroy(stream); }
  world(const world&) = delete;
  world& operator=(const world&) = delete;
};

/// A destination of 0xa5 in one of the memories, with as much around it.
class destination {
 public:
  destination(generator_64& random, const world& w, std::size_t n, std::size_t alignment)
      : memory_{w.places[below(random, 3)].to}, before_{around + alignment * below(random, 70)}, n_{n} {
    require(cudaMemset(memory_.at(), 0xa5, before_ + n + around));
  }
  [[nodiscard]] unsigned char* at() const { return memory_.at() + before_; }
  [[nodiscard]] std::string text() const {
    return std::string(" in ") + memory_.name() + " memory at byte " + std::to_string(before_);
  }

  /// Whether the n bytes are `expected`, and those around them as they were; waits for the device.
  void compare(const bytes& expected, const std::string& what) const {
    require(cudaDeviceSynchronize());
    bytes got(before_ + n_ + around);
    require(cudaMemcpy(got.data(), memory_.at(), got.size(), cudaMemcpyDefault));
    const auto differs = [&](std::size_t i) {
      return got[i] != (i < before_ || i >= before_ + n_ ? 0xa5 : expected[i - before_]);
    };
    for (std::size_t i = 0; i < got.size(); ++i) {
      if (!differs(i)) continue;
      const bool outside = i < before_ || i >= before_ + n_;
      throw failure(what + text() + (outside ? ": wrote elsewhere" : ": other bits") + ", first at byte " +
                    std::to_string(static_cast<std::int64_t>(i) - static_cast<std::int64_t>(before_)));
    }
  }

 private:
  const gpu_memory& memory_;
  std::size_t before_, n_;
};

/// Calls f, which works on where.stream, or has a graph make its calls there.
/// @param may_capture  whether a graph may, by chance
/// @param text         of the case, which is told
template <class F>
void launched(generator_64& random, const cuda& where, bool may_capture, std::string& text, const F& f) {
  if (!may_capture || !one_in(random, 4)) return f();
  text += ", captured";
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t ready = nullptr;
  require(cudaDeviceSynchronize());
  require(cudaStreamBeginCapture(where.stream, cudaStreamCaptureModeThreadLocal));
  try {
    f();
  } catch (...) {
    (void)cudaStreamEndCapture(where.stream, &graph);
    if (graph != nullptr) (void)cudaGraphDestroy(graph);
    throw;
  }
  require(cudaStreamEndCapture(where.stream, &graph));
  require(cudaGraphInstantiate(&ready, graph, 0));
  require(cudaGraphLaunch(ready, where.stream));
  require(cudaStreamSynchronize(where.stream));
  (void)cudaGraphExecDestroy(ready);
  (void)cudaGraphDestroy(graph);
}

}  // namespace tali::test
