// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>
#include <stdexcept>
#include <string>

#include <cuda_runtime.h>

#include "support/device_counts.hpp"

namespace tali::test {

namespace {

void require(cudaError_t status) {
  if (status != cudaSuccess) throw std::runtime_error(cudaGetErrorString(status));
}

/// Numbers by cell, then the numbers that are NaN, then the ends as ordered integers.
struct tail {
  unsigned long long nan, least, most;
};

/// An unsigned integer that is ordered as the numbers are.
__device__ unsigned long long ordered(std::uint32_t x) { return x; }
__device__ unsigned long long ordered(std::int64_t x) {
  return static_cast<unsigned long long>(x) ^ (1ull << 63);
}
__device__ unsigned long long ordered(double x) {
  const long long bits = __double_as_longlong(x);
  return static_cast<unsigned long long>(bits) ^ (bits < 0 ? ~0ull : 1ull << 63);
}
__device__ unsigned long long ordered(float x) { return ordered(static_cast<double>(x)); }

std::uint32_t number(unsigned long long o, std::uint32_t) { return static_cast<std::uint32_t>(o); }
std::int64_t number(unsigned long long o, std::int64_t) {
  return static_cast<std::int64_t>(o ^ (1ull << 63));
}
double number(unsigned long long o, double) {
  const unsigned long long bits = (o >> 63) != 0 ? o ^ (1ull << 63) : ~o;
  double x;
  static_assert(sizeof x == sizeof bits);
  std::copy_n(reinterpret_cast<const char*>(&bits), sizeof x, reinterpret_cast<char*>(&x));
  return x;
}
float number(unsigned long long o, float) { return static_cast<float>(number(o, 0.0)); }

/// The first edge above x, by halving.
template <class T>
__global__ void count(const T* x, std::uint64_t n, const T* edges, unsigned edge_count,
                      unsigned long long* counts, tail* ends) {
  extern __shared__ std::uint32_t here[];
  for (unsigned i = threadIdx.x; i <= edge_count; i += blockDim.x) here[i] = 0;
  __syncthreads();
  unsigned long long nan = 0, least = ~0ull, most = 0;
  const std::uint64_t step = std::uint64_t{gridDim.x} * blockDim.x;
  for (std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += step) {
    const T y = x[i];
    if (y != y) {
      ++nan;
      continue;
    }
    const unsigned long long o = ordered(y);
    least = o < least ? o : least;
    most = o > most ? o : most;
    unsigned low = 0, high = edge_count;
    while (low < high) {
      const unsigned middle = (low + high) / 2;
      if (y < edges[middle]) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    atomicAdd(&here[low], 1u);
  }
  if (nan != 0) atomicAdd(&ends->nan, nan);
  atomicMin(&ends->least, least);
  atomicMax(&ends->most, most);
  __syncthreads();
  for (unsigned i = threadIdx.x; i <= edge_count; i += blockDim.x) {
    if (here[i] != 0) atomicAdd(&counts[i], here[i]);
  }
}

/// What stands behind the counts of edge_count + 1 cells.
tail* tail_of(const device_room& counts, std::size_t edge_count) {
  return reinterpret_cast<tail*>(static_cast<unsigned long long*>(counts.at()) + edge_count + 1);
}
tail brought(const tail* from) {
  tail t;
  require(cudaMemcpy(&t, from, sizeof t, cudaMemcpyDeviceToHost));
  return t;
}

}  // namespace

device_room::device_room(std::size_t bytes) { require(cudaMalloc(&at_, bytes)); }
device_room::~device_room() { cudaFree(at_); }

template <class T>
device_counts<T>::device_counts(const std::vector<T>& edges)
    : edge_count_{edges.size()},
      edges_(std::max<std::size_t>(edges.size(), 1) * sizeof(T)),
      counts_((edges.size() + 1) * sizeof(unsigned long long) + sizeof(tail)) {
  require(cudaMemcpy(edges_.at(), edges.data(), edges.size() * sizeof(T), cudaMemcpyHostToDevice));
  require(cudaMemset(counts_.at(), 0, (edge_count_ + 1) * sizeof(unsigned long long)));
  const tail none{0, ~0ull, 0};
  require(cudaMemcpy(tail_of(counts_, edge_count_), &none, sizeof none, cudaMemcpyHostToDevice));
}

template <class T>
void device_counts<T>::add(const T* x, std::uint64_t n) {
  auto* const counts = static_cast<unsigned long long*>(counts_.at());
  const auto shared = static_cast<unsigned>((edge_count_ + 1) * sizeof(std::uint32_t));
  require(
      cudaFuncSetAttribute(&count<T>, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(shared)));
  count<T><<<2048, 256, shared>>>(x, n, static_cast<const T*>(edges_.at()),
                                  static_cast<unsigned>(edge_count_), counts, tail_of(counts_, edge_count_));
  require(cudaGetLastError());
  require(cudaDeviceSynchronize());
}

template <class T>
std::vector<double> device_counts<T>::counts() const {
  std::vector<unsigned long long> all(edge_count_ + 1);
  require(cudaMemcpy(all.data(), counts_.at(), all.size() * sizeof all[0], cudaMemcpyDeviceToHost));
  return {all.begin(), all.end()};
}

template <class T>
T device_counts<T>::least() const {
  return number(brought(tail_of(counts_, edge_count_)).least, T{});
}
template <class T>
T device_counts<T>::most() const {
  return number(brought(tail_of(counts_, edge_count_)).most, T{});
}
template <class T>
bool device_counts<T>::any_nan() const {
  return brought(tail_of(counts_, edge_count_)).nan != 0;
}

template class device_counts<float>;
template class device_counts<double>;
template class device_counts<std::uint32_t>;
template class device_counts<std::int64_t>;

}  // namespace tali::test
