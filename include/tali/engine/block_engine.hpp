// SPDX-License-Identifier: Apache-2.0
// The common part of counter-based engines of kind words: an engine from a function of key and counter.
// philox4x64.hpp and threefry.hpp have such functions.
#pragma once

#include <array>

#include <tali/detail/standard.hpp>
#include <tali/engine/protocol.hpp>
#include <tali/simd/bits.hpp>

namespace tali::detail {

/// A counter of 256 bits, the lowest word first.
struct wide_counter {
  std::uint64_t word[4];

  TALI_FN constexpr wide_counter plus(std::uint64_t n) const {
    wide_counter c = *this;
    c.word[0] += n;
    if (c.word[0] < n) {
      std::uint64_t carry = 1;
      for (int k = 1; k < 4; ++k) {
        c.word[k] += carry;
        carry &= static_cast<std::uint64_t>(c.word[k] == 0);
      }
    }
    return c;
  }
  TALI_FN friend constexpr bool operator==(const wide_counter&, const wide_counter&) = default;
};

/// An engine whose words come in blocks, each a function of a key and a counter. Word 2 i of a block of
/// 64-bit numbers is the low half of number i, and word 2 i + 1 the high half.
/// @tparam Blocks  a literal type with
///   name, summary, max_stream  as in an engine
///   word, size                 type and number of the numbers in a block
///   Blocks(seed, stream)
///   counter                    a type of scalar counters; c.plus(n) is the counter n blocks ahead
///   at(index)                  the counter of block number `index`, from 0
///   run(c, first, out)         makes the block of counter c, with `first` as its lowest word: a word or
///                              SIMD lanes
///   lowest(c)                  the lowest word of c
///   numbers(), of(numbers)     key and first counter as a std::array of std::uint64_t, and back
///   in_lanes                   whether SIMD lanes of the CPU are faster than scalar code
template <class Blocks>
class block_engine {
 public:
  using result_type = std::uint32_t;
  using blocks_type = Blocks;

  static constexpr const char* name = Blocks::name;
  static constexpr const char* summary = Blocks::summary;
  static constexpr engine_kind kind = engine_kind::words;
  static constexpr std::uint64_t max_stream = Blocks::max_stream;
  /// Number of words per block.
  static constexpr int group = Blocks::size * static_cast<int>(sizeof(typename Blocks::word) / 4);

  /// The sequence of `seed` and `stream`, at its first word.
  TALI_FN constexpr explicit block_engine(std::uint64_t seed = 0, std::uint64_t stream = 0)
      : blocks_(seed, stream) {}
  /// The sequence of these blocks, at word `position`.
  TALI_FN constexpr explicit block_engine(const Blocks& blocks, std::uint64_t position = 0)
      : blocks_{blocks}, position_{position} {}

  /// The values of any_engine's option "seeding", if there are several methods to make a key from a seed.
  static constexpr std::span<const char* const> seedings = [] {
    if constexpr (requires { Blocks::seedings; }) {
      return std::span<const char* const>(Blocks::seedings);
    } else {
      return std::span<const char* const>();
    }
  }();
  TALI_HOST_FN static block_engine seeded(int seeding, std::uint64_t seed, std::uint64_t stream) {
    return block_engine(Blocks::seeded(seeding, seed, stream));
  }

  TALI_FN static constexpr result_type min() { return 0; }
  TALI_FN static constexpr result_type max() { return 0xffffffffu; }

  /// Returns the current word and advances by one.
  TALI_FN constexpr result_type operator()() { return word_at(position_++); }

  /// The word `i` positions ahead. O(1); the sequence's 2^64 words wrap around.
  [[nodiscard]] TALI_FN constexpr result_type word(std::uint64_t i) const { return word_at(position_ + i); }

  /// Advances by n words, in O(1). Distances count modulo 2^64, so `discard(0 - n)` moves n back.
  TALI_FN constexpr void discard(std::uint64_t n) { position_ += n; }

  /// The position: words since the beginning of the sequence.
  [[nodiscard]] TALI_FN constexpr std::uint64_t position() const { return position_; }
  /// Key and counter of the sequence's first block.
  [[nodiscard]] TALI_FN constexpr const Blocks& blocks() const { return blocks_; }

  /// The complete state as numbers: the numbers of the blocks, then the position. For restored().
  using numbers_of_blocks = decltype(std::declval<const Blocks&>().numbers());
  using saved_type = std::array<std::uint64_t, std::tuple_size_v<numbers_of_blocks> + 1>;
  [[nodiscard]] TALI_HOST_FN constexpr saved_type saved() const {
    const numbers_of_blocks of_blocks = blocks_.numbers();
    saved_type all{};
    for (std::size_t k = 0; k < of_blocks.size(); ++k) all[k] = of_blocks[k];
    all.back() = position_;
    return all;
  }
  /// @throws argument_error for numbers that saved() cannot return
  TALI_HOST_FN static block_engine restored(const saved_type& all) {
    numbers_of_blocks of_blocks{};
    for (std::size_t k = 0; k < of_blocks.size(); ++k) of_blocks[k] = all[k];
    return block_engine(Blocks::of(of_blocks), all.back());
  }

  /// Number of words since the beginning of the block.
  TALI_FN constexpr int phase() const { return static_cast<int>(position_ % group); }

  TALI_FN friend constexpr bool operator==(const block_engine&, const block_engine&) = default;

  /// The words of block number `index`.
  TALI_FN constexpr void load(std::uint64_t index, std::uint32_t (&words)[group]) const {
    load(blocks_.at(index), words);
  }
  /// The words of the block of a counter.
  TALI_FN constexpr void load(const typename Blocks::counter& c, std::uint32_t (&words)[group]) const {
    load(c, Blocks::lowest(c), words);
  }
  /// The same with another lowest word.
  template <class Lowest>
  TALI_FN constexpr void load(const typename Blocks::counter& c, Lowest lowest,
                              std::uint32_t (&words)[group]) const {
    typename Blocks::word x[Blocks::size] = {};
    blocks_.run(c, lowest, x);
    for (int k = 0; k < Blocks::size; ++k) {
      if constexpr (sizeof(typename Blocks::word) == 8) {
        words[2 * k] = narrow(x[k]);
        words[2 * k + 1] = narrow(x[k] >> 32);
      } else {
        words[k] = x[k];
      }
    }
  }

  /// A jump by a known distance.
  class stride {
   public:
    TALI_FN constexpr explicit stride(std::uint64_t words) : words_{words} {}

   private:
    friend class block_engine;
    std::uint64_t words_;
  };

  /// Words for one thread, starting at `first`; `first` and all strides must be multiples of a block. The
  /// cursor keeps the counter, because computing it from an index is slow.
  template <class Shape>
  requires(Shape::count == 1 && Shape::aligned) class steady_cursor {
   public:
    TALI_FN constexpr steady_cursor(const block_engine& e, std::uint64_t first, std::uint64_t)
        : engine_{e}, at_{e.position_ + first}, counter_{e.blocks_.at(at_ / group)} {}

    /// The next n words.
    template <int n>
    TALI_FN constexpr void take(std::uint32_t (&words)[n]) const {
      std::uint32_t g[group] = {};
      TALI_UNROLL
      for (int k = 0; k < n; k += group) {
        engine_.load(k == 0 ? counter_ : counter_.plus(static_cast<std::uint64_t>(k / group)), g);
        for (int j = 0; j < group && k + j < n; ++j) words[k + j] = g[j];
      }
    }

    TALI_FN constexpr void advance(const stride& step) {
      at_ += step.words_;
      if (at_ < step.words_) {  // past the sequence's end
        counter_ = engine_.blocks_.at(at_ / group);
      } else {
        counter_ = counter_.plus(step.words_ / group);
      }
    }

   private:
    block_engine engine_;
    std::uint64_t at_;
    typename Blocks::counter counter_;
  };

  /// The same for threads whose counters differ only in the lowest word. The other words are then in
  /// registers that a warp shares, and computations with them are hoisted out of loops.
  class near_cursor {
   public:
    /// Whether such cursors exist for words first ... first + words - 1, if `first` begins a block.
    TALI_FN static constexpr bool reaches(const block_engine& e, std::uint64_t first, std::uint64_t words) {
      const std::uint64_t at = e.position_ + first;
      const auto left = static_cast<lowest_type>(~Blocks::lowest(e.blocks_.at(at / group)));
      return words / group <= left && at + words >= at;
    }
    /// The cursor at word first + offset, for the threads of `first`.
    TALI_FN constexpr near_cursor(const block_engine& e, std::uint64_t first, std::uint64_t offset)
        : engine_{e},
          shared_{e.blocks_.at((e.position_ + first) / group)},
          lowest_{Blocks::lowest(shared_) + static_cast<lowest_type>(offset / group)} {}

    /// The next n words.
    template <int n>
    TALI_FN constexpr void take(std::uint32_t (&words)[n]) const {
      static_assert(n % group == 0);
      std::uint32_t g[group] = {};
      TALI_UNROLL
      for (int k = 0; k < n; k += group) {
        engine_.load(shared_, static_cast<lowest_type>(lowest_ + static_cast<lowest_type>(k / group)), g);
        for (int j = 0; j < group; ++j) words[k + j] = g[j];
      }
    }

    TALI_FN constexpr void advance(const stride& step) {
      lowest_ += static_cast<lowest_type>(step.words_ / group);
    }

   private:
    using lowest_type = decltype(Blocks::lowest(std::declval<const typename Blocks::counter&>()));

    block_engine engine_;
    typename Blocks::counter shared_;  // except its lowest word
    lowest_type lowest_;
  };

  /// Words for one thread, starting at any `first`.
  template <class Shape>
  requires(Shape::count == 1) class free_cursor {
   public:
    TALI_FN constexpr free_cursor(const block_engine& e, std::uint64_t first, std::uint64_t)
        : engine_{e}, at_{e.position_ + first} {}

    /// The next n words.
    template <int n>
    TALI_FN constexpr void take(std::uint32_t (&words)[n]) const {
      std::uint32_t g[group] = {};
      if (at_ % group == 0) {
        for (int k = 0; k < n; k += group) {
          engine_.load((at_ + static_cast<std::uint64_t>(k)) / group, g);
          for (int j = 0; j < group && k + j < n; ++j) words[k + j] = g[j];
        }
      } else {
        for (int k = 0; k < n; ++k) words[k] = engine_.word_at(at_ + static_cast<std::uint64_t>(k));
      }
    }

    TALI_FN constexpr void advance(const stride& step) { at_ += step.words_; }

   private:
    block_engine engine_;
    std::uint64_t at_;
  };

  template <class Shape>
  struct cursor_of {
    using type = free_cursor<Shape>;
  };
  template <class Shape>
  requires(Shape::aligned) struct cursor_of<Shape> {
    using type = steady_cursor<Shape>;
  };
  template <class Shape>
  requires(Shape::count == 1) using cursor = typename cursor_of<Shape>::type;

 private:
  TALI_FN constexpr result_type word_at(std::uint64_t at) const {
    std::uint32_t words[group] = {};
    load(at / group, words);
    const int index = static_cast<int>(at % group);
    result_type w = words[0];
    for (int k = 1; k < group; ++k) w = k == index ? words[k] : w;
    return w;
  }

  Blocks blocks_;
  std::uint64_t position_ = 0;
};

}  // namespace tali::detail
