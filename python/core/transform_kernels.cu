// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>

#include <tali/cuda/fill_with.cuh>
#include <tali/detail/between.hpp>
#include <tali/distribution/uniform.hpp>

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

template <class T>
struct bounded {
  static constexpr int words = static_cast<int>(sizeof(T) / sizeof(std::uint32_t));
  T low, high;

  TALI_FN T operator()(const std::uint32_t (&w)[words]) const {
    return detail::between(low, high, uniform<T>()(w));
  }
};

template <class T, class E>
void fill_bounded(const cuda& where, const detail::fill_job& job, double low, double high) {
  const bounded<T> f{static_cast<T>(low), static_cast<T>(high)};
  fill_with(where, *static_cast<const E*>(job.engine), f, job.first, static_cast<T*>(job.to), job.n);
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

bool launch_bounded(const cuda& where, const detail::fill_job& job, std::size_t value_bytes, double low,
                    double high) {
  bool known = false;
  engines::for_each([&]<class E>(int index, type_list<E>) {
    if constexpr (registered_engine<E>) {
      if (index != job.engine_index) return;
      known = true;
      if (value_bytes == sizeof(float)) {
        fill_bounded<float, E>(where, job, low, high);
      } else {
        fill_bounded<double, E>(where, job, low, high);
      }
    }
  });
  return known;
}

}  // namespace tali::python
