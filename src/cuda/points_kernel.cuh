// The bulk kernels of point sets: dim-major, point-major, and dim-major with short rows.
//
// A thread stores 16 bytes a step, neighbouring threads side by side. In dim-major order they are
// consecutive points of one dimension. A warp's lanes hold a dimension's direction numbers between them, one
// each, and find a number of the sequence together: each lane gives its direction number or zero, by
// equation (4), and the GPU's reduction adds them up in one instruction. The Gray code of A + o is that of A
// and that of o added where A is a multiple of the power of two that o lies below, so the number of a lane's
// point is the warp's plus a constant of the lane. That is the paper's simple skip-ahead at the price of its
// strided one. In point-major order a thread keeps its columns, which are four dimensions, and strides over
// points by equation (8), the paper's hybrid.
#pragma once

#include <cstdint>

#include <tali/quasi.hpp>

#include "cuda/fill_kernel.cuh"

namespace tali::cuda_driver {

/// A launch of the dim-major kernel.
struct rows_plan {
  plan cut;
  std::uint64_t step_rows;    ///< a thread's step is so many rows ...
  std::uint64_t step_points;  ///< ... and points
};

/// The sum of all lanes' words over GF(2).
__device__ __forceinline__ std::uint32_t sum_of_lanes(std::uint32_t x) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  return __reduce_xor_sync(0xffffffffu, x);
#else
  for (int d = 16; d > 0; d /= 2) x ^= __shfl_xor_sync(0xffffffffu, x, d);
  return x;
#endif
}
__device__ __forceinline__ std::uint64_t sum_of_lanes(std::uint64_t x) {
  return join(sum_of_lanes(narrow(x)), sum_of_lanes(narrow(x >> 32)));
}

/// A dimension's direction numbers, held by the lanes of a warp. All 32 lanes call together.
template <class Word>
class warp_directions {
 public:
  __device__ __forceinline__ void load(const sobol_view<Word>& s, std::uint32_t dimension, unsigned lane) {
    const Word* const v = s.by_dimension + std::uint64_t{dimension} * sobol_view<Word>::bits;
#pragma unroll
    for (int k = 0; k < registers; ++k) own_[k] = v[32 * k + static_cast<int>(lane)];
  }

  /// Number b < 32, the same b in all lanes.
  __device__ __forceinline__ Word at(int b) const { return __shfl_sync(0xffffffffu, own_[0], b); }

  /// Number n of the sequence, the same n in all lanes.
  __device__ __forceinline__ Word number(Word n, unsigned lane) const {
    const Word g = gray_code(n) >> lane;
    Word mine = (g & 1u) != 0 ? own_[0] : Word{0};
    if constexpr (registers == 2) mine ^= ((g >> 32) & 1u) != 0 ? own_[1] : Word{0};
    return sum_of_lanes(mine);
  }

 private:
  static constexpr int registers = sobol_view<Word>::bits / 32;
  Word own_[registers];
};

/// The numbers of a warp's points, `count` neighbouring ones a lane.
template <class Word, int count>
class warp_numbers {
 public:
  static constexpr unsigned span = 32 * count;

  /// Turns to a dimension, and to points n, n + span, n + 2 span, ... of the warp's first number.
  /// @param shift  added to every number
  __device__ __forceinline__ void turn_to(const sobol_view<Word>& s, std::uint32_t dimension, Word n,
                                          Word shift, unsigned lane) {
    directions_.load(s, dimension, lane);
    past_ = static_cast<unsigned>(n) % span;
    upper_ = 0;
    unsigned gray[count];
#pragma unroll
    for (int j = 0; j < count; ++j) {
      const unsigned offset = past_ + lane * count + static_cast<unsigned>(j);
      upper_ |= (offset / span) << j;
      gray[j] = gray_code(offset % span);
      constant_[j] = shift;
    }
    constexpr int bits = count == 4 ? 7 : 6;
    static_assert(span == 1u << bits);
#pragma unroll
    for (int b = 0; b < bits; ++b) {
      const Word v = directions_.at(b);
#pragma unroll
      for (int j = 0; j < count; ++j) {
        if (((gray[j] >> b) & 1u) != 0) constant_[j] ^= v;
      }
    }
  }

  /// @param n  the warp's first number, a multiple of `span` away from that of turn_to
  __device__ __forceinline__ void make(Word n, unsigned lane, Word (&y)[count]) const {
    const Word base = n - past_;
    const Word here = directions_.number(base, lane);
    if (past_ == 0) {
#pragma unroll
      for (int j = 0; j < count; ++j) y[j] = constant_[j] ^ here;
      return;
    }
    const Word next = directions_.number(base + span, lane);
#pragma unroll
    for (int j = 0; j < count; ++j) y[j] = constant_[j] ^ (((upper_ >> j) & 1u) != 0 ? next : here);
  }

 private:
  warp_directions<Word> directions_;
  Word constant_[count];
  unsigned past_, upper_;
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

  warp_numbers<Word, count> numbers;
  scramble_key<Word> key{};
  const auto turn_to = [&](std::uint32_t dimension, Word n) {
    if (s.set.scramble != scrambling::none) key = make_scramble_key<Word>(s.set, dimension);
    numbers.turn_to(s, dimension, n, owen ? Word{0} : key.k[0], lane);
  };
  std::uint64_t left = p.cut.steps;
  const auto advance = [&] {
    v += p.cut.stride;
    out += p.cut.stride;
    --left;
  };
  std::uint32_t current = ~0u;  // the row that `numbers` is at
  while (left != 0 && v - lane < p.cut.vectors) {
    auto n = static_cast<Word>(s.set.first_point + point);
    if (point + span <= s.set.points) {
      if (row != current) {
        turn_to(row, n);
        current = row;
      }
      // As long as the warp stays in the row.
      const std::uint64_t last = s.set.points - span;
      const auto step = p.step_rows == 0 ? p.step_points : s.set.points;
      do {
        Word z[count];
        numbers.make(n, lane, z);
        const vector x = values_of(d, owen, key, z);
        if (v < p.cut.vectors) *out = x;
        n += static_cast<Word>(step);
        point += step;
        advance();
      } while (left != 0 && point <= last && v - lane < p.cut.vectors);
      if (p.step_rows != 0) point += p.step_points - step;
    } else {
      // Rows end within the warp's span: one after the other, and each lane takes what lies in its own.
      vector x{};
      const std::uint64_t mine = point + lane * count;
      std::uint64_t begin = 0;  // of the row, from the warp's row's beginning
      for (std::uint32_t r = row; r < s.set.dimensions && begin < point + span; ++r) {
        const auto m = static_cast<Word>(n - static_cast<Word>(begin));  // wraps where the row begins later
        turn_to(r, m);
        Word z[count];
        numbers.make(m, lane, z);
        const vector here = values_of(d, owen, key, z);
#pragma unroll
        for (int j = 0; j < count; ++j) {
          if (mine + static_cast<std::uint64_t>(j) - begin < s.set.points) x.x[j] = here.x[j];
        }
        begin += s.set.points;
      }
      if (v < p.cut.vectors) *out = x;
      current = ~0u;
      point += p.step_points;
      advance();
    }
    row += static_cast<std::uint32_t>(p.step_rows);
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
