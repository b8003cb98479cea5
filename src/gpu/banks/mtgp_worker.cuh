// SPDX-License-Identifier: Apache-2.0
// The work of one thread of the MTGP kernel: steps of one parameter set, with the state in shared memory.
//
// Source of the scheme: M. Saito and M. Matsumoto, "Variants of Mersenne Twister Suitable for Graphic
// Processors", ACM TOMS 39(2), 2013, sections 3.2 and 3.5: C <= N - M consecutive steps are independent. The
// differences below exist because shared memory bounds the speed:
// - A thread makes `width` neighbouring steps. It shares two of the 4 words that a step reads (x_i, x_(i+1),
//   x_(i+M-1), x_(i+M)) with its neighbours, and stores an output as part of 16 bytes.
// - The state is stored in `width` planes, word i in plane i mod width. So these accesses of a warp's lanes
//   are contiguous for all M and N: there are no bank conflicts and no alignment.
// - The state is not a ring: `rounds` rounds of C steps extend it, so all addresses are constants of the
//   unrolled loop. The last N words are also written to the front when they are made.
#pragma once

#include <cstdint>

#include <tali/detail/device.hpp>
#include <tali/engine/mtgp_parameters.hpp>
#include <tali/engine/mtgp_recursion.hpp>
#include <tali/simd/bits.hpp>

#include "gpu/banks/mtgp_constants.hpp"

namespace tali::cuda_driver {

/// Where the 16 products of a matrix are kept.
enum class look_up {
  shared,    ///< in shared memory: 16 neighbouring banks, so without conflicts
  shuffled,  ///< in the lanes of the warp
  logic,     ///< the four rows in registers, selected by the index's bits
};

template <class Word, look_up kind>
class mtgp_look_up;

template <class Word>
class mtgp_look_up<Word, look_up::shared> {
 public:
  __device__ __forceinline__ mtgp_look_up(const Word*, const Word* in_shared) : entries_{in_shared} {}
  __device__ __forceinline__ Word operator()(std::uint32_t v) const { return entries_[v & 15u]; }

 private:
  const Word* entries_;
};

template <class Word>
class mtgp_look_up<Word, look_up::shuffled> {
 public:
  __device__ __forceinline__ mtgp_look_up(const Word* in_global, const Word*)
      : product_{in_global[threadIdx.x % 16]} {}
  __device__ __forceinline__ Word operator()(std::uint32_t v) const {
    if constexpr (sizeof(Word) == 4) {
      return detail::gpu::shuffle(detail::gpu::all_lanes, product_, static_cast<int>(v), 16);
    } else {
      return join(
          detail::gpu::shuffle(detail::gpu::all_lanes, narrow(product_), static_cast<int>(v), 16),
          detail::gpu::shuffle(detail::gpu::all_lanes, narrow(product_ >> 32), static_cast<int>(v), 16));
    }
  }

 private:
  Word product_;
};

template <class Word>
class mtgp_look_up<Word, look_up::logic> {
 public:
  __device__ __forceinline__ mtgp_look_up(const Word* in_global, const Word*)
      : row_{in_global[1], in_global[2], in_global[4], in_global[8]} {}
  __device__ __forceinline__ Word operator()(std::uint32_t v) const {
    Word sum = (v & 1u) != 0 ? row_[0] : Word{0};
    if ((v & 2u) != 0) sum ^= row_[1];
    if ((v & 4u) != 0) sum ^= row_[2];
    if ((v & 8u) != 0) sum ^= row_[3];
    return sum;
  }

 private:
  Word row_[4];
};

/// The layout of one exponent's kernel.
/// @tparam Threads  threads per set: a multiple of 32 that divides C / Width
/// @tparam Width    neighbouring steps per thread
/// @tparam Rounds   rounds before the state returns to the front, at least 3
/// @tparam Sets     parameter sets per block
template <mtgp_word Word, int Mexp, int Threads, int Width, int Rounds, look_up Recursion, look_up Tempering,
          int Sets = 1>
struct mtgp_layout {
  using word = Word;
  static constexpr int mexp = Mexp;
  static constexpr int size = detail::mtgp_size<Word>(Mexp), steps = detail::mtgp_steps<Word>(Mexp);
  static constexpr Word mask = detail::mtgp_mask<Word>(Mexp);
  static constexpr int threads = Threads, width = Width, rounds = Rounds, sets = Sets;
  static constexpr int groups = steps / (Threads * Width);
  static constexpr int length =
      Rounds * steps;  // distance in words from a state to the next one in the buffer
  static constexpr int plane = (size + length + Width) / Width;
  static constexpr int words_a_group = Width * static_cast<int>(sizeof(Word)) / 4;
  static constexpr look_up recursion = Recursion, tempering = Tempering;
  static_assert(Threads % 32 == 0 && groups * Threads * Width == steps && steps % Width == 0);
  static_assert(Rounds >= 3 && size <= 2 * steps, "the words written in front must not be needed there");
};

/// One thread of a layout.
template <class L>
class mtgp_worker {
  using Word = typename L::word;
  static constexpr int width = L::width, vector_words = L::words_a_group;

 public:
  /// @param recursion, tempering  the set's tables in shared memory, if they are looked up there
  /// @param x                     the set's buffer
  __device__ __forceinline__ mtgp_worker(const mtgp_constants<Word>& set, const Word* recursion,
                                         const Word* tempering, Word* x, unsigned thread, unsigned local_set)
      : recursion_(set.recursion, recursion),
        tempering_(set.tempering, tempering),
        shift1_{set.shift1},
        shift2_{set.shift2},
        all_{x},
        thread_words_{x + thread},
        thread_{thread},
        local_set_{local_set} {
#pragma unroll
    for (int j = 0; j < width; ++j) before_middle_[j] = thread_words_ + slot_of(set.middle - 1 + j);
  }

  /// Waits for the set's threads.
  __device__ __forceinline__ void synchronise() const {
    if constexpr (L::threads == 32) {
      detail::gpu::synchronise_warp();
    } else {
      detail::gpu::synchronise_part<L::threads>(local_set_ + 1);
    }
  }

  /// C steps from the state `at` words after the front, 0 <= at <= length - C.
  /// @param in_front  whether words from `length` on are also written to the front
  /// @param store     called as store(words, first word of the tile)
  template <bool in_front, class Store>
  __device__ __forceinline__ void make(int at, const Store& store) const {
#pragma unroll
    for (int g = 0; g < L::groups; ++g) {
      const int offset = at + g * width * L::threads;  // the offset for thread 0
      Word* const p = thread_words_ + offset / width;
      Word a[width + 1], c[width + 1];
#pragma unroll
      for (int j = 0; j < width; ++j) a[j] = p[j * L::plane];
      a[width] = p[1];
#pragma unroll
      for (int j = 0; j < width; ++j) c[j] = before_middle_[j][offset / width];
      c[width] = before_middle_[0][offset / width + 1];
      std::uint32_t w[vector_words];
#pragma unroll
      for (int j = 0; j < width; ++j) {
        const Word u = detail::mtgp_mix(a[j], a[j + 1], c[j + 1], L::mask, shift1_, shift2_);
        const Word x = u ^ recursion_(narrow(u));
        p[slot_of(L::size + j)] = x;
        if constexpr (in_front) {
          const int first = L::size + offset + j;  // the word that thread 0 makes
          if (first + width * (L::threads - 1) >= L::length) {
            const int missing = L::length - first;
            if (missing <= 0 || static_cast<int>(thread_) * width >= missing) {
              p[slot_of(L::size + j) - L::length / width] = x;
            }
          }
        }
        Word t = c[j];
        t ^= t >> 16;
        t ^= t >> 8;
        const Word output = x ^ tempering_(narrow(t));
        if constexpr (sizeof(Word) == 4) {
          w[j] = output;
        } else {
          w[2 * j] = narrow(output);
          w[2 * j + 1] = narrow(output >> 32);
        }
      }
      store(w, (g * width * L::threads + static_cast<int>(thread_) * width) *
                   static_cast<int>(sizeof(Word) / 4));
    }
  }

  /// Moves the state `at` words after the front to the front. All threads of the set must call it.
  __device__ void to_front(int at) const {
    for (int first = 0; first < L::size; first += L::threads) {
      const int i = first + static_cast<int>(thread_);
      Word x = 0;
      if (i < L::size) x = all_[slot_of(at + i)];
      synchronise();
      if (i < L::size) all_[slot_of(i)] = x;
      synchronise();
    }
  }

  /// Copies a state from or to global memory.
  __device__ void load(const Word* state) const {
    for (int i = static_cast<int>(thread_); i < L::size; i += L::threads) all_[slot_of(i)] = state[i];
  }
  __device__ void save(Word* state, int at) const {
    for (int i = static_cast<int>(thread_); i < L::size; i += L::threads) {
      state[i] = i == 0 ? all_[slot_of(at)] & L::mask : all_[slot_of(at + i)];
    }
  }

 private:
  __device__ static constexpr int slot_of(int i) { return i % width * L::plane + i / width; }

  mtgp_look_up<Word, L::recursion> recursion_;
  mtgp_look_up<Word, L::tempering> tempering_;
  int shift1_, shift2_;
  Word *all_, *thread_words_;
  const Word* before_middle_[width];
  unsigned thread_, local_set_;
};

}  // namespace tali::cuda_driver
