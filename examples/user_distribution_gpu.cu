// SPDX-License-Identifier: Apache-2.0
// The distributions of user_distribution.hpp on a GPU, and on the CPU: equal, bit for bit.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include <cuda_runtime.h>

#include <tali/cuda/fill_with.cuh>
#include <tali/engine/philox4x32.hpp>
#include <tali/fill_with.hpp>

#include "user_distribution.hpp"

namespace {

template <class T, class F>
bool same_on_both(const tali::philox4x32& sequence, const F& f, std::size_t n) {
  T* there = nullptr;
  if (cudaMalloc(&there, n * sizeof(T)) != cudaSuccess) return false;
  tali::fill_with(tali::cuda{}, sequence, f, 0, there, n);
  std::vector<T> gpu(n), cpu(n);
  const bool copied = cudaMemcpy(gpu.data(), there, n * sizeof(T), cudaMemcpyDeviceToHost) == cudaSuccess;
  cudaFree(there);
  tali::fill_with(tali::cpu{}, sequence, f, 0, cpu);
  return copied && std::memcmp(gpu.data(), cpu.data(), n * sizeof(T)) == 0;
}

}  // namespace

int main() {
  if (tali::cuda_devices().empty()) {
    std::puts("no CUDA device here: nothing to compare");
    return EXIT_SUCCESS;
  }
  const tali::philox4x32 sequence(/*seed=*/7);
  const bool depths = same_on_both<double>(sequence, own::absorption_depth{2.5}, 1000003);
  const bool semicircles = same_on_both<float>(sequence, own::semicircle{}, 1000003);
  std::printf("depths are %s, numbers on the semicircle %s\n", depths ? "the same" : "different",
              semicircles ? "the same" : "different");
  return depths && semicircles ? EXIT_SUCCESS : EXIT_FAILURE;
}
