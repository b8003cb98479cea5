// SPDX-License-Identifier: Apache-2.0
// mt19937 and mt19937-64: the Mersenne Twister, word for word that of the standard library and of NumPy.
//
// Sources: M. Matsumoto and T. Nishimura, "Mersenne Twister: A 623-dimensionally equidistributed uniform
// pseudo-random number generator", ACM TOMACS 8(1), 1998; T. Nishimura, "Tables of 64-bit Mersenne Twisters",
// ACM TOMACS 10(4), 2000; seeding as in the authors' release of 2002. Needs the compiled library.
#pragma once

#include <array>
#include <cstring>

#include <tali/detail/device.hpp>
#include <tali/detail/standard.hpp>
#include <tali/engine/protocol.hpp>
#include <tali/simd/bits.hpp>
#if !defined(TALI_GPU_COMPILER)
#include <tali/simd/lanes.hpp>
#endif

TALI_WIDE_REGISTERS_BEGIN
namespace tali {

namespace detail {

/// The parameters of recurrence and tempering, named as in the papers, with m and r as in the standard
/// library.
template <class Word>
struct mt19937_constants;

template <>
struct mt19937_constants<std::uint32_t> {
  static constexpr int n = 624, m = 397, r = 31;
  static constexpr std::uint32_t a = 0x9908b0dfu;
  template <class U>
  TALI_FN static constexpr U temper(U x) {
    x = x ^ (x >> 11);
    x = x ^ ((x << 7) & std::uint32_t{0x9d2c5680u});
    x = x ^ ((x << 15) & std::uint32_t{0xefc60000u});
    return x ^ (x >> 18);
  }
};

template <>
struct mt19937_constants<std::uint64_t> {
  static constexpr int n = 312, m = 156, r = 31;
  static constexpr std::uint64_t a = 0xb5026f5aa96619e9u;
  template <class U>
  TALI_FN static constexpr U temper(U x) {
    x = x ^ ((x >> 29) & std::uint64_t{0x5555555555555555u});
    x = x ^ ((x << 17) & std::uint64_t{0x71d67fffeda60000u});
    x = x ^ ((x << 37) & std::uint64_t{0xfff7eee000000000u});
    return x ^ (x >> 43);
  }
};

/// x_(i+n) from x_i, x_(i+1) and x_(i+m), for words or lanes of words.
template <class Word, class U>
TALI_FN constexpr U mt19937_next(const U& x, const U& x1, const U& xm) {
  using c = mt19937_constants<Word>;
  constexpr Word low = (Word{1} << c::r) - 1, high = static_cast<Word>(~low);
#if defined(TALI_GPU_CODE)
  // One instruction for the bits, and a product, which GPUs execute in parallel with logical operations.
  if constexpr (sizeof(Word) == 4) return xm ^ (gpu::merge_bits<low>(x1, x) >> 1) ^ ((x1 & 1u) * c::a);
#endif
  const U y = (x & high) | (x1 & low);
  return xm ^ (y >> 1) ^ ((U(Word{0}) - (y & Word{1})) & c::a);
}

#if !defined(TALI_GPU_COMPILER)
/// Replaces words i ... to - 1 of x_0 ... x_(n-1) with the words n steps later; `other` is the distance to
/// the third word of the recurrence.
template <class Word, int R>
TALI_FN void mt19937_twist_part(Word* x, int i, int to, int other) {
  using reg = lanes<Word, R / static_cast<int>(sizeof(Word)), R>;
  for (; i + reg::count <= to; i += reg::count) {
    mt19937_next<Word>(reg::load(x + i), reg::load(x + i + 1), reg::load(x + i + other)).store(x + i);
  }
  for (; i < to; ++i) x[i] = mt19937_next<Word>(x[i], x[i + 1], x[i + other]);
}

template <class Word, int R>
TALI_FN void mt19937_twist(Word* x) {
  using c = mt19937_constants<Word>;
  mt19937_twist_part<Word, R>(x, 0, c::n - c::m, c::m);
  mt19937_twist_part<Word, R>(x, c::n - c::m, c::n - 1, c::m - c::n);
  x[c::n - 1] = mt19937_next<Word>(x[c::n - 1], x[0], x[c::m - 1]);
}
#endif

}  // namespace detail

/// The engines mt19937 and mt19937-64. The engine's words are the outputs, or for mt19937-64 their low and
/// high halves alternately.
///
/// For stream 0 and a seed that fits a word of the generator, the sequence is that of std::mt19937(seed)
/// (std::mt19937_64(seed)) and of the authors' init_genrand(seed). Otherwise it is that of the authors'
/// init_by_array({seed, stream}), in 32-bit words, low halves first (64-bit words for mt19937-64). With
/// seeding=numpy it is that of numpy.random.MT19937(seed), and for stream t > 0 of its SeedSequence's child t
/// - 1; with seeding=python that of Python's random.seed(seed + 2^64 stream).
///
/// An object is a position in a sequence of 2^64 words, and holds a state of 2.5 KiB. Moving to a distant
/// position takes about ten milliseconds; moving to a near one takes steps. Known weaknesses are in
/// docs/engines.md.
template <class Word>
class mersenne_twister {
  using constants = detail::mt19937_constants<Word>;
  static constexpr int words_per_output = static_cast<int>(sizeof(Word) / 4);

 public:
  using result_type = std::uint32_t;
  using word_type = Word;

  static constexpr const char* name = sizeof(Word) == 4 ? "mt19937" : "mt19937-64";
  static constexpr const char* summary = sizeof(Word) == 4
                                             ? "Mersenne Twister, word for word std::mt19937"
                                             : "64-bit Mersenne Twister, word for word std::mt19937_64";
  static constexpr engine_kind kind = engine_kind::words;
  static constexpr std::uint64_t max_stream = std::numeric_limits<std::uint64_t>::max();
  static constexpr const char* seeding_names[] = {"plain", "numpy", "python"};
  static constexpr std::span<const char* const> seedings{seeding_names, sizeof(Word) == 4 ? 3 : 0};
  static constexpr int group = words_per_output;
  /// On CUDA each thread makes a segment of a range, because a jump costs more than some words.
  static constexpr bool in_segments = true;
  static constexpr int state_size = constants::n;

  explicit mersenne_twister(std::uint64_t seed = 0, std::uint64_t stream = 0);
  /// The authors' init_by_array (init_by_array64). @throws argument_error for no seeds
  explicit mersenne_twister(std::span<const Word> seeds);

  /// The engine with seeding number `seeding` of the option seeding=: the constructor's, NumPy's
  /// SeedSequence, or Python's, which passes the seed's words up to the last nonzero one to init_by_array.
  static mersenne_twister seeded(int seeding, std::uint64_t seed, std::uint64_t stream);

  /// The engine whose next output is word `at` of `state`. For at = state_size it is the first word after the
  /// next step of the whole state. These are the numbers in std::mersenne_twister_engine's text, and `key`
  /// and `pos` of NumPy's state dict. The sequence begins there.
  /// @throws argument_error if the size is not state_size, `at` is not in 1 ... state_size, or the state is
  /// zero (the lowest 31 bits of the first word are not part of the state)
  static mersenne_twister from_state(std::span<const Word> state, std::size_t at);

  /// state() and at(), as in the text of std::mersenne_twister_engine in GNU's library; after the low half of
  /// an output, at() + state_size + 1 instead. For restored(): its sequence begins there.
  [[nodiscard]] std::array<std::uint64_t, constants::n + 1> saved() const;
  /// @throws argument_error for words that do not fit the generator, and as from_state()
  static mersenne_twister restored(const std::array<std::uint64_t, constants::n + 1>& numbers);

  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return 0xffffffffu; }

  /// Returns the current word and advances by one.
  result_type operator()();

  /// The word `i` words ahead, without moving. Costs a copy of the engine.
  [[nodiscard]] result_type word(std::uint64_t i) const {
    mersenne_twister moved = *this;
    moved.discard(i);
    return moved();
  }

  /// Advances by n words. Distances count modulo the sequence's 2^64 words, so `discard(0 - n)` moves n back.
  void discard(std::uint64_t n);

  /// The position: words since the beginning of the sequence.
  [[nodiscard]] std::uint64_t position() const { return position_; }
  /// The state for from_state(), and the index of the next output in it. Equal to those of the standard
  /// library and NumPy, bit for bit, at positions reached from the beginning of the sequence.
  [[nodiscard]] std::span<const Word, constants::n> state() const { return x_; }
  [[nodiscard]] std::size_t at() const { return at_; }

  /// Number of words since the beginning of the output.
  [[nodiscard]] int phase() const { return static_cast<int>(position_ % words_per_output); }

  /// Whether both continue with the same words.
  friend bool operator==(const mersenne_twister& a, const mersenne_twister& b) { return a.equals(b); }

#if !defined(TALI_GPU_COMPILER)
  /// Words in order, on the CPU, with registers of R bytes.
  template <int R>
  class run {
    using reg = lanes<Word, R / static_cast<int>(sizeof(Word)), R>;

   public:
    TALI_FN run(const mersenne_twister& e, std::uint64_t first) {
      const mersenne_twister* source = &e;
      mersenne_twister moved{unseeded{}};
      if (first != 0) {
        moved = e;
        moved.discard(first);
        source = &moved;
      }
      std::memcpy(x_, source->x_, sizeof x_);
      at_ = source->at_;
      half_ = source->phase() != 0;
    }

    TALI_FN void next(std::uint32_t* to, std::size_t n) {
      if (half_ && n != 0) {
        *to++ = narrow(constants::temper(x_[at_++]) >> 16 >> 16);
        half_ = false;
        --n;
      }
      for (std::size_t outputs = n / words_per_output; outputs != 0;) {
        if (at_ == state_size) twist();
        const std::size_t rest = state_size - at_, taken = outputs < rest ? outputs : rest;
        temper(x_ + at_, to, taken);
        at_ += taken;
        outputs -= taken;
        to += taken * words_per_output;
      }
      if (words_per_output == 2 && n % 2 != 0) {
        if (at_ == state_size) twist();
        *to = narrow(constants::temper(x_[at_]));
        half_ = true;
      }
    }

    TALI_FN void skip(std::uint64_t n) {
      n += half_ ? 1 : 0;
      half_ = n % words_per_output != 0;
      std::uint64_t outputs = n / words_per_output + at_;
      // The current half belongs to the current state.
      for (; outputs > state_size || (half_ && outputs == state_size); outputs -= state_size) twist();
      at_ = static_cast<std::size_t>(outputs);
    }

   private:
    TALI_FN void twist() {
      detail::mt19937_twist<Word, R>(x_);
      at_ = 0;
    }

    TALI_FN static void temper(const Word* from, std::uint32_t* to, std::size_t n) {
      std::size_t i = 0;
      for (; i + reg::count <= n; i += reg::count) {
        reg x = constants::temper(reg::load(from + i));
        if constexpr (words_per_output == 2) x = detail::low_word_first(x);
        x.store(reinterpret_cast<Word*>(to + i * words_per_output));
      }
      for (; i < n; ++i) {
        const Word x = constants::temper(from[i]);
        to[i * words_per_output] = narrow(x);
        if constexpr (words_per_output == 2) to[2 * i + 1] = narrow(x >> 32);
      }
    }

    Word x_[constants::n];
    std::size_t at_;
    bool half_;
  };
#endif

 private:
  struct unseeded {};
  explicit mersenne_twister(unseeded) {}
  void seed_by_integer(Word seed);
  void seed_by_array(std::span<const Word> seeds);
  void twist();
  [[nodiscard]] bool equals(const mersenne_twister& other) const;

  Word x_[constants::n];
  std::size_t at_ = constants::n;  // index of the current output, 1 ... n: n is the first of the next array
  std::uint64_t position_ = 0;
};

extern template class mersenne_twister<std::uint32_t>;
extern template class mersenne_twister<std::uint64_t>;

using mt19937 = mersenne_twister<std::uint32_t>;
using mt19937_64 = mersenne_twister<std::uint64_t>;

}  // namespace tali
TALI_WIDE_REGISTERS_END
