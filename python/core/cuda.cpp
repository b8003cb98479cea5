// SPDX-License-Identifier: Apache-2.0
#include "cuda.hpp"

#include <tali/error.hpp>

#if defined(TALI_PYTHON_CUDA)

#include <cuda_runtime_api.h>

#include <tali/cuda/fill.hpp>

namespace tali::python {

namespace {

void check(cudaError_t code, const char* what) {
  if (code != cudaSuccess) throw device_error(std::string(what) + ": " + cudaGetErrorString(code));
}

/// The thread's device for as long as it lives.
class on_device {
 public:
  explicit on_device(int ordinal) {
    check(cudaGetDevice(&before_), "cudaGetDevice");
    check(cudaSetDevice(ordinal), "cudaSetDevice");
  }
  ~on_device() { cudaSetDevice(before_); }
  on_device(const on_device&) = delete;
  on_device& operator=(const on_device&) = delete;

 private:
  int before_ = 0;
};

// NOLINTNEXTLINE: a stream travels through Python as an integer
cudaStream_t stream_of(const destination& at) { return reinterpret_cast<cudaStream_t>(at.stream); }

}  // namespace

void gpu_fill(const destination& at, const detail::fill_job& job) {
  const cuda where{.ordinal = at.device, .stream = stream_of(at)};
  detail::cuda_fill(where, job, nullptr);
}

void gpu_copy(const destination& at, const void* from) {
  const on_device there(at.device);
  check(cudaMemcpyAsync(at.to, from, at.bytes, cudaMemcpyHostToDevice, stream_of(at)), "cudaMemcpyAsync");
  check(cudaStreamSynchronize(stream_of(at)), "cudaStreamSynchronize");
}

void gpu_wait(const destination& at) {
  const on_device there(at.device);
  check(cudaStreamSynchronize(stream_of(at)), "cudaStreamSynchronize");
}

void* gpu_allocate(int device, std::size_t bytes) {
  const on_device there(device);
  void* memory = nullptr;
  check(cudaMalloc(&memory, bytes == 0 ? 1 : bytes), "cudaMalloc");
  return memory;
}

void gpu_free(int device, void* memory) noexcept {
  int before = 0;
  if (cudaGetDevice(&before) != cudaSuccess) return;
  cudaSetDevice(device);
  cudaFree(memory);
  cudaSetDevice(before);
}

int gpu_count() { return static_cast<int>(cuda_devices().size()); }

bool gpu_built() { return true; }

}  // namespace tali::python

#else

namespace tali::python {

namespace {

[[noreturn]] void refuse() { throw device_error("this build of tali has no CUDA; build it where nvcc is"); }

}  // namespace

void gpu_fill(const destination&, const detail::fill_job&) { refuse(); }
void gpu_copy(const destination&, const void*) { refuse(); }
void gpu_wait(const destination&) { refuse(); }
void* gpu_allocate(int, std::size_t) { refuse(); }
void gpu_free(int, void*) noexcept {}
int gpu_count() { return 0; }
bool gpu_built() { return false; }

}  // namespace tali::python

#endif
