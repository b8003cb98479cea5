// SPDX-License-Identifier: Apache-2.0
#include "cuda.hpp"
#include "demo/device.hpp"

namespace tali::tool::demo {

namespace {

__global__ void store_kernel(uint4* to, std::size_t vectors, unsigned pattern) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < vectors) to[i] = {pattern, pattern, pattern, pattern};
}

}  // namespace

void store_all(void* to, std::size_t bytes, unsigned pattern, cudaStream_t stream) {
  constexpr unsigned block = 256;
  const std::size_t vectors = bytes / sizeof(uint4);
  const auto grid = static_cast<unsigned>((vectors + block - 1) / block);
  store_kernel<<<grid, block, 0, stream>>>(static_cast<uint4*>(to), vectors, pattern);
  check(cudaGetLastError(), "launch of the store kernel");
}

}  // namespace tali::tool::demo
