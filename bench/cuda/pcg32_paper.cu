// SPDX-License-Identifier: Apache-2.0
// The kernels that the PCG32 paper compares: one number per thread, and its "throughput" kernel, a plain
// store. Its multi-linear kernel is the library's own with launch_shape::grid.
//
// Source: P. Pochmara, "Efficient minimal PCG32 implementation for CUDA-enabled GPUs", sections
// "One-number-per-thread approach" and "Benchmarks".
#include <cstdint>

#include <tali/engine/pcg32.hpp>

#include "cuda/measure.hpp"

namespace tali::bench {

namespace {

__global__ void one_number_kernel(std::uint32_t* to, pcg32 sequence, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) to[i] = sequence.word(i);
}

__global__ void store_kernel(uint4* to, std::size_t vectors, std::size_t stride) {
  std::size_t v = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const auto x = static_cast<unsigned>(v);
  for (; v < vectors; v += stride) to[v] = make_uint4(x, x + 1, x + 2, x + 3);
}

constexpr unsigned block = 256;

}  // namespace

void pcg32_one_number_a_thread(std::uint32_t* to, std::size_t n) {
  one_number_kernel<<<static_cast<unsigned>((n + block - 1) / block), block>>>(to, pcg32(1, 2), n);
  require(cudaGetLastError());
}

void store_once(void* to, std::size_t bytes) {
  const std::size_t vectors = bytes / 16;
  const std::size_t grid = (vectors + block - 1) / block;
  store_kernel<<<static_cast<unsigned>(grid), block>>>(static_cast<uint4*>(to), vectors, grid * block);
  require(cudaGetLastError());
}

void store_strided(void* to, std::size_t bytes, std::size_t threads) {
  store_kernel<<<static_cast<unsigned>(threads / block), block>>>(static_cast<uint4*>(to), bytes / 16,
                                                                  threads);
  require(cudaGetLastError());
}

}  // namespace tali::bench
