// SPDX-License-Identifier: Apache-2.0
// The bulk kernel of point sets in point-major order.
//
// A thread stores 16 bytes per step, and neighbouring threads store neighbouring vectors. A thread keeps its
// columns, which are four dimensions, and strides over points by equation (8), the paper's hybrid skip-ahead.
#pragma once

#include <cstdint>

#include <tali/cuda/detail/fill_kernel.cuh>
#include <tali/cuda/detail/staged_rows.cuh>
#include <tali/distribution/coordinate.hpp>

namespace tali::cuda_driver {

/// Elements that no aligned vector of the range covers. The first block makes them.
template <class Word, class D>
__device__ __forceinline__ void fill_ends(const sobol_view<Word>& s, const D& d, typename D::result_type* to,
                                          const plan& p, std::uint64_t vector_values) {
  if (blockIdx.x != 0) return;
  const std::uint64_t i = threadIdx.x;
  if (i < p.head) to[i] = value(s, d, p.base + i);
  if (i < p.tail) {
    const std::uint64_t j = p.head + p.vectors * vector_values + i;
    to[j] = value(s, d, p.base + j);
  }
}

/// A launch of the point-major kernel. If a vector has v values, v points take as many vectors as there are
/// dimensions, so a thread whose steps are multiples of v points keeps its columns.
struct columns_plan {
  plan cut;              ///< block_span: distance between groups of blocks
  unsigned chunks;       ///< contiguous blocks per group; each has as many columns as threads
  std::uint64_t active;  ///< columns per group
  int leap;              ///< a step is 2^leap points
};

template <class Word, class D>
__global__ void __launch_bounds__(max_threads)
    columns_kernel(const sobol_view<Word> s, const D argument, typename D::result_type* to,
                   const columns_plan p) {
  using T = typename D::result_type;
  using vector = vector_of<T>;
  constexpr int count = vector::count;
  const D d = with_near_rows<4>(argument);
  fill_ends(s, d, to, p.cut, count);

  const std::uint64_t group = blockIdx.x / p.chunks;
  const std::uint64_t column = std::uint64_t{blockIdx.x % p.chunks} * blockDim.x + threadIdx.x;
  std::uint64_t v = group * p.cut.block_span + column;
  if (column >= p.active || v >= p.cut.vectors) return;
  auto* out = reinterpret_cast<vector*>(to + p.cut.head) + v;

  const std::uint64_t first = p.cut.base + p.cut.head + v * count;
  const std::uint64_t point = first / s.set.dimensions;
  auto dimension = static_cast<std::uint32_t>(first - point * s.set.dimensions);
  auto number = static_cast<Word>(s.set.first_point + point);
  // Whether the columns are neighbours in one row of the table, aligned to a load.
  constexpr int fit = 16 / static_cast<int>(sizeof(Word)), per_load = fit < count ? fit : count;
  const bool adjacent = dimension % per_load == 0 && dimension + count <= s.set.dimensions;

  const Word* columns[count];
  Word n[count], y[count] = {};
  detail::scramble_key<Word> key[count];
  const bool owen = s.set.scramble == scrambling::owen;
#pragma unroll
  for (int j = 0; j < count; ++j) {
    columns[j] = s.by_bit + dimension;
    n[j] = number;
    key[j] = {};
    if (s.set.scramble != scrambling::none) key[j] = detail::make_scramble_key<Word>(s.set, dimension);
    if (!owen) y[j] = key[j].k[0];
    if (++dimension == s.set.dimensions) {
      dimension = 0;
      ++number;
    }
  }
  struct alignas(per_load * sizeof(Word)) words {
    Word w[per_load];
  };
  const auto add_row = [&](int b) {  // row b of the table, with wide loads if the columns are adjacent
#pragma unroll
    for (int j = 0; j < count; j += per_load) {
      const words w = *reinterpret_cast<const words*>(columns[j] + static_cast<std::uint64_t>(b) * s.pitch);
#pragma unroll
      for (int k = 0; k < per_load; ++k) y[j + k] ^= w.w[k];
    }
  };
  if (adjacent) {
    for (Word g = detail::gray_code(n[0]); g != 0; g &= g - 1) add_row(detail::lowest_set_bit(g));
  } else {
#pragma unroll
    for (int j = 0; j < count; ++j) {
      for (Word g = detail::gray_code(n[j]); g != 0; g &= g - 1) {
        y[j] ^= columns[j][static_cast<std::uint64_t>(detail::lowest_set_bit(g)) * s.pitch];
      }
    }
  }
  for (std::uint64_t left = p.cut.steps;;) {
    vector x;
#pragma unroll
    for (int j = 0; j < count; ++j) {
      const Word z = owen ? detail::owen_scramble<Word>(y[j], key[j]) : y[j];
      x.x[j] = static_cast<T>(detail::value_of_fraction<Word>(d, z));
    }
    *out = x;
    v += p.cut.stride;
    out += p.cut.stride;
    if (--left == 0 || v >= p.cut.vectors) return;
    if (adjacent) {
      add_row(p.leap - 1);
      add_row(detail::leap_bit(n[0], p.leap));
      n[0] += Word{1} << p.leap;
    } else {
#pragma unroll
      for (int j = 0; j < count; ++j) {
        y[j] ^= columns[j][static_cast<std::uint64_t>(p.leap - 1) * s.pitch] ^
                columns[j][static_cast<std::uint64_t>(detail::leap_bit(n[j], p.leap)) * s.pitch];
        n[j] += Word{1} << p.leap;
      }
    }
  }
}

}  // namespace tali::cuda_driver
