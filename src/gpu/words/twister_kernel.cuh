// SPDX-License-Identifier: Apache-2.0
// The kernels of mt19937 and mt19937-64. A block makes a segment of the range, with its latest outputs in
// shared memory. It starts from a window of n untempered outputs, which a jump has moved to the segment's
// beginning.
//
// Output i + n is computed from outputs i, i + 1 and i + m. So, with lag = n - m, output i + lag + n is
// computed from i + lag, i + lag + 1 and i + n. A thread with outputs i, i + lag, i + 2 * lag ... computes
// each successor from the previous one, so a block needs only one barrier per n outputs.
//
// In a jump by a polynomial g, word j of the new window is the sum of outputs k + j over the terms k of g
// (H. Haramoto et al., "Efficient jump ahead for F2-linear random number generators", INFORMS J. Comput.
// 20(3), 2008, section 3).
#pragma once

#include <cstdint>
#include <type_traits>

#include <tali/detail/device.hpp>
#include <tali/engine/mersenne_twister.hpp>
#include <tali/simd/warp.hpp>

#include "gpu/words/finish.cuh"

namespace tali::cuda_driver {

template <class Word>
struct twister_layout {
  using constants = detail::mt19937_constants<Word>;
  static constexpr int n = constants::n, m = constants::m;
  /// Each thread has every lag-th output of a window.
  static constexpr int lag = n - m, each = (n + lag - 1) / lag;
  static constexpr int threads = (lag + detail::warp_size - 1) / detail::warp_size * detail::warp_size;
  static constexpr int words = static_cast<int>(sizeof(Word) / 4);  ///< 32-bit words per output

  // For a jump.
  static constexpr int jump_threads = 512, jump_warps = jump_threads / detail::warp_size;
  static constexpr int terms = 19937;                      ///< maximum number of terms
  static constexpr int unit = sizeof(Word) == 4 ? 16 : 8;  ///< number of terms that a warp takes at a time
  static constexpr int piece = 2016;  ///< number of terms whose outputs are in shared memory
  static constexpr int lane_words =
      (n + detail::warp_size - 1) / detail::warp_size | 1;  ///< words per lane: odd, to avoid bank conflicts
  static constexpr int polynomial_words = 624;  ///< 32-bit words of a polynomial, padded with zeros
  static constexpr int room = piece + lane_words * detail::warp_size + unit;
};

/// n outputs before tempering, in order.
template <class Word>
struct twister_window {
  Word x[detail::mt19937_constants<Word>::n];
};

/// Makes segments' windows from other segments' windows. Jump b reads window s = b / targets * source_step.
/// With polynomial p = b % targets it makes window s + (p + 1) * target_step, if that number is below
/// `windows`. `parts` blocks share a jump; each processes some of the polynomial's terms.
struct twister_jumps {
  std::uint32_t targets, source_step, target_step;
  std::uint32_t windows;
  std::uint32_t parts = 1;
};

/// Block 0 copies window 0, at the range's beginning, from `kept` or, if that is null, from the argument
/// `from`. The other blocks write zeros, which jumps then add to.
template <class Word>
__global__ void __launch_bounds__(detail::warp_size)
    twister_begin_kernel(const twister_window<Word> from, const Word* kept, Word* windows) {
  constexpr int n = twister_layout<Word>::n;
  const std::uint32_t window = blockIdx.x;
  for (int j = static_cast<int>(threadIdx.x); j < n; j += detail::warp_size) {
    const Word first = kept != nullptr ? kept[j] : from.x[j];
    windows[std::size_t{window} * n + static_cast<unsigned>(j)] = window == 0 ? first : Word{0};
  }
}

/// @param polynomials  twister_layout::polynomial_words each, with the lowest coefficient in the lowest bit
template <class Word>
__global__ void __launch_bounds__(twister_layout<Word>::jump_threads, 2)
    twister_jump_kernel(const std::uint32_t* polynomials, const twister_jumps jumps, Word* windows) {
  using layout = twister_layout<Word>;
  constexpr int n = layout::n, m = layout::m, lane_words = layout::lane_words;
  __shared__ Word x[layout::room];
  const std::uint32_t jump = blockIdx.x / jumps.parts, part = blockIdx.x % jumps.parts;
  const std::uint32_t source = jump / jumps.targets * jumps.source_step;
  const std::uint32_t target = source + (jump % jumps.targets + 1) * jumps.target_step;
  if (target >= jumps.windows) return;
  const std::uint32_t* const g = polynomials + jump % jumps.targets * layout::polynomial_words;
  const int t = static_cast<int>(threadIdx.x), lane = t % detail::warp_size, warp = t / detail::warp_size;
  for (int j = t; j < n; j += layout::jump_threads)
    x[j] = windows[std::size_t{source} * n + static_cast<unsigned>(j)];
  const int first = (static_cast<int>(part) * layout::jump_warps + warp) * layout::unit;
  const int warp_stride = static_cast<int>(jumps.parts) * layout::jump_warps * layout::unit;
  Word sum[lane_words] = {};
  for (int begin = 0; begin < layout::terms; begin += layout::piece) {
    detail::gpu::synchronise_block();
    for (int made = 0; made < layout::piece; made += n - m) {
      const int j = made + t;
      if (t < n - m && j < layout::piece) x[j + n] = detail::mt19937_next<Word>(x[j], x[j + 1], x[j + m]);
      detail::gpu::synchronise_block();
    }
#pragma unroll 1
    for (int k = first; k < layout::piece; k += warp_stride) {
      if (begin + k >= layout::terms) break;
      std::uint32_t bits = g[(begin + k) / 32] >> ((begin + k) % 32);
      const Word* const at = x + k + lane * lane_words;
      Word window[lane_words + layout::unit - 1];
#pragma unroll
      for (int j = 0; j < lane_words + layout::unit - 1; ++j) window[j] = at[j];
#pragma unroll
      for (int b = 0; b < layout::unit; b += 2, bits >>= 2) {  // all lanes take the same branch
        switch (bits % 4) {
          case 1:
#pragma unroll
            for (int j = 0; j < lane_words; ++j) sum[j] ^= window[j + b];
            break;
          case 2:
#pragma unroll
            for (int j = 0; j < lane_words; ++j) sum[j] ^= window[j + b + 1];
            break;
          case 3:
#pragma unroll
            for (int j = 0; j < lane_words; ++j) sum[j] ^= window[j + b] ^ window[j + b + 1];
            break;
          default:
            break;
        }
      }
    }
    detail::gpu::synchronise_block();
    Word saved[(n + layout::jump_threads - 1) / layout::jump_threads];
#pragma unroll
    for (int j = 0; j * layout::jump_threads < n; ++j) {
      const int i = j * layout::jump_threads + t;
      saved[j] = i < n ? x[layout::piece + i] : Word{0};
    }
    detail::gpu::synchronise_block();
#pragma unroll
    for (int j = 0; j * layout::jump_threads < n; ++j) {
      const int i = j * layout::jump_threads + t;
      if (i < n) x[i] = saved[j];
    }
  }
  // Adds the warps' sums.
  detail::gpu::synchronise_block();
  for (int j = t; j < lane_words * detail::warp_size; j += layout::jump_threads) x[j] = 0;
  detail::gpu::synchronise_block();
  for (int w = 0; w < layout::jump_warps; ++w) {
    if (w == warp) {
#pragma unroll
      for (int j = 0; j < lane_words; ++j) x[lane * lane_words + j] ^= sum[j];
    }
    detail::gpu::synchronise_block();
  }
  for (int j = t; j < n; j += layout::jump_threads)
    detail::gpu::atomic_xor(&windows[std::size_t{target} * n + static_cast<unsigned>(j)], x[j]);
}

/// A range of words, divided into segments.
struct twister_range {
  std::uint64_t words;
  std::uint64_t skip;     ///< number of words of the first output that are before the range
  std::uint64_t outputs;  ///< outputs per segment
  bool aligned;           ///< the destination is aligned to 16 bytes
};

/// One thread of a block that makes a segment, with the thread's outputs in the current window.
template <class Word>
class twister_thread {
  using layout = twister_layout<Word>;
  static constexpr int n = layout::n, m = layout::m, lag = layout::lag, each = layout::each;

 public:
  /// Threads without outputs run the same code on memory after the window.
  static constexpr int room = (2 * each * lag + layout::threads + 3) / 4 * 4;
  using windows = Word[2][room];  ///< in shared memory: the current window and the next one, alternately

  /// @param window  the window at the segment's beginning
  __device__ __forceinline__ twister_thread(const Word* window, windows& x)
      : x_{x}, first_{static_cast<int>(threadIdx.x) + (threadIdx.x < lag ? 0 : (each - 1) * lag)} {
    for (int i = static_cast<int>(threadIdx.x); i < room; i += layout::threads) {
      x_[0][i] = i < n ? window[i] : Word{0};
      x_[1][i] = 0;
    }
    detail::gpu::synchronise_block();
#pragma unroll
    for (int k = 0; k < each; ++k) outputs_[k] = x_[0][at(k)];
  }

  /// Calls use(i, x) for each of this thread's outputs x in the current window; i is its index in the window.
  template <class Use>
  __device__ __forceinline__ void each_of_thread(const Use& use) const {
#pragma unroll
    for (int k = 0; k < each; ++k) {
      // One condition covers all except the last: with one per output, the kernel takes 1.15 times as long.
      if (k + 1 < each ? threadIdx.x < lag : at(k) < n) use(at(k), outputs_[k]);
    }
  }

  /// The outputs of other threads in window `current`, 0 or 1, that this thread's next outputs depend on.
  struct neighbours {
    Word adjacent[each], far;
  };
  [[nodiscard]] __device__ __forceinline__ neighbours look(int current) const {
    const Word* const x = x_[current];
    neighbours o;
    o.far = x[first_ + m];
#pragma unroll
    for (int k = 0; k < each; ++k) o.adjacent[k] = x[at(k) + 1];
    if (at(each - 1) == n - 1) o.adjacent[each - 1] = detail::mt19937_next<Word>(x[0], x[1], x[m]);
    return o;
  }

  /// Moves from window `current` to the other one.
  __device__ __forceinline__ void advance(int current, const neighbours& o) {
    Word* const to = x_[current ^ 1];
    Word made = o.far;
#pragma unroll
    for (int k = 0; k < each; ++k) {
      outputs_[k] = made = detail::mt19937_next<Word>(outputs_[k], o.adjacent[k], made);
      to[at(k)] = made;  // values after the window are not used
    }
    detail::gpu::synchronise_block();
  }

 private:
  /// The index in the window of this thread's output k.
  [[nodiscard]] __device__ __forceinline__ int at(int k) const { return k * lag + first_; }

  windows& x_;
  int first_;
  Word outputs_[each];
};

/// Calls store(i, words) for each vector of `store_words` words of a window, with its first word's index i.
/// All threads must call this. Some warps store one vector more than others: the block's index selects
/// them, so that all parts of the multiprocessor share that work.
template <int store_words, class Word, class Finish, class Store>
__device__ __forceinline__ void each_of_window(const Word* window, const Finish& finish, const Store& store) {
  using layout = twister_layout<Word>;
  constexpr unsigned threads = layout::threads, all = layout::n * layout::words / store_words;
  static_assert(store_words % layout::words == 0 && store_words % Finish::words_per_value == 0);
  const unsigned first =
      (threadIdx.x + blockIdx.x % (threads / detail::warp_size) * detail::warp_size) % threads;
#pragma unroll
  for (unsigned k = 0; k < all; k += threads) {
    const unsigned vector = k + first;
    if (vector >= all) continue;
    word_vector<store_words> v = reinterpret_cast<const word_vector<store_words>*>(window)[vector];
    if constexpr (layout::words == 1) {
#pragma unroll
      for (int j = 0; j < store_words; ++j) v.w[j] = detail::mt19937_constants<Word>::temper(v.w[j]);
    } else {
#pragma unroll
      for (int j = 0; j < store_words; j += 2) {
        const Word y = detail::mt19937_constants<Word>::temper(join(v.w[j], v.w[j + 1]));
        v.w[j] = narrow(y);
        v.w[j + 1] = narrow(y >> 32);
      }
    }
    finish(v.w);
    store(vector * store_words, v);
  }
}

/// Whether each thread stores its own outputs from registers, four bytes at a time, instead of vectors of
/// four neighbouring outputs from the window. This is 6 % faster for floats, which take more instructions
/// than words, because warps then share a pass equally (evidence/2026-11-28-packed-bits.json#twister).
template <class Word, class Finish>
inline constexpr bool stores_from_registers =
    sizeof(Word) == 4 && std::is_same_v<Finish, finish_uniform<float>>;

/// @param after  destination of the window after the range, starting at the first output that is not wholly
/// in the range; or null
template <class Word, class Finish>
__global__ void __launch_bounds__(twister_layout<Word>::threads)
    twister_kernel(const Word* windows, const twister_range r, const Finish finish, std::uint32_t* to,
                   Word* after) {
  using layout = twister_layout<Word>;
  constexpr int n = layout::n, words = layout::words,
                value_words = words > Finish::words_per_value ? words : Finish::words_per_value;
  alignas(16) __shared__ typename twister_thread<Word>::windows x;
  twister_thread<Word> self(windows + std::size_t{blockIdx.x} * n, x);
  const std::uint64_t before = std::uint64_t{blockIdx.x} * r.outputs;  // outputs of the previous blocks
  const std::uint64_t all = (r.words + r.skip + words - 1) / words - before;
  const std::uint64_t outputs = all < r.outputs ? all : r.outputs;
  std::uint64_t made = 0;
  if (r.aligned && r.skip == 0) {
    // Whole outputs; the range may end within the last output.
    const std::uint64_t whole =
        (r.words / words - before < outputs ? r.words / words - before : outputs) / (2 * n);
    std::uint32_t* out = to + before * words;
#pragma unroll 1
    for (std::uint64_t left = whole; left != 0; --left) {
#pragma unroll
      for (int current = 0; current < 2; ++current, out += n * words) {
        const auto neighbours = self.look(current);  // loaded while outputs are stored
        if constexpr (stores_from_registers<Word, Finish>) {
          self.each_of_thread([&](int i, Word untempered) {
            std::uint32_t w[1] = {layout::constants::temper(untempered)};
            finish(w);
            out[i] = w[0];
          });
        } else {
          each_of_window<4>(x[current], finish, [&](unsigned i, const word_vector<4>& v) {
            *reinterpret_cast<word_vector<4>*>(out + i) = v;
          });
        }
        self.advance(current, neighbours);
      }
    }
    made = whole * (2 * n);
  }
  int current = 0;
  for (; made < outputs; made += n, current ^= 1) {
    const std::uint64_t begin = (before + made) * words - r.skip;  // wraps around for words before the range
    const bool inside = begin < r.words && r.words - begin >= n * words && outputs - made >= n;
    const auto neighbours = self.look(current);
    each_of_window<value_words>(x[current], finish, [&](unsigned i, const word_vector<value_words>& v) {
#pragma unroll
      for (unsigned j = 0; j < value_words; ++j) {
        if (inside || (made + (i + j) / words < outputs && begin + i + j < r.words))
          to[begin + i + j] = v.w[j];
      }
    });
    self.advance(current, neighbours);
  }
  // The two windows hold outputs made - n ... made + n - 1.
  if (after != nullptr && all <= r.outputs) {
    const auto first = static_cast<int>((r.words + r.skip) / words - before - (made - n));
    for (int j = static_cast<int>(threadIdx.x); j < n; j += layout::threads)
      after[j] = first + j < n ? x[current ^ 1][first + j] : x[current][first + j - n];
  }
}

}  // namespace tali::cuda_driver
