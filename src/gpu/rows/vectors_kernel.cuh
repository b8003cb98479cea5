// SPDX-License-Identifier: Apache-2.0
// The kernels of vectors and permutations.
//
// Directions of one to three dimensions: a thread makes the rows that share a block of words. Other rows of
// independent parts: a group of lanes per row, one lane per part up to a warp. Multivariate normal rows: if
// the matrix is small, a thread per row, its numbers in shared memory; else a block for a few rows, so that
// each column of the factor is read from memory once for all.
#pragma once

#include <cstdint>

#include <tali/catalogue.hpp>
#include <tali/detail/device.hpp>

#include "gpu/bulk/row_batch.cuh"

namespace tali::cuda_driver {

inline constexpr int row_threads = 128;

/// `sharing` rows per thread.
template <class T, int d, int Rounds>
__global__ void __launch_bounds__(row_threads)
    direction_kernel(row_words<Rounds> words, T* to, std::uint64_t first, const std::uint64_t rows,
                     const __grid_constant__ row_batch batch) {
  turn_to_row(batch, blockIdx.y, d, words, first, to);
  constexpr int n = direction<T>::template words_of<d>, sharing = 4 / n;
  const std::uint64_t start = words.row(first), skip = start % sharing;
  const std::uint64_t threads = std::uint64_t{gridDim.x} * row_threads,
                      groups = (skip + rows + sharing - 1) / sharing;
  for (std::uint64_t g = std::uint64_t{blockIdx.x} * row_threads + threadIdx.x; g < groups; g += threads) {
    const std::uint64_t group =
        (start - skip + g * sharing) / sharing;  // a moved engine's rows may wrap around
    std::uint32_t w[4];
    words.samples().block(group, 0, 0)(narrow(group), w);
    T x[sharing][d];
#pragma unroll
    for (int s = 0; s < sharing; ++s) {
      std::uint32_t own[n];
#pragma unroll
      for (int i = 0; i < n; ++i) own[i] = w[s * n + i];
      direction<T>::of_words(own, x[s]);
    }
#pragma unroll
    for (int s = 0; s < sharing; ++s) {
      const std::uint64_t row = g * sharing + s;
      if (row < skip || row - skip >= rows) continue;
#pragma unroll
      for (int k = 0; k < d; ++k) to[(row - skip) * d + k] = x[s][k];
    }
  }
}

/// G lanes per row.
template <int G, class View, int Rounds>
__global__ void __launch_bounds__(row_threads)
    team_kernel(row_words<Rounds> words, const View d, typename View::result_type* to, std::uint64_t first,
                const std::uint64_t rows, const __grid_constant__ row_batch batch) {
  turn_to_row(batch, blockIdx.y, d.size(), words, first, to);
  constexpr unsigned teams = row_threads / G;
  const std::uint64_t all = std::uint64_t{gridDim.x} * teams;
  for (std::uint64_t r = std::uint64_t{blockIdx.x} * teams + threadIdx.x / G; r < rows; r += all) {
    d.row(lane_group<G>{}, words, first + r, to + r * d.size());
  }
}

/// Rows that a block of normals_kernel makes at a time, and the largest matrix of small_normals_kernel.
inline constexpr int normal_rows = 8;
inline constexpr std::uint32_t small_dimensions = 32;

/// Vectors of more than small_dimensions values, `normal_rows` rows per block. Shared: their numbers z, row
/// beside row.
template <class T, int Rounds>
__global__ void __launch_bounds__(row_threads)
    normals_kernel(row_words<Rounds> words, const multivariate_normal_view<T> d, T* to, std::uint64_t first,
                   const std::uint64_t rows, const __grid_constant__ row_batch batch) {
  turn_to_row(batch, blockIdx.y, d.size(), words, first, to);
  extern __shared__ double shared_doubles[];
  T* const z = reinterpret_cast<T*>(shared_doubles);
  constexpr std::uint32_t n = detail::normals_a_block<T>;
  const std::uint32_t size = d.size(), blocks = (size + n - 1) / n;
  for (std::uint64_t base = std::uint64_t{blockIdx.x} * normal_rows; base < rows;
       base += std::uint64_t{gridDim.x} * normal_rows) {
    detail::gpu::synchronise_block();
    for (std::uint32_t i = threadIdx.x; i < blocks * normal_rows; i += row_threads) {
      const std::uint32_t m = i % normal_rows, b = i / normal_rows;
      T of_block[n];
      detail::normal_block(words, words.row(first + base + m), b, of_block);
#pragma unroll
      for (std::uint32_t k = 0; k < n; ++k) {
        if (b * n + k < size) z[(b * n + k) * normal_rows + m] = of_block[k];
      }
    }
    detail::gpu::synchronise_block();
    for (std::uint32_t r = threadIdx.x; r < size; r += row_threads) {
      T x[normal_rows];
#pragma unroll
      for (int m = 0; m < normal_rows; ++m) x[m] = d.mean(r);
      for (std::uint32_t c = 0; c <= r; ++c) {
        const T factor = d.factor_column(c)[r];
#pragma unroll
        for (int m = 0; m < normal_rows; ++m) x[m] = fma(factor, z[c * normal_rows + m], x[m]);
      }
#pragma unroll
      for (int m = 0; m < normal_rows; ++m) {
        if (base + m < rows) to[(base + m) * size + r] = x[m];
      }
    }
  }
}

/// Vectors of at most small_dimensions values, one thread per row. Shared: z, then x, of all threads.
template <class T, int Rounds>
__global__ void __launch_bounds__(row_threads)
    small_normals_kernel(row_words<Rounds> words, const multivariate_normal_view<T> d, T* to,
                         std::uint64_t first, const std::uint64_t rows,
                         const __grid_constant__ row_batch batch) {
  turn_to_row(batch, blockIdx.y, d.size(), words, first, to);
  extern __shared__ double shared_doubles[];
  T* const values = reinterpret_cast<T*>(shared_doubles);
  // One more than the number of threads, so that neither a column nor a row has bank conflicts.
  constexpr std::uint32_t pitch = row_threads + 1;
  T* const z = values + threadIdx.x;
  constexpr std::uint32_t n = detail::normals_a_block<T>;
  const std::uint32_t size = d.size();
  for (std::uint64_t base = std::uint64_t{blockIdx.x} * row_threads; base < rows;
       base += std::uint64_t{gridDim.x} * row_threads) {
    for (std::uint32_t b = 0; b * n < size; ++b) {
      T of_block[n];
      detail::normal_block(words, words.row(first + base + threadIdx.x), b, of_block);
#pragma unroll
      for (std::uint32_t k = 0; k < n; ++k) {
        if (b * n + k < size) z[(b * n + k) * pitch] = of_block[k];
      }
    }
    for (std::uint32_t r = size; r-- != 0;) {
      const T* const factor = d.factor_row(r);
      T x = d.mean(r);
      for (std::uint32_t c = 0; c <= r; ++c) x = fma(factor[c], z[c * pitch], x);
      z[r * pitch] = x;
    }
    detail::gpu::synchronise_block();
    const std::uint64_t left = rows - base;
    const std::uint32_t here = (left < row_threads ? static_cast<std::uint32_t>(left) : row_threads) * size;
    for (std::uint32_t i = threadIdx.x; i < here; i += row_threads)
      to[base * size + i] = values[i % size * pitch + i / size];
    detail::gpu::synchronise_block();
  }
}

template <class T>
__global__ void __launch_bounds__(256)
    permutation_kernel(const permutation<T> p, T* to, const T first, const std::uint64_t n) {
  const std::uint64_t threads = std::uint64_t{gridDim.x} * 256;
  for (std::uint64_t i = std::uint64_t{blockIdx.x} * 256 + threadIdx.x; i < n; i += threads) {
    to[i] = p(static_cast<T>(first + i));
  }
}

}  // namespace tali::cuda_driver
