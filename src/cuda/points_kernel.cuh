// The bulk kernels of point sets: dim-major, point-major, and dim-major with short rows.
//
// A thread stores 16 bytes a step, neighbouring threads side by side. In dim-major order they are
// consecutive points of one dimension: a block bounces to its piece by equation (4), and from step to step
// its threads stride by equation (8), the paper's hybrid. A warp's lanes hold a dimension's direction
// numbers between them and hand them round by shuffles, so no warp waits for another. In point-major order a
// thread keeps its columns, which are four dimensions, and strides over points.
#pragma once

#include <cstdint>

#include <tali/quasi.hpp>

#include "cuda/fill_kernel.cuh"

namespace tali::cuda_driver {

/// A launch of the dim-major kernel.
struct rows_plan {
  plan cut;
  int leap;                   ///< a thread's step is 2^leap points; -1 where it is another number
  int number_bits;            ///< of the largest number of a point
  std::uint64_t step_rows;    ///< a thread's step is so many rows ...
  std::uint64_t step_points;  ///< ... and points
};

/// A dimension's direction numbers, held by the lanes of a warp. All 32 lanes call together.
template <class Word>
class shuffled_directions {
 public:
  __device__ __forceinline__ void load(const sobol_view<Word>& s, std::uint32_t dimension, unsigned lane) {
    const Word* const v = s.by_dimension + std::uint64_t{dimension} * sobol_view<Word>::bits;
#pragma unroll
    for (int k = 0; k < registers; ++k) own_[k] = v[32 * k + static_cast<int>(lane)];
  }

  /// Number b, which may differ from lane to lane.
  __device__ __forceinline__ Word at(int b) const {
    Word x = __shfl_sync(every_lane, own_[0], b);
    if constexpr (registers == 2) {
      const Word upper = __shfl_sync(every_lane, own_[1], b);
      if (b >= 32) x = upper;
    }
    return x;
  }

  /// Number n of the sequence, n below 2^number_bits.
  __device__ __forceinline__ Word number(Word n, int number_bits) const {
    const Word g = gray_code(n);
    Word y = 0;
    for (int b = 0; b < number_bits; ++b) {
      const Word v = at(b);
      if ((g >> b) & 1u) y ^= v;
    }
    return y;
  }

 private:
  static constexpr unsigned every_lane = 0xffffffffu;
  static constexpr int registers = sobol_view<Word>::bits / 32;
  Word own_[registers];
};

/// Elements that no aligned vector of the range covers, by the first block.
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

/// The values of numbers y of one dimension; a digital shift is in y already.
template <class Word, class D, int count>
__device__ __forceinline__ vector_of<typename D::result_type> values_of(const D& d, bool owen,
                                                                        const scramble_key<Word>& key,
                                                                        Word (&y)[count]) {
  if (owen) {
#pragma unroll
    for (int j = 0; j < count; ++j) y[j] = owen_scramble<Word>(y[j], key);
  }
  vector_of<typename D::result_type> x;
#pragma unroll
  for (int j = 0; j < count; ++j) {
    x.x[j] = static_cast<typename D::result_type>(value_of_fraction<Word>(d, y[j]));
  }
  return x;
}

template <class Word, class D>
__global__ void __launch_bounds__(most_threads)
    rows_kernel(const sobol_view<Word> s, const D d, typename D::result_type* to, const rows_plan p) {
  using vector = vector_of<typename D::result_type>;
  constexpr int count = vector::count;
  constexpr std::uint64_t span = 32 * count;  // values of a warp's step
  fill_ends(s, d, to, p.cut, count);

  const unsigned lane = threadIdx.x % 32;
  std::uint64_t v = blockIdx.x * p.cut.block_span + threadIdx.x;
  if (v - lane >= p.cut.vectors) return;  // the whole warp
  const std::uint64_t first = p.cut.base + p.cut.head + (v - lane) * count;
  // Row and point of the warp's first value.
  auto row = static_cast<std::uint32_t>(first / s.set.points);
  std::uint64_t point = first - row * s.set.points;
  auto* out = reinterpret_cast<vector*>(to + p.cut.head) + v;
  const bool owen = s.set.scramble == scrambling::owen;

  shuffled_directions<Word> directions;
  scramble_key<Word> key{};
  const auto turn_to = [&](std::uint32_t dimension) {
    directions.load(s, dimension, lane);
    if (s.set.scramble != scrambling::none) key = make_scramble_key<Word>(s.set, dimension);
  };
  const auto shifted = [&](Word y) { return owen ? y : y ^ key.k[0]; };
  std::uint32_t current = ~0u;  // the row whose directions are at hand, and whose number is y
  Word y = 0;
  for (std::uint64_t left = p.cut.steps; left != 0 && v - lane < p.cut.vectors; --left) {
    const std::uint64_t mine = point + lane * count;
    const auto n = static_cast<Word>(s.set.first_point + mine);
    if (point + span <= s.set.points) {
      if (row != current) {
        turn_to(row);
        y = shifted(directions.number(n, p.number_bits));
        current = row;
      } else if (p.leap < 0) {
        y = shifted(directions.number(n, p.number_bits));
      }
      Word z[count];
      z[0] = y;
#pragma unroll
      for (int j = 1; j < count; ++j) {
        z[j] = z[j - 1] ^ directions.at(lowest_set_bit(static_cast<Word>(n + static_cast<Word>(j))));
      }
      const vector x = values_of(d, owen, key, z);
      if (v < p.cut.vectors) *out = x;
      if (p.leap >= 0) y ^= directions.at(p.leap - 1) ^ directions.at(leap_bit(n, p.leap));
    } else {
      // Rows end within the warp's span: one after the other, and each lane takes what lies in its own.
      vector x{};
      std::uint64_t begin = 0;  // of the row, from the warp's row's beginning
      for (std::uint32_t r = row; r < s.set.dimensions && begin < point + span; ++r) {
        turn_to(r);
        Word z[count];
#pragma unroll
        for (int j = 0; j < count; ++j) {
          const std::uint64_t k = mine + static_cast<std::uint64_t>(j) - begin;  // or far beyond the row
          z[j] = shifted(directions.number(static_cast<Word>(s.set.first_point + k), p.number_bits));
        }
        const vector here = values_of(d, owen, key, z);
#pragma unroll
        for (int j = 0; j < count; ++j) {
          if (mine + static_cast<std::uint64_t>(j) - begin < s.set.points) x.x[j] = here.x[j];
        }
        begin += s.set.points;
      }
      if (v < p.cut.vectors) *out = x;
      current = ~0u;
    }
    v += p.cut.stride;
    out += p.cut.stride;
    row += static_cast<std::uint32_t>(p.step_rows);
    point += p.step_points;
    if (point >= s.set.points) {
      point -= s.set.points;
      ++row;
    }
  }
}

/// Rows shorter than a warp's span, of a set with fewer than 2^32 elements: a thread an element.
/// @param base  index of the element at `to`; n elements
template <class Word, class D>
__global__ void __launch_bounds__(most_threads)
    short_rows_kernel(const sobol_view<Word> s, const D d, typename D::result_type* to, std::uint32_t base,
                      std::uint32_t n, int number_bits) {
  const std::uint32_t at = blockIdx.x * blockDim.x + threadIdx.x;
  if (at >= n) return;
  const auto points = static_cast<std::uint32_t>(s.set.points);
  const std::uint32_t row = (base + at) / points;
  const auto number = static_cast<Word>(s.set.first_point + (base + at - row * points));
  const Word* const v = s.by_dimension + std::uint64_t{row} * sobol_view<Word>::bits;
  const Word g = gray_code(number);
  Word y = 0;
#pragma unroll 8
  for (int b = 0; b < number_bits; ++b) {  // not from bit to bit: so the loads go out together
    if ((g >> b) & 1u) y ^= v[b];
  }
  if (s.set.scramble != scrambling::none) {
    y = randomised<Word>(s.set.scramble, y, make_scramble_key<Word>(s.set, row));
  }
  to[at] = static_cast<typename D::result_type>(value_of_fraction<Word>(d, y));
}

/// A launch of the point-major kernel. As many points as a vector has values take as many vectors as there
/// are dimensions, so a thread that steps by whole numbers of these stays in its columns.
struct columns_plan {
  plan cut;              ///< block_span: from one group of blocks to the next
  unsigned chunks;       ///< blocks of a group, side by side; each as many columns as threads
  std::uint64_t active;  ///< columns of a group
  int leap;              ///< a step is 2^leap points
};

template <class Word, class D>
__global__ void __launch_bounds__(most_threads)
    columns_kernel(const sobol_view<Word> s, const D d, typename D::result_type* to, const columns_plan p) {
  using T = typename D::result_type;
  using vector = vector_of<T>;
  constexpr int count = vector::count;
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
  // Whether the columns are neighbours in one row of the table, at a multiple of a load's bytes.
  constexpr int fit = 16 / static_cast<int>(sizeof(Word)), per_load = fit < count ? fit : count;
  const bool together = dimension % per_load == 0 && dimension + count <= s.set.dimensions;

  const Word* columns[count];
  Word n[count], y[count] = {};
  scramble_key<Word> key[count];
  const bool owen = s.set.scramble == scrambling::owen;
#pragma unroll
  for (int j = 0; j < count; ++j) {
    columns[j] = s.by_bit + dimension;
    n[j] = number;
    key[j] = {};
    if (s.set.scramble != scrambling::none) key[j] = make_scramble_key<Word>(s.set, dimension);
    if (!owen) y[j] = key[j].k[0];
    if (++dimension == s.set.dimensions) {
      dimension = 0;
      ++number;
    }
  }
  struct alignas(per_load * sizeof(Word)) words {
    Word w[per_load];
  };
  const auto add_row = [&](int b) {  // of `together`
#pragma unroll
    for (int j = 0; j < count; j += per_load) {
      const words w = *reinterpret_cast<const words*>(columns[j] + static_cast<std::uint64_t>(b) * s.pitch);
#pragma unroll
      for (int k = 0; k < per_load; ++k) y[j + k] ^= w.w[k];
    }
  };
  if (together) {
    for (Word g = gray_code(n[0]); g != 0; g &= g - 1) add_row(lowest_set_bit(g));
  } else {
#pragma unroll
    for (int j = 0; j < count; ++j) {
      for (Word g = gray_code(n[j]); g != 0; g &= g - 1) {
        y[j] ^= columns[j][static_cast<std::uint64_t>(lowest_set_bit(g)) * s.pitch];
      }
    }
  }
  for (std::uint64_t left = p.cut.steps;;) {
    vector x;
#pragma unroll
    for (int j = 0; j < count; ++j) {
      const Word z = owen ? owen_scramble<Word>(y[j], key[j]) : y[j];
      x.x[j] = static_cast<T>(value_of_fraction<Word>(d, z));
    }
    *out = x;
    v += p.cut.stride;
    out += p.cut.stride;
    if (--left == 0 || v >= p.cut.vectors) return;
    if (together) {
      add_row(p.leap - 1);
      add_row(leap_bit(n[0], p.leap));
      n[0] += Word{1} << p.leap;
    } else {
#pragma unroll
      for (int j = 0; j < count; ++j) {
        y[j] ^= columns[j][static_cast<std::uint64_t>(p.leap - 1) * s.pitch] ^
                columns[j][static_cast<std::uint64_t>(leap_bit(n[j], p.leap)) * s.pitch];
        n[j] += Word{1} << p.leap;
      }
    }
  }
}

}  // namespace tali::cuda_driver
