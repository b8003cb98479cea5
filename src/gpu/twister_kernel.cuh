// SPDX-License-Identifier: Apache-2.0
// The kernels of mt19937 and mt19937-64: a block makes a segment of the range, with the last outputs in
// shared memory, from a window of n untempered outputs that a jump has brought to the segment's beginning.
//
// A jump by a polynomial g is, for word j of the window, the sum of the outputs k + j over the terms k of g
// (H. Haramoto et al., "Efficient jump ahead for F2-linear random number generators", INFORMS J. Comput.
// 20(3), 2008, section 3).
#pragma once

#include <cstdint>

#include <tali/detail/device.hpp>
#include <tali/engine/mersenne_twister.hpp>
#include <tali/simd/warp.hpp>

#include "gpu/finish.cuh"

namespace tali::cuda_driver {

template <class Word>
struct twister_layout {
  using constants = detail::mt19937_constants<Word>;
  static constexpr int n = constants::n, m = constants::m;
  /// Outputs that are made at once, a thread each: they need none of each other, and rounds fit the window.
  static constexpr int rounds = sizeof(Word) == 4 ? 3 : 2;
  static constexpr int step = n / rounds;
  static_assert(n % rounds == 0 && step <= n - m);
  static constexpr int threads = (step + warp_size - 1) / warp_size * warp_size;
  static constexpr int ring = n + step;
  static constexpr int words = static_cast<int>(sizeof(Word) / 4);  ///< of an output

  // Of a jump.
  static constexpr int jump_threads = 256, jump_warps = jump_threads / warp_size;
  static constexpr int terms = 19937;       ///< at most
  static constexpr int unit = 16;           ///< terms that a warp takes at a time
  static constexpr int piece = 126 * unit;  ///< terms whose outputs lie in shared memory
  static constexpr int own =
      (n + warp_size - 1) / warp_size | 1;      ///< a lane's words: odd, against bank conflicts
  static constexpr int polynomial_words = 624;  ///< 32-bit words of a polynomial, with zeros behind it
  static constexpr int room = piece + own * warp_size + unit;
};

/// Outputs before tempering, in order.
template <class Word>
struct twister_window {
  Word x[detail::mt19937_constants<Word>::n];
};

/// Windows of segments from one another's. Block b makes number (b / many) apart + (b % many + 1) spacing
/// from number (b / many) apart, by polynomial number b % many, if it is below `windows`.
struct twister_jumps {
  std::uint32_t many, apart, spacing;
  std::uint32_t windows;
};

/// Window 0, at the range's beginning: the argument, or where `kept` has begun, that.
template <class Word>
__global__ void __launch_bounds__(warp_size)
    twister_begin_kernel(const twister_window<Word> from, const Word* kept, Word* windows) {
  for (int j = static_cast<int>(threadIdx.x); j < twister_layout<Word>::n; j += warp_size)
    windows[j] = kept != nullptr ? kept[j] : from.x[j];
}

/// @param polynomials  twister_layout::polynomial_words each, the lowest coefficient in the lowest bit
template <class Word>
__global__ void __launch_bounds__(twister_layout<Word>::jump_threads)
    twister_jump_kernel(const std::uint32_t* polynomials, const twister_jumps jumps, Word* windows) {
  using layout = twister_layout<Word>;
  constexpr int n = layout::n, m = layout::m, own = layout::own;
  __shared__ Word x[layout::room];
  const std::uint32_t source = blockIdx.x / jumps.many * jumps.apart;
  const std::uint32_t target = source + (blockIdx.x % jumps.many + 1) * jumps.spacing;
  if (target >= jumps.windows) return;
  const std::uint32_t* const g = polynomials + blockIdx.x % jumps.many * layout::polynomial_words;
  const int t = static_cast<int>(threadIdx.x), lane = t % warp_size, warp = t / warp_size;
  for (int j = t; j < n; j += layout::jump_threads)
    x[j] = windows[std::size_t{source} * n + static_cast<unsigned>(j)];
  Word sum[own] = {};
  for (int begin = 0; begin < layout::terms; begin += layout::piece) {
    detail::gpu::synchronise_block();
    for (int made = 0; made < layout::piece; made += n - m) {
      const int j = made + t;
      if (t < n - m && j < layout::piece) x[j + n] = detail::mt19937_next<Word>(x[j], x[j + 1], x[j + m]);
      detail::gpu::synchronise_block();
    }
#pragma unroll 1
    for (int k = warp * layout::unit; k < layout::piece; k += layout::jump_warps * layout::unit) {
      if (begin + k >= layout::terms) break;
      std::uint32_t bits = g[(begin + k) / 32] >> ((begin + k) % 32);
      const Word* const at = x + k + lane * own;
      Word window[own + layout::unit - 1];
#pragma unroll
      for (int j = 0; j < own + layout::unit - 1; ++j) window[j] = at[j];
#pragma unroll
      for (int b = 0; b < layout::unit; b += 2, bits >>= 2) {  // alike in all lanes
        switch (bits % 4) {
          case 1:
#pragma unroll
            for (int j = 0; j < own; ++j) sum[j] ^= window[j + b];
            break;
          case 2:
#pragma unroll
            for (int j = 0; j < own; ++j) sum[j] ^= window[j + b + 1];
            break;
          case 3:
#pragma unroll
            for (int j = 0; j < own; ++j) sum[j] ^= window[j + b] ^ window[j + b + 1];
            break;
          default:
            break;
        }
      }
    }
    detail::gpu::synchronise_block();
    Word kept[(n + layout::jump_threads - 1) / layout::jump_threads];
#pragma unroll
    for (int j = 0; j * layout::jump_threads < n; ++j) {
      const int i = j * layout::jump_threads + t;
      kept[j] = i < n ? x[layout::piece + i] : Word{0};
    }
    detail::gpu::synchronise_block();
#pragma unroll
    for (int j = 0; j * layout::jump_threads < n; ++j) {
      const int i = j * layout::jump_threads + t;
      if (i < n) x[i] = kept[j];
    }
  }
  // The warps' sums.
  detail::gpu::synchronise_block();
  for (int j = t; j < own * warp_size; j += layout::jump_threads) x[j] = 0;
  detail::gpu::synchronise_block();
  for (int w = 0; w < layout::jump_warps; ++w) {
    if (w == warp) {
#pragma unroll
      for (int j = 0; j < own; ++j) x[lane * own + j] ^= sum[j];
    }
    detail::gpu::synchronise_block();
  }
  for (int j = t; j < n; j += layout::jump_threads)
    windows[std::size_t{target} * n + static_cast<unsigned>(j)] = x[j];
}

/// A range of words, cut into segments.
struct twister_range {
  std::uint64_t words;
  std::uint64_t skip;     ///< words of the first output that lie before the range
  std::uint64_t outputs;  ///< of a segment
  bool aligned;           ///< 64-bit outputs begin at multiples of 8 bytes
};

/// What becomes of an output, to its place.
/// @param index   of its first word in the range; before the range it wraps to beyond it
/// @param stored  whether it lies in the segment
template <class Finish>
__device__ __forceinline__ void store_output(std::uint32_t y, const Finish& finish, std::uint32_t* to,
                                             std::uint64_t index, bool stored, const twister_range&) {
  if constexpr (Finish::together == 2) {
    const bool second = threadIdx.x % 2 != 0;
    const std::uint32_t other =
        detail::gpu::shuffle(detail::gpu::all_lanes, y, static_cast<int>(threadIdx.x % warp_size ^ 1u));
    std::uint32_t w[2] = {second ? other : y, second ? y : other};
    finish(w);
    y = second ? w[1] : w[0];
  } else {
    std::uint32_t w[1] = {y};
    finish(w);
    y = w[0];
  }
  if (stored) to[index] = y;
}
template <class Finish>
__device__ __forceinline__ void store_output(std::uint64_t y, const Finish& finish, std::uint32_t* to,
                                             std::uint64_t index, bool stored, const twister_range& r) {
  std::uint32_t w[2] = {narrow(y), narrow(y >> 32)};
  finish(w);
  if (!stored) return;
  if (r.aligned && index < r.words && r.words - index >= 2) {
    word_vector<2> v;
    v.w[0] = w[0];
    v.w[1] = w[1];
    *reinterpret_cast<word_vector<2>*>(to + index) = v;
    return;
  }
  if (index < r.words) to[index] = w[0];
  if (index + 1 < r.words) to[index + 1] = w[1];
}

/// @param after  the window behind the range goes there, from the output on that is not whole in it; or null
template <class Word, class Finish>
__global__ void __launch_bounds__(twister_layout<Word>::threads)
    twister_kernel(const Word* windows, const twister_range r, const Finish finish, std::uint32_t* to,
                   Word* after) {
  using layout = twister_layout<Word>;
  constexpr int n = layout::n, m = layout::m, step = layout::step, ring = layout::ring;
  __shared__ Word x[ring];
  const int t = static_cast<int>(threadIdx.x);
  const bool works = t < step;
  const int mine = works ? t : 0;
  const std::uint64_t before = std::uint64_t{blockIdx.x} * r.outputs;  // outputs of other blocks
  const std::uint64_t all = (r.words + r.skip + layout::words - 1) / layout::words - before;
  const std::uint64_t outputs = all < r.outputs ? all : r.outputs;
  Word own[layout::rounds];
#pragma unroll
  for (int k = 0; k < layout::rounds; ++k) {
    own[k] = windows[std::size_t{blockIdx.x} * n + static_cast<unsigned>(k * step + mine)];
    if (works) x[k * step + t] = own[k];
  }
  // Where the two other words of each round lie, which begins at each multiple of `step` by turns.
  int next[layout::rounds + 1], far[layout::rounds + 1];
#pragma unroll
  for (int k = 0; k <= layout::rounds; ++k) {
    next[k] = (k * step + mine + 1) % ring;
    far[k] = (k * step + mine + m) % ring;
  }
  detail::gpu::synchronise_block();
  std::uint64_t index = (before + static_cast<unsigned>(mine)) * layout::words - r.skip;
  std::uint64_t made = 0;
  while (made < outputs) {
#pragma unroll
    for (int k = 0; k <= layout::rounds; ++k) {
      if (made >= outputs) break;
      const bool stored = works && made + static_cast<unsigned>(mine) < outputs;
      const Word y = detail::mt19937_constants<Word>::temper(own[0]);
      store_output(y, finish, to, index, stored, r);
      const Word xm = m % step == 0 ? own[m / step] : x[far[k]];
      const Word made_word = detail::mt19937_next<Word>(own[0], x[next[k]], xm);
      if (works) x[(k + layout::rounds) * step % ring + t] = made_word;
#pragma unroll
      for (int j = 0; j + 1 < layout::rounds; ++j) own[j] = own[j + 1];
      own[layout::rounds - 1] = made_word;
      made += step;
      index += static_cast<std::uint64_t>(step) * layout::words;
      detail::gpu::synchronise_block();
    }
  }
  // The ring holds the outputs made - step ... made + n - 1, in the places of their numbers.
  if (after != nullptr && all <= r.outputs) {
    const std::uint64_t whole = (r.words + r.skip) / layout::words - before;
    for (int j = t; j < n; j += layout::threads)
      after[j] = x[(whole + static_cast<unsigned>(j)) % static_cast<unsigned>(ring)];
  }
}

}  // namespace tali::cuda_driver
