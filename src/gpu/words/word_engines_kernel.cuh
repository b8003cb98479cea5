// SPDX-License-Identifier: Apache-2.0
// The bulk kernel of word engines: a thread makes a whole group of the engine per step, and stores it in
// vectors of 16 bytes if the destination is aligned to groups.
#pragma once

#include <cstdint>

#include <tali/detail/device.hpp>
#include <tali/simd/bits.hpp>
#include <tali/simd/warp.hpp>

#include "gpu/words/finish.cuh"

namespace tali::cuda_driver {

/// Number of words that a thread makes per step.
template <class E>
inline constexpr int words_a_step = E::group < 4 ? 4 : E::group;

/// A range of words, divided into units of words_a_step words. The first unit begins `skip` words before the
/// range, with a group of the engine.
struct word_range {
  std::uint64_t first, words;
  std::uint64_t skip;
  std::uint64_t units;
  std::uint64_t stride, block_span, steps;  ///< in units
  bool aligned;                             ///< units begin at multiples of 16 bytes
};

/// The units of a range, before they are divided among threads.
/// @param phase  number of words between the last boundary of a group and the engine's position
template <class E>
word_range units_of(std::uint64_t first, std::uint64_t words, const std::uint32_t* to, int phase) {
  constexpr auto group = static_cast<std::uint64_t>(E::group), width = std::uint64_t{words_a_step<E>};
  const std::uint64_t at = reinterpret_cast<std::uintptr_t>(to) / sizeof *to;
  word_range r{};
  r.first = first;
  r.words = words;
  r.skip = (first + static_cast<std::uint64_t>(phase)) % group;
  // A unit that begins earlier may be aligned, if the engine has words there.
  for (std::uint64_t skip = r.skip; skip < width && !r.aligned; skip += group) {
    if ((at - skip) % 4 != 0 || (skip != r.skip && skip > first)) continue;
    r.aligned = true;
    r.skip = skip;
  }
  r.units = (words + r.skip + width - 1) / width;
  return r;
}

/// Stores to an aligned address.
template <int width>
__device__ __forceinline__ void store_words(const std::uint32_t (&w)[width], std::uint32_t* to) {
#pragma unroll
  for (int k = 0; k < width; k += 4) {
    word_vector<4> v;
#pragma unroll
    for (int j = 0; j < 4; ++j) v.w[j] = w[k + j];
    *reinterpret_cast<word_vector<4>*>(to + k) = v;
  }
}

/// The same if all lanes of a warp store contiguously. With eight words per lane, neighbours exchange halves,
/// so that each of their stores fills sectors of 32 bytes: an H100 stores half sectors at a third of the
/// rate.
template <int width>
__device__ __forceinline__ void store_side_by_side(const std::uint32_t (&w)[width], std::uint32_t* to) {
  if constexpr (width == 8) {
    const auto lane = static_cast<int>(threadIdx.x % detail::warp_size);
    const bool odd = lane % 2 != 0;
    word_vector<4> first, second;
#pragma unroll
    for (int j = 0; j < 4; ++j) {
      const std::uint32_t theirs =
          detail::gpu::shuffle(detail::gpu::all_lanes, odd ? w[j] : w[4 + j], lane ^ 1);
      first.w[j] = odd ? theirs : w[j];
      second.w[j] = odd ? w[4 + j] : theirs;
    }
    std::uint32_t* const out = to - (odd ? 4 : 0);
    *reinterpret_cast<word_vector<4>*>(out) = first;
    *reinterpret_cast<word_vector<4>*>(out + 8) = second;
  } else {
    store_words(w, to);
  }
}

template <class Cursor, class E, class Finish>
__device__ __forceinline__ void fill_steps(Cursor at, const word_range& r, const typename E::stride& stride,
                                           const Finish& finish, std::uint32_t* to) {
  constexpr int width = words_a_step<E>;
#pragma unroll 1
  for (std::uint64_t left = r.steps; left != 0; --left, to += r.stride * width) {
    std::uint32_t w[width];
    at.take(w);
    finish(w);
    store_side_by_side(w, to);
    at.advance(stride);
  }
}

/// Makes the units of a block from `block` to `last`, which must be in the range. Does nothing and returns
/// false if the engine has a block cursor that does not support these words.
template <class E, class Finish>
__device__ __forceinline__ bool fill_whole(const E& engine, const word_range& r,
                                           const typename E::stride& stride, const Finish& finish,
                                           std::uint32_t* to, std::uint64_t block, std::uint64_t last) {
  constexpr int width = words_a_step<E>;
  const std::uint64_t first = r.first - r.skip + block * width, offset = std::uint64_t{threadIdx.x} * width;
  std::uint32_t* const out = to + (block * width - r.skip) + offset;
  if constexpr (detail::has_near_cursor<E>) {
    using cursor = typename E::near_cursor;
    if (!cursor::reaches(engine, first, (last + 1 - block) * width)) return false;
    fill_steps<cursor, E>(cursor(engine, first, offset), r, stride, finish, out);
  } else {
    using cursor = typename E::template cursor<scalar::at_groups>;
    fill_steps<cursor, E>(cursor(engine, first + offset, 0), r, stride, finish, out);
  }
  return true;
}

template <class E, class Finish>
__global__ void __launch_bounds__(1024)
    word_engine_kernel(const E engine, const word_range r, const typename E::stride stride,
                       const Finish finish, std::uint32_t* to) {
  constexpr int width = words_a_step<E>;
  const std::uint64_t block = r.block_span * blockIdx.x,
                      last = block + (r.steps - 1) * r.stride + blockDim.x - 1;
  // Whether the block's units are aligned and in the range: true except for some blocks at its ends.
  if (r.aligned && (block != 0 || r.skip == 0) && last < r.units && (last + 1) * width - r.skip <= r.words &&
      fill_whole(engine, r, stride, finish, to, block, last)) {
    return;
  }
  std::uint64_t unit = block + threadIdx.x;
  if (unit >= r.units) return;
  typename E::template cursor<scalar::at_groups> at(engine, r.first - r.skip + unit * width, 0);
#pragma unroll 1
  for (std::uint64_t left = r.steps; left != 0 && unit < r.units; --left, unit += r.stride) {
    std::uint32_t w[width];
    at.take(w);
    finish(w);
    // Wraps before the range.
    const std::uint64_t index = unit * width - r.skip;
    if (r.aligned && index < r.words && r.words - index >= width) {
      store_words(w, to + index);
    } else {
#pragma unroll 1  // otherwise the compiler repeats the computation of the words for each
      for (int k = 0; k < width; ++k) {
        if (index + static_cast<std::uint64_t>(k) < r.words) to[index + static_cast<std::uint64_t>(k)] = w[k];
      }
    }
    at.advance(stride);
  }
}

}  // namespace tali::cuda_driver
