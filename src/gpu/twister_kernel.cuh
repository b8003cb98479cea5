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
  static constexpr int jump_threads = 512, jump_warps = jump_threads / warp_size;
  static constexpr int terms = 19937;                      ///< at most
  static constexpr int unit = sizeof(Word) == 4 ? 16 : 8;  ///< terms that a warp takes at a time
  static constexpr int piece = 2016;                       ///< terms whose outputs lie in shared memory
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
__global__ void __launch_bounds__(twister_layout<Word>::jump_threads, 2)
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
  bool aligned;           ///< whole outputs begin at multiples of their size, if no word is left out
};

/// What becomes of an output, in `w`, of all threads together.
template <class Finish>
__device__ __forceinline__ void finish_output(std::uint32_t y, const Finish& finish, std::uint32_t (&w)[1]) {
  if constexpr (Finish::together == 2) {
    const bool second = threadIdx.x % 2 != 0;
    const std::uint32_t other =
        detail::gpu::shuffle(detail::gpu::all_lanes, y, static_cast<int>(threadIdx.x % warp_size ^ 1u));
    std::uint32_t both[2] = {second ? other : y, second ? y : other};
    finish(both);
    w[0] = second ? both[1] : both[0];
  } else {
    w[0] = y;
    finish(w);
  }
}
template <class Finish>
__device__ __forceinline__ void finish_output(std::uint64_t y, const Finish& finish, std::uint32_t (&w)[2]) {
  w[0] = narrow(y);
  w[1] = narrow(y >> 32);
  finish(w);
}

/// One thread of a block that makes a segment.
template <class Word>
class twister_thread {
  using layout = twister_layout<Word>;
  static constexpr int n = layout::n, m = layout::m, step = layout::step, ring = layout::ring,
                       rounds = layout::rounds;

 public:
  /// @param window  at the segment's beginning
  __device__ __forceinline__ twister_thread(const Word* window, Word (&x)[ring])
      : x_{x}, works_{threadIdx.x < step}, mine_{works_ ? static_cast<int>(threadIdx.x) : 0} {
#pragma unroll
    for (int k = 0; k < rounds; ++k) {
      own_[k] = window[k * step + mine_];
      if (works_) x_[k * step + mine_] = own_[k];
    }
#pragma unroll
    for (int k = 0; k <= rounds; ++k) {
      next_[k] = (k * step + mine_ + 1) % ring;
      far_[k] = (k * step + mine_ + m) % ring;
    }
    detail::gpu::synchronise_block();
  }

  /// Whether the thread has outputs, and the number of its one in a round.
  [[nodiscard]] __device__ __forceinline__ bool works() const { return works_; }
  [[nodiscard]] __device__ __forceinline__ unsigned mine() const { return static_cast<unsigned>(mine_); }

  /// The output at hand before tempering, and a step; `k` counts steps modulo rounds + 1.
  __device__ __forceinline__ Word take(int k) {
    const Word out = own_[0];
    const Word xm = m % step == 0 ? own_[m / step] : x_[far_[k]];
    const Word made = detail::mt19937_next<Word>(out, x_[next_[k]], xm);
    if (works_) x_[(k + rounds) * step % ring + mine_] = made;
#pragma unroll
    for (int j = 0; j + 1 < rounds; ++j) own_[j] = own_[j + 1];
    own_[rounds - 1] = made;
    detail::gpu::synchronise_block();
    return detail::mt19937_constants<Word>::temper(out);
  }

 private:
  Word (&x_)[ring];
  bool works_;
  int mine_;
  Word own_[rounds];
  int next_[rounds + 1], far_[rounds + 1];  // where the other two words of a step lie
};

/// @param after  the window behind the range goes there, from the output on that is not whole in it; or null
template <class Word, class Finish>
__global__ void __launch_bounds__(twister_layout<Word>::threads)
    twister_kernel(const Word* windows, const twister_range r, const Finish finish, std::uint32_t* to,
                   Word* after) {
  using layout = twister_layout<Word>;
  constexpr int n = layout::n, step = layout::step, ring = layout::ring, words = layout::words;
  __shared__ Word x[ring];
  twister_thread<Word> self(windows + std::size_t{blockIdx.x} * n, x);
  const std::uint64_t before = std::uint64_t{blockIdx.x} * r.outputs;  // outputs of other blocks
  const std::uint64_t all = (r.words + r.skip + words - 1) / words - before;
  const std::uint64_t outputs = all < r.outputs ? all : r.outputs;
  std::uint64_t made = 0;
  if (r.aligned && r.skip == 0) {
    word_vector<words>* out = reinterpret_cast<word_vector<words>*>(to) + before + self.mine();
    // Whole outputs: of the range's last one there may be a half.
    const std::uint64_t whole =
        (r.words / words - before < outputs ? r.words / words - before : outputs) / ring;
#pragma unroll 1
    for (std::uint64_t left = whole; left != 0; --left, out += ring) {
#pragma unroll
      for (int k = 0; k <= layout::rounds; ++k) {
        word_vector<words> v;
        finish_output(self.take(k), finish, v.w);
        if (self.works()) out[k * step] = v;
      }
    }
    made = whole * ring;
  }
  std::uint64_t index = (before + made + self.mine()) * words - r.skip;  // before the range it wraps
  while (made < outputs) {
#pragma unroll
    for (int k = 0; k <= layout::rounds; ++k) {
      if (made >= outputs) break;
      std::uint32_t w[words];
      finish_output(self.take(k), finish, w);
      if (self.works() && made + self.mine() < outputs) {
#pragma unroll
        for (int j = 0; j < words; ++j) {
          const std::uint64_t at = index + static_cast<unsigned>(j);
          if (at < r.words) to[at] = w[j];
        }
      }
      made += step;
      index += static_cast<std::uint64_t>(step) * words;
    }
  }
  // The ring holds the outputs made - step ... made + n - 1, in the places of their numbers.
  if (after != nullptr && all <= r.outputs) {
    const std::uint64_t whole = (r.words + r.skip) / words - before;
    for (int j = static_cast<int>(threadIdx.x); j < n; j += layout::threads)
      after[j] = x[(whole + static_cast<unsigned>(j)) % static_cast<unsigned>(ring)];
  }
}

}  // namespace tali::cuda_driver
