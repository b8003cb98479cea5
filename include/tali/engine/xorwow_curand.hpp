// SPDX-License-Identifier: Apache-2.0
// xorwow-curand: one xorwow generator with access to any index, word for word cuRAND's device generator.
//
// Source: G. Marsaglia, "Xorshift RNGs", Journal of Statistical Software 8(14), 2003, section 3.1; seeds and
// subsequences are those of cuRAND's curand_init(). Seeds, streams and jumps need the compiled library.
#pragma once

#include <array>

#include <tali/detail/standard.hpp>
#include <tali/engine/per_thread_generators.hpp>
#include <tali/engine/protocol.hpp>

namespace tali {

/// The engine xorwow-curand: word i is the i-th curand() after curand_init(seed, stream, 0), and the first
/// one after curand_init(seed, stream, i). Streams are 2^67 words apart.
///
/// An object is a position in a sequence of 2^64 words. Moving to a distant position takes about ten
/// microseconds; moving to a near one takes steps. Known weaknesses are in docs/engines.md. Not for
/// cryptography.
class xorwow_curand {
 public:
  using result_type = std::uint32_t;

  static constexpr const char* name = "xorwow-curand";
  static constexpr const char* summary = "Marsaglia's xorwow at any index, word for word cuRAND";
  static constexpr engine_kind kind = engine_kind::words;
  static constexpr std::uint64_t max_stream = std::numeric_limits<std::uint64_t>::max();
  static constexpr int group = 1;
  /// On CUDA each thread makes a segment of a range, because a jump costs more than some words.
  static constexpr bool in_segments = true;

  /// The sequence of `seed` and `stream`, at its first word.
  explicit xorwow_curand(std::uint64_t seed = 0, std::uint64_t stream = 0);

  /// The sequence that begins with a generator in this state: cuRAND's v[0] ... v[4], and d.
  /// @throws argument_error if the first five words are all zero
  static xorwow_curand from_state(const std::uint32_t (&state)[6]);

  /// The words of state() and the position. For restored().
  [[nodiscard]] std::array<std::uint64_t, 7> saved() const {
    const std::uint32_t(&x)[5] = generator_.x;
    return {x[0], x[1], x[2], x[3], x[4], generator_.weyl, position_};
  }
  /// @throws argument_error for words of 2^32 or more, and as from_state()
  static xorwow_curand restored(const std::array<std::uint64_t, 7>& n);

  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return 0xffffffffu; }

  /// Returns the current word and advances by one.
  result_type operator()() {
    result_type out[1];
    if (position_ == ~std::uint64_t{0}) {
      detail::xorwow_generator last = generator_;
      last.step(out);
      discard(1);  // back to the beginning
    } else {
      generator_.step(out);
      ++position_;
    }
    return out[0];
  }

  /// The word `i` words ahead, without moving.
  [[nodiscard]] result_type word(std::uint64_t i) const {
    xorwow_curand moved = *this;
    moved.discard(i);
    return moved();
  }

  /// Advances by n words. Distances count modulo the sequence's 2^64 words, so `discard(0 - n)` moves n back.
  void discard(std::uint64_t n);

  /// The position: words since the beginning of the sequence.
  [[nodiscard]] std::uint64_t position() const { return position_; }
  /// The generator whose next step makes the current word.
  [[nodiscard]] const detail::xorwow_generator& state() const { return generator_; }

  /// Number of words since the beginning of a group: 0.
  [[nodiscard]] int phase() const { return 0; }

  /// Whether both continue with the same words.
  friend bool operator==(const xorwow_curand& a, const xorwow_curand& b) {
    for (int i = 0; i < 5; ++i) {
      if (a.generator_.x[i] != b.generator_.x[i]) return false;
    }
    return a.generator_.weyl == b.generator_.weyl;
  }

  /// Words in order, on the CPU; a single generator cannot use SIMD registers.
  template <int R>
  class run {
   public:
    TALI_FN run(const xorwow_curand& e, std::uint64_t first) : generator_{e.generator_} {
      if (first == 0) return;
      xorwow_curand moved = e;
      moved.discard(first);
      generator_ = moved.generator_;
    }

    TALI_FN void next(std::uint32_t* to, std::size_t n) {
      constexpr std::size_t period = 5;  // steps after which every word of the state is in its first place
      detail::xorwow_generator g = generator_;
      std::uint32_t out[1];
      for (; n >= period; n -= period, to += period) {
#if defined(__GNUC__) && !defined(__clang__) && !defined(TALI_GPU_COMPILER)
#pragma GCC unroll 5
#endif
        for (std::size_t k = 0; k < period; ++k) {
          g.step(out);
          to[k] = out[0];
        }
      }
      for (; n != 0; --n) {
        g.step(out);
        *to++ = out[0];
      }
      generator_ = g;
    }

    TALI_FN void skip(std::uint64_t n) {
      std::uint32_t out[1];
      for (; n != 0; --n) generator_.step(out);
    }

   private:
    detail::xorwow_generator generator_;
  };

 private:
  detail::xorwow_generator generator_;
  std::uint64_t position_ = 0;
};

}  // namespace tali
