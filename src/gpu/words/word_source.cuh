// SPDX-License-Identifier: Apache-2.0
// The source of words for kernels that are compiled once for all engines: memory, or an engine chosen at run
// time. Kernels call a function that makes an engine's words. The compiler processes it once per source file,
// for any number of kernels; the assembler adds a copy to each. Words from an engine are never in device
// memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>

#include <tali/catalogue.hpp>
#include <tali/simd/bits.hpp>

#include "gpu/words/finish.cuh"

namespace tali::cuda_driver {

struct is_not_in_segments {
  template <class E>
  static constexpr bool of = !catalogue::segment_engines::has<E>;
};
/// The engines that such kernels support.
using source_engines = detail::filtered_list<is_not_in_segments, catalogue::cuda_word_engines>;
template <class E>
inline constexpr int source_number = source_engines::index_of<E>();

/// A kernel argument. Words are counted from the first word of the range.
struct word_source {
  static constexpr int unit = 8;  ///< number of words that are made together, starting at a multiple of it
  static constexpr std::size_t bytes = 128, cursor_bytes = 64;

  const std::uint32_t* words = nullptr;  ///< their address, aligned to 16 bytes, or null
  std::uint64_t in_memory = 0;           ///< number of words at that address
  int engine = -1;                       ///< the engine's number in source_engines
  std::uint64_t first =
      0;  ///< the range's first word, counted from the engine's position; at the beginning of a group
  alignas(16) unsigned char engine_bytes[bytes] = {};
  alignas(
      16) unsigned char step[bytes] = {};  ///< the engine's stride from a thread's words to its next words
  alignas(16) unsigned char unit_step[bytes] = {};  ///< the same for one unit
};

/// @param step  distance in words between a thread's consecutive units
template <class E>
word_source source_of(const E& e, std::uint64_t first, std::uint64_t step) {
  using stride = typename E::stride;
  static_assert(std::is_trivially_copyable_v<E> && sizeof(E) <= word_source::bytes);
  static_assert(std::is_trivially_copyable_v<stride> && sizeof(stride) <= word_source::bytes);
  static_assert(word_source::unit % E::group == 0);
  word_source s;
  s.engine = source_number<E>;
  s.first = first;
  new (s.engine_bytes) E(e);
  new (s.step) stride(step);
  new (s.unit_step) stride(word_source::unit);
  return s;
}

/// Whether a thread keeps a cursor: for engines that need some time to reach a word.
template <class E>
inline constexpr bool keeps_cursor = !detail::makes_blocks<E>;

template <class E>
__device__ __attribute__((noinline)) void begin_words(const word_source& s, std::uint64_t word, void* at) {
  using cursor = typename E::template cursor<scalar::at_groups>;
  static_assert(std::is_trivially_copyable_v<cursor> && sizeof(cursor) <= word_source::cursor_bytes);
  new (at) cursor(*reinterpret_cast<const E*>(s.engine_bytes), s.first + word, 0);
}

/// @param word   number of the first word
/// @param at     the cursor at that word, or null; it advances by the source's step
/// @param to     aligned to 16 bytes
/// @param words  a multiple of word_source::unit
template <class E>
__device__ __attribute__((noinline)) void make_words(const word_source& s, std::uint64_t word, void* at,
                                                     std::uint32_t* to, int words) {
  using cursor = typename E::template cursor<scalar::at_groups>;
  using stride = typename E::stride;
  constexpr int unit = word_source::unit;
  cursor at_word = [&] {
    if constexpr (keeps_cursor<E>) {
      return *static_cast<cursor*>(at);
    } else {
      return cursor(*reinterpret_cast<const E*>(s.engine_bytes), s.first + word, 0);
    }
  }();
#pragma unroll 1
  for (int k = 0;; k += unit) {
    std::uint32_t w[unit];
    at_word.take(w);
#pragma unroll
    for (int j = 0; j < unit; j += 4) {
      word_vector<4> v;
#pragma unroll
      for (int i = 0; i < 4; ++i) v.w[i] = w[j + i];
      *reinterpret_cast<word_vector<4>*>(to + k + j) = v;
    }
    if (k + unit >= words) break;
    at_word.advance(*reinterpret_cast<const stride*>(s.unit_step));
  }
  if constexpr (keeps_cursor<E>) static_cast<cursor*>(at)->advance(*reinterpret_cast<const stride*>(s.step));
}

/// The words of one thread, of a source that is an engine.
class thread_words {
 public:
  __device__ __forceinline__ thread_words(const word_source& s, std::uint64_t word) : source_{s} {
    if (s.words == nullptr) begin(word, source_engines{});
  }

  /// Copies the words starting at number `word` to an address aligned to 16 bytes. Consecutive calls are the
  /// source's step apart.
  __device__ __forceinline__ void take(std::uint64_t word, std::uint32_t* to, int words) {
    make(word, to, words, source_engines{});
  }

 private:
  template <class E>
  __device__ __forceinline__ void begin_one(std::uint64_t word) {
    if constexpr (keeps_cursor<E>) {
      if (source_.engine == source_number<E>) begin_words<E>(source_, word, at_);
    }
  }
  template <class... E>
  __device__ __forceinline__ void begin(std::uint64_t word, detail::type_list<E...>) {
    (begin_one<E>(word), ...);
  }
  template <class... E>
  __device__ __forceinline__ void make(std::uint64_t word, std::uint32_t* to, int words,
                                       detail::type_list<E...>) {
    ((source_.engine == source_number<E> ? make_words<E>(source_, word, at_, to, words) : void()), ...);
  }

  const word_source& source_;
  alignas(16) unsigned char at_[word_source::cursor_bytes];
};

}  // namespace tali::cuda_driver
