// SPDX-License-Identifier: Apache-2.0
// The bulk kernels of point sets in dim-major order: rows of a dimension's points, long or short.
//
// A warp takes a piece of one row and makes it span by span, with 16 bytes per lane. Each lane has one of the
// dimension's direction numbers. The lanes compute an element of the sequence together: each contributes its
// direction number or zero, by equation (4), and one reduction instruction adds them. If A is a multiple of a
// power of two above o, the Gray code of A + o is the sum of the Gray codes of A and o. So a lane's point is
// the point of its aligned block plus a constant of the lane. This is the paper's simple skip-ahead at the
// cost of its strided one.
//
// Rows begin anywhere in memory and in the sequence. Stores are aligned, so a span of stores touches two
// blocks of points; the second block is the first block of the next span.
#pragma once

#include <cstdint>

#include <tali/cuda/detail/fill_kernel.cuh>
#include <tali/cuda/detail/staged_rows.cuh>
#include <tali/detail/device.hpp>
#include <tali/distribution/coordinate.hpp>

namespace tali::cuda_driver {

/// A launch of the rows' kernel. Piece c of row r is item (r - first_row) pieces + c.
struct rows_plan {
  std::uint64_t base;  ///< index of the first element
  std::uint64_t n;     ///< elements
  std::uint32_t first_row;
  std::uint32_t pieces;  ///< per row
  std::uint32_t items;   ///< pieces of all rows
  std::uint64_t steps;   ///< spans per piece
};

/// The sum of all lanes' words over GF(2).
__device__ __forceinline__ std::uint32_t sum_of_lanes(std::uint32_t x) {
  return detail::gpu::xor_of_lanes(x);
}
__device__ __forceinline__ std::uint64_t sum_of_lanes(std::uint64_t x) {
  return join(sum_of_lanes(narrow(x)), sum_of_lanes(narrow(x >> 32)));
}

/// A dimension's direction numbers, one per lane of a warp. All 32 lanes must call together.
template <class Word>
class warp_directions {
 public:
  __device__ __forceinline__ void load(const sobol_view<Word>& s, std::uint32_t dimension, unsigned lane) {
    const Word* const v = s.by_dimension + std::uint64_t{dimension} * sobol_view<Word>::bits;
#pragma unroll
    for (int k = 0; k < registers; ++k) direction_words_[k] = v[32 * k + static_cast<int>(lane)];
  }

  /// Returns number b < 32; b may differ between lanes.
  __device__ __forceinline__ Word at(int b) const {
    return detail::gpu::shuffle(detail::gpu::all_lanes, direction_words_[0], b);
  }

  /// Number n of the sequence; n must be the same in all lanes.
  __device__ __forceinline__ Word number(Word n, unsigned lane) const {
    const Word g = detail::gray_code(n) >> lane;
    Word term = (g & 1u) != 0 ? direction_words_[0] : Word{0};
    if constexpr (registers == 2) term ^= ((g >> 32) & 1u) != 0 ? direction_words_[1] : Word{0};
    return sum_of_lanes(term);
  }

 private:
  static constexpr int registers = sobol_view<Word>::bits / 32;
  Word direction_words_[registers];
};

/// The numbers of a span's points, `count` neighbouring points per lane.
template <class Word, int count>
class warp_numbers {
 public:
  static constexpr unsigned span = 32 * count;

  /// Moves to points n, n + 1, ... of a warp; n must be the same in all lanes.
  /// @param shift  added to every number
  __device__ __forceinline__ warp_numbers(const warp_directions<Word>& directions, Word n, Word shift,
                                          unsigned lane)
      : directions_{directions}, block_{n - n % span}, block_number_{directions.number(block_, lane)} {
    constexpr int bits = count == 4 ? 7 : count == 2 ? 6 : 5;
    static_assert(span == 1u << bits);
    const unsigned first = static_cast<unsigned>(n) % span + lane * count;  // from the block's beginning
    const unsigned gray = detail::gray_code(first % span);
    constant_[0] = shift;
#pragma unroll
    for (int b = 0; b < bits; ++b) {
      const Word v = directions.at(b);
      if (((gray >> b) & 1u) != 0) constant_[0] ^= v;
    }
    upper_ = first / span;
    // Between neighbouring points one bit of the Gray code changes; at the end of a block, the highest one.
#pragma unroll
    for (int j = 1; j < count; ++j) {
      const unsigned offset = first + static_cast<unsigned>(j);
      upper_ |= (offset / span) << j;
      constant_[j] = constant_[j - 1] ^ directions.at(min(detail::lowest_set_bit(offset), bits - 1));
    }
  }

  /// Returns this span's numbers, and moves to the next span.
  __device__ __forceinline__ void take(unsigned lane, Word (&y)[count]) {
    block_ += span;
    const Word next = directions_.number(block_, lane);
#pragma unroll
    for (int j = 0; j < count; ++j) y[j] = constant_[j] ^ (((upper_ >> j) & 1u) != 0 ? next : block_number_);
    block_number_ = next;
  }

 private:
  const warp_directions<Word>& directions_;
  Word block_;         ///< the first point of the aligned block in which the span begins
  Word block_number_;  ///< that point's number
  Word constant_[count];
  unsigned upper_;  ///< bit j: point j of the lane is in the next block
};

/// The values of numbers y of one dimension. y already includes a digital shift.
template <class Word, class D, int count>
__device__ __forceinline__ void values_of(const D& d, bool owen, const detail::scramble_key<Word>& key,
                                          Word (&y)[count], typename D::result_type (&x)[count]) {
#pragma unroll
  for (int j = 0; j < count; ++j) {
    const Word z = owen ? detail::owen_scramble<Word>(y[j], key) : y[j];
    x[j] = static_cast<typename D::result_type>(detail::value_of_fraction<Word>(d, z));
  }
}

template <class Word, class D>
__global__ void __launch_bounds__(max_threads)
    rows_kernel(const sobol_view<Word> s, const D argument, typename D::result_type* const to,
                const rows_plan p) {
  using T = typename D::result_type;
  using vector = vector_of<T>;
  constexpr unsigned count = vector::count;
  constexpr unsigned line = 128 / sizeof(T);  // stores begin at whole cache lines
  const unsigned lane = threadIdx.x % 32, warps = blockDim.x / 32;
  const bool owen = s.set.scramble == scrambling::owen;
  const D d = with_near_rows<4>(argument);

  for (std::uint64_t item = blockIdx.x * std::uint64_t{warps} + threadIdx.x / 32; item < p.items;
       item += gridDim.x * std::uint64_t{warps}) {
    const std::uint32_t rows_past = static_cast<std::uint32_t>(item) / p.pieces;
    const std::uint32_t piece = static_cast<std::uint32_t>(item) - rows_past * p.pieces;
    const std::uint32_t row = p.first_row + rows_past;
    warp_directions<Word> directions;
    directions.load(s, row, lane);

    // The part of the row that is in the range: elements `begin` to `end` of the row.
    const std::uint64_t at = row * s.set.points;
    const std::uint64_t begin = p.base > at ? p.base - at : 0;
    const std::uint64_t end = min(s.set.points, p.base + p.n - at);
    T* const out = to + (at + begin - p.base);
    const auto number = static_cast<Word>(s.set.first_point + begin);
    std::uint64_t length = end - begin;
    const unsigned past = static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(out) / sizeof(T)) % line;
    const unsigned head = static_cast<unsigned>(min(std::uint64_t{(line - past) % line}, length));
    length -= head;
    const std::uint64_t vectors = length / count;

    detail::scramble_key<Word> key{};
    if (s.set.scramble != scrambling::none) key = detail::make_scramble_key<Word>(s.set, row);
    const Word shift = owen ? Word{0} : key.k[0];
    // Fewer than 32 elements, which no vector covers: one lane per element.
    const auto fill_end = [&](std::uint64_t from, unsigned elements) {
      warp_numbers<Word, 1> numbers(directions, static_cast<Word>(number + from), shift, lane);
      Word y[1];
      numbers.take(lane, y);
      T x[1];
      values_of<Word, D>(d, owen, key, y, x);
      if (lane < elements) out[from + lane] = x[0];
    };
    if (piece == 0 && head != 0) fill_end(0, head);

    std::uint64_t v = piece * p.steps * 32;
    const std::uint64_t last = min(v + p.steps * 32, vectors);
    if (v < last) {
      warp_numbers<Word, count> numbers(directions, static_cast<Word>(number + head + v * count), shift,
                                        lane);
      auto* to_vector = reinterpret_cast<vector*>(out + head) + v + lane;
      auto left = static_cast<std::uint32_t>((last - v) / 32);
#pragma unroll 1
      for (; left != 0; --left) {
        Word y[count];
        numbers.take(lane, y);
        vector x;
        values_of<Word, D>(d, owen, key, y, x.x);
        *to_vector = x;
        to_vector += 32;
      }
      if ((last - v) % 32 != 0) {
        Word y[count];
        numbers.take(lane, y);
        vector x;
        values_of<Word, D>(d, owen, key, y, x.x);
        if (lane < (last - v) % 32) *to_vector = x;
      }
    }
    const auto tail = static_cast<unsigned>(length % count);
    if (piece == p.pieces - 1 && tail != 0) fill_end(end - begin - tail, tail);
  }
}

/// Rows shorter than a warp's span, in a set with fewer than 2^32 elements: one thread per element.
/// @param base  index of the element at `to`; n elements
template <class Word, class D>
__global__ void __launch_bounds__(max_threads)
    short_rows_kernel(const sobol_view<Word> s, const D d, typename D::result_type* to, std::uint32_t base,
                      std::uint32_t n, int number_bits) {
  const std::uint32_t at = blockIdx.x * blockDim.x + threadIdx.x;
  if (at >= n) return;
  const auto points = static_cast<std::uint32_t>(s.set.points);
  const std::uint32_t row = (base + at) / points;
  const auto number = static_cast<Word>(s.set.first_point + (base + at - row * points));
  const Word* const v = s.by_dimension + std::uint64_t{row} * sobol_view<Word>::bits;
  const Word g = detail::gray_code(number);
  Word y = 0;
#pragma unroll 8
  for (int b = 0; b < number_bits; ++b) {  // bits do not depend on each other, so the loads overlap
    if ((g >> b) & 1u) y ^= v[b];
  }
  if (s.set.scramble != scrambling::none) {
    y = detail::randomised<Word>(s.set.scramble, y, detail::make_scramble_key<Word>(s.set, row));
  }
  to[at] = static_cast<typename D::result_type>(detail::value_of_fraction<Word>(d, y));
}

}  // namespace tali::cuda_driver
