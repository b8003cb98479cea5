// SPDX-License-Identifier: Apache-2.0
// The digest of elements in device memory, where they are.
#include <tali/cuda/digest.hpp>
#include <tali/digest.hpp>
#include <tali/error.hpp>

#include "gpu/check.hpp"
#include "gpu/memory.hpp"

namespace tali {

namespace {

template <class T>
__global__ void digest_kernel(std::uint64_t first, const T* elements, std::uint64_t n, std::uint64_t* sum) {
  std::uint64_t mine = 0;
  const std::uint64_t all = std::uint64_t{gridDim.x} * blockDim.x;
  for (std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += all) {
    std::uint64_t bits = 0;
    memcpy(&bits, &elements[i], sizeof(T));
    mine += digest_term(first + i, bits);
  }
  for (int d = 16; d > 0; d /= 2) mine += __shfl_xor_sync(0xffffffffu, mine, d);
  if (threadIdx.x % 32 == 0)
    atomicAdd(reinterpret_cast<unsigned long long*>(sum), static_cast<unsigned long long>(mine));
}

}  // namespace

std::uint64_t digest(const cuda& where, std::uint64_t first, const void* elements, std::size_t n,
                     std::size_t bytes) {
  if (bytes != 1 && bytes != 2 && bytes != 4 && bytes != 8)
    throw argument_error("bytes", std::to_string(bytes), "1, 2, 4 or 8");
  cuda_driver::check_device(where.ordinal);
  if (n == 0) return 0;
  const cuda_driver::current_device device(where.ordinal);
  cuda_driver::check_elements("elements", elements, bytes, where.ordinal);
  const cuda_driver::stream_memory<std::uint64_t> sum(1, where.stream);
  cuda_driver::check(cudaMemsetAsync(sum.at(), 0, sizeof(std::uint64_t), where.stream), "cudaMemsetAsync");
  constexpr unsigned grid = 1024, block = 256;
  switch (bytes) {
    case 1:
      digest_kernel<<<grid, block, 0, where.stream>>>(first, static_cast<const std::uint8_t*>(elements), n,
                                                      sum.at());
      break;
    case 2:
      digest_kernel<<<grid, block, 0, where.stream>>>(first, static_cast<const std::uint16_t*>(elements), n,
                                                      sum.at());
      break;
    case 4:
      digest_kernel<<<grid, block, 0, where.stream>>>(first, static_cast<const std::uint32_t*>(elements), n,
                                                      sum.at());
      break;
    default:
      digest_kernel<<<grid, block, 0, where.stream>>>(first, static_cast<const std::uint64_t*>(elements), n,
                                                      sum.at());
  }
  cuda_driver::check(cudaGetLastError(), "launch of the digest kernel");
  std::uint64_t out = 0;
  cuda_driver::check(cudaMemcpyAsync(&out, sum.at(), sizeof out, cudaMemcpyDeviceToHost, where.stream),
                     "cudaMemcpyAsync");
  cuda_driver::check(cudaStreamSynchronize(where.stream), "cudaStreamSynchronize");
  return out;
}

}  // namespace tali
