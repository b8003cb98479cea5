// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <tali/detail/between.hpp>

#include "transform.hpp"
#include "transform_kernels.hpp"

namespace tali::python {

namespace {

template <class T>
__device__ T read(const operand& o, std::size_t i) {
  return static_cast<T>(o.at == nullptr ? o.value : o.at[i]);
}

template <class T>
__global__ void apply_parameters(standard_form form, operand a, operand b, T* to, std::size_t n) {
  const std::size_t all = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += all)
    to[i] = with_parameters(form, read<T>(a, i), read<T>(b, i), to[i]);
}

template <class T>
__global__ void apply_bounds(operand low, operand high, T* to, std::size_t n) {
  const std::size_t all = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += all)
    to[i] = detail::between(read<T>(low, i), read<T>(high, i), to[i]);
}

constexpr unsigned threads = 256;

/// Blocks that keep a large GPU busy, or fewer for few values.
unsigned blocks_for(std::size_t n) {
  return static_cast<unsigned>(std::min<std::size_t>((n + threads - 1) / threads, 4096));
}

}  // namespace

cudaError_t launch_parameters(standard_form form, std::size_t value_bytes, operand a, operand b, void* to,
                              std::size_t n, cudaStream_t stream) {
  if (n == 0) return cudaSuccess;
  if (value_bytes == 4) {
    apply_parameters<<<blocks_for(n), threads, 0, stream>>>(form, a, b, static_cast<float*>(to), n);
  } else {
    apply_parameters<<<blocks_for(n), threads, 0, stream>>>(form, a, b, static_cast<double*>(to), n);
  }
  return cudaGetLastError();
}

cudaError_t launch_bounds(std::size_t value_bytes, operand low, operand high, void* to, std::size_t n,
                          cudaStream_t stream) {
  if (n == 0) return cudaSuccess;
  if (value_bytes == 4) {
    apply_bounds<<<blocks_for(n), threads, 0, stream>>>(low, high, static_cast<float*>(to), n);
  } else {
    apply_bounds<<<blocks_for(n), threads, 0, stream>>>(low, high, static_cast<double*>(to), n);
  }
  return cudaGetLastError();
}

}  // namespace tali::python
