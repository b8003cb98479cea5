// SPDX-License-Identifier: Apache-2.0
// Wallace's method on a GPU: a pool for every block in shared memory, turned by the orthogonal
// transformations of bench/comparators/wallace.hpp, four numbers per thread. What that header says of the
// method holds here too.
//
// Sources: those of bench/comparators/wallace.hpp.
#include <algorithm>
#include <cmath>
#include <cstdint>

#include <tali/catalogue.hpp>
#include <tali/sequence.hpp>

#include "comparators/box_muller.hpp"
#include "cuda/kernels.hpp"
#include "cuda/measure.hpp"

namespace tali::bench {

namespace {

constexpr unsigned threads = 256;
constexpr unsigned size = 4 * threads;     ///< of a pool
constexpr unsigned a_pass = size - 4;      ///< numbers: the last thread's four are kept back
constexpr unsigned passes = 64;            ///< of a block, where numbers are stored
constexpr unsigned passes_unstored = 512;  ///< where they are not

template <class T>
struct alignas(16) four {
  T x[4];
};

/// The sum of a number of every thread.
template <class T>
__device__ T sum_of_block(T mine) {
  __shared__ T sums[threads];
  sums[threadIdx.x] = mine;
  __syncthreads();
  for (unsigned half = threads / 2; half != 0; half /= 2) {
    if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
    __syncthreads();
  }
  return sums[0];
}

/// A thread's four numbers of a block's first pool, made by Box-Muller and scaled to a variance of one.
template <class T>
__device__ four<T> first_of_pool(const philox4x32& engine) {
  constexpr int words = 2 * box_muller<T>::words;
  philox4x32::cursor<scalar::at_groups> at(engine,
                                           (std::uint64_t{blockIdx.x} * threads + threadIdx.x) * words, 0);
  std::uint32_t w[words];
  at.take(w);
  four<T> own;
  T squares = 0;
#pragma unroll
  for (int k = 0; k < 2; ++k) {
    std::uint32_t some[words / 2];
#pragma unroll
    for (int j = 0; j < words / 2; ++j) some[j] = w[k * words / 2 + j];
    T two[2];
    box_muller<T>{}(some, two);
    own.x[2 * k] = two[0];
    own.x[2 * k + 1] = two[1];
    squares += two[0] * two[0] + two[1] * two[1];
  }
  const T scale = std::sqrt(T(size) / sum_of_block(squares));
  for (T& x : own.x) x *= scale;
  return own;
}

/// Four numbers, a step apart, mixed by half a Hadamard matrix. The step is odd: no bank conflicts.
template <class T>
__device__ four<T> mixed(const T (&pool)[size], std::uint32_t word) {
  const unsigned step = (word >> 12) % size | 1u;
  const unsigned at = word % size + threadIdx.x * step;
  const T a = pool[at % size], b = pool[(at + threads * step) % size];
  const T c = pool[(at + 2 * threads * step) % size], d = pool[(at + 3 * threads * step) % size];
  const T half = T(0.5) * (a + b + c + d);
  const bool flip = (word >> 31) != 0;
  return {{half - a, flip ? b - half : half - b, half - c, flip ? d - half : half - d}};
}

/// @param to     of the numbers that are stored; null: none is
/// @param never  written only if numbers that are not stored come out as they never do
template <class T>
__global__ void __launch_bounds__(threads)
    wallace_kernel(four<T>* to, std::size_t fours, const philox4x32 engine, const philox4x32 turns,
                   unsigned turns_of_block, std::uint64_t* never) {
  __shared__ alignas(16) T pools[2][size];
  *reinterpret_cast<four<T>*>(&pools[1][4 * threadIdx.x]) = first_of_pool<T>(engine);
  __syncthreads();
  std::uint64_t folded = 0;
  for (unsigned pass = 0; pass < turns_of_block; ++pass) {
    const std::size_t turn = std::size_t{blockIdx.x} * turns_of_block + pass;
    four<T> own = mixed(pools[(pass + 1) % 2], turns.word(turn));
    T(&next)[size] = pools[pass % 2];
    *reinterpret_cast<four<T>*>(&next[4 * threadIdx.x]) = own;
    __syncthreads();
    // Wilson and Hilferty's approximation of chi-squared, over its mean.
    constexpr T ninth = T(2) / (9 * T(size));
    const T root = 1 - ninth + next[size - 1] * std::sqrt(ninth);
    const T scale = std::sqrt(root * root * root);
    for (T& x : own.x) x *= scale;
    const std::size_t v = turn * (a_pass / 4) + threadIdx.x;
    if (to == nullptr) {
      std::uint64_t bits[sizeof own / 8];
      memcpy(bits, own.x, sizeof own);
      for (const std::uint64_t b : bits) folded = (folded << 1) ^ b;
    } else if (threadIdx.x != threads - 1 && v < fours) {
      to[v] = own;
    }
  }
  if (folded == 0x5bd1e9955bd1e995u) *never = folded;
}

template <class T>
gaussian_fill fill_of() {
  return {"philox4x32", "wallace", type_name<T>(), [](void* to, std::size_t n) {
            constexpr std::size_t a_block = std::size_t{a_pass} * passes;
            wallace_kernel<T><<<static_cast<unsigned>((n + a_block - 1) / a_block), threads>>>(
                static_cast<four<T>*>(to), n / 4, philox4x32(1, 2), philox4x32(1, 3), passes, nullptr);
            require(cudaGetLastError());
          }};
}

template <class T>
register_run run_of() {
  return {"philox4x32", "wallace", type_name<T>(), [](unsigned grid, std::uint64_t* never) {
            wallace_kernel<T>
                <<<grid, threads>>>(nullptr, 0, philox4x32(1, 2), philox4x32(1, 3), passes_unstored, never);
            require(cudaGetLastError());
            return static_cast<double>(grid) * a_pass * passes_unstored;
          }};
}

}  // namespace

std::vector<gaussian_fill> wallace_fills() { return {fill_of<float>(), fill_of<double>()}; }

std::vector<register_run> wallace_register_runs() { return {run_of<float>(), run_of<double>()}; }

}  // namespace tali::bench
