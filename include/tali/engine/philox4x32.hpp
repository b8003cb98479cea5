// philox4x32: a counter-based engine. Four words are a keyed bijection of a 128-bit counter, so any index
// costs the same.
//
// Source: J. K. Salmon, M. A. Moraes, R. O. Dror, D. E. Shaw, "Parallel Random Numbers: As Easy as 1, 2, 3",
// SC11, section 3.3 and table 2. The layout of key and counter is that of cuRAND's device generator:
// word i here is the i-th curand() after curand_init(seed, stream, 0).
#pragma once

#include <cstdint>
#include <istream>
#include <limits>
#include <ostream>

#include <tali/bits.hpp>

namespace tali {

/// The Philox bijection on counters of any word type: a uint32_t, or SIMD lanes of them.
/// @param counter four words, replaced by four random words
/// @param key0,key1 the key's low and high half
template <int Rounds, class U32>
TALI_FN constexpr void philox4x32_block(U32 (&counter)[4], std::uint32_t key0, std::uint32_t key1) {
  for (int round = 0; round < Rounds; ++round) {
    const auto p0 = multiply_wide(counter[0], 0xd2511f53u);
    const auto p1 = multiply_wide(counter[2], 0xcd9e8d57u);
    counter[0] = p1.high ^ counter[1] ^ key0;
    counter[1] = p1.low;
    counter[2] = p0.high ^ counter[3] ^ key1;
    counter[3] = p0.low;
    key0 += 0x9e3779b9u;  // the golden ratio
    key1 += 0xbb67ae85u;  // sqrt(3) - 1
  }
}

/// The engine philox4x32 of 10 rounds, or of 7: 2^64 streams of 2^64 words for each of 2^64 seeds.
///
/// key = seed, counter = {index / 4, stream}. An object is a place in a sequence. word(i) is the word i
/// places further on, in any order and without moving; operator() takes the word at hand and moves one on.
/// Both are usable in CUDA kernels. Seven rounds are the fewest that pass BigCrush in the paper; ten leave
/// a margin. Known weaknesses are in docs/engines.md. Not for cryptography.
template <int Rounds>
class philox4x32_engine {
 public:
  using result_type = std::uint32_t;

  static_assert(Rounds == 7 || Rounds == 10);
  static constexpr const char* name = Rounds == 10 ? "philox4x32" : "philox4x32-7";
  static constexpr std::uint64_t max_stream = std::numeric_limits<std::uint64_t>::max();
  /// Words that one evaluation makes.
  static constexpr int group = 4;
  /// SIMD registers of words that a core should have in flight to hide the multiplication's latency.
  static constexpr int registers_in_flight = 1;

  /// The sequence of `seed` and `stream`, at its first word.
  TALI_FN constexpr explicit philox4x32_engine(std::uint64_t seed = 0, std::uint64_t stream = 0)
      : seed_{seed}, stream_{stream} {}

  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return 0xffffffffu; }

  /// The word at hand; moves one on. Evaluates the bijection once in four words.
  TALI_FN constexpr result_type operator()() {
    if (!has_block_) {
      load(block_, position_ / 4);
      has_block_ = true;
    }
    const result_type w = pick(block_, static_cast<int>(position_ % 4));
    ++position_;
    has_block_ = position_ % 4 != 0;
    return w;
  }

  /// The word `i` places on from here. O(1); the sequence's 2^64 words wrap around.
  [[nodiscard]] TALI_FN constexpr result_type word(std::uint64_t i) const {
    const std::uint64_t at = position_ + i;
    std::uint32_t block[4];
    load(block, at / 4);
    return pick(block, static_cast<int>(at % 4));
  }

  /// Moves n words on, in O(1). Distances count modulo 2^64, so `discard(0 - n)` moves n back.
  TALI_FN constexpr void discard(std::uint64_t n) {
    position_ += n;
    has_block_ = false;
  }

  /// Words past the last boundary of a group.
  TALI_FN constexpr int phase() const { return static_cast<int>(position_ % group); }

  TALI_FN friend constexpr bool operator==(const philox4x32_engine& a, const philox4x32_engine& b) {
    return a.seed_ == b.seed_ && a.stream_ == b.stream_ && a.position_ == b.position_;
  }

  /// Text form: "seed stream position", decimal.
  friend std::ostream& operator<<(std::ostream& out, const philox4x32_engine& e) {
    return out << e.seed_ << ' ' << e.stream_ << ' ' << e.position_;
  }
  friend std::istream& operator>>(std::istream& in, philox4x32_engine& e) {
    std::uint64_t seed = 0, stream = 0, position = 0;
    if (in >> seed >> stream >> position) {
      e = philox4x32_engine(seed, stream);
      e.discard(position);
    }
    return in;
  }

  /// A jump by a distance that is known beforehand.
  class stride {
   public:
    TALI_FN constexpr explicit stride(std::uint64_t words) : words_{words} {}

   private:
    friend class philox4x32_engine;
    std::uint64_t words_;
  };

  /// Bulk access: Shape::count lanes, lane l at word first + l * spacing. With more than one lane the
  /// driver keeps places and spacing at multiples of the group.
  template <class Shape>
  class cursor {
    using u32 = typename Shape::template of<std::uint32_t>;

   public:
    TALI_FN constexpr cursor(const philox4x32_engine& e, std::uint64_t first, std::uint64_t spacing)
        : engine_{e}, at_{e.position_ + first}, spacing_{spacing} {}

    /// The next n words of every lane.
    template <int n>
    TALI_FN constexpr void take(u32 (&words)[n]) const {
      if constexpr (Shape::count == 1) {
        take_one(words);
      } else {
        static_assert(n % group == 0);
        using u64 = typename Shape::template of<std::uint64_t>;
        const u64 block = u64::iota(at_ / group, spacing_ / group);
        for (int k = 0; k < n; k += group) {
          const u64 here = block + std::uint64_t(k / group);
          using word = typename Shape::low_halves;
          word c[4] = {word(here), word(here >> 32), narrow(engine_.stream_), narrow(engine_.stream_ >> 32)};
          philox4x32_block<Rounds>(c, narrow(engine_.seed_), narrow(engine_.seed_ >> 32));
          for (int j = 0; j < group; ++j) words[k + j] = narrow(c[j]);
        }
      }
    }

    /// Moves every lane.
    TALI_FN constexpr void advance(const stride& step) { at_ += step.words_; }

   private:
    /// One lane, at any place: a group more where the words do not begin on a group.
    template <int n>
    TALI_FN constexpr void take_one(std::uint32_t (&words)[n]) const {
      constexpr int touched = (n + 2 * group - 2) / group;  // groups, at the worst place
      const auto phase = static_cast<int>(at_ % group);
      std::uint32_t g[touched + 1][group] = {};
      for (int b = 0; b < touched; ++b) {
        if (b * group < phase + n) engine_.load(g[b], (at_ + std::uint64_t(b * group)) / group);
      }
      // Selected by comparisons, not indexed, so that CUDA keeps all of it in registers.
      for (int k = 0; k < n; ++k) words[k] = g[k / group][k % group];
      for (int p = 1; p < group; ++p) {
        if (phase == p) {
          for (int k = 0; k < n; ++k) words[k] = g[(k + p) / group][(k + p) % group];
        }
      }
    }

    philox4x32_engine engine_;
    std::uint64_t at_;
    std::uint64_t spacing_;
  };

 private:
  TALI_FN constexpr void load(std::uint32_t (&block)[4], std::uint64_t index) const {
    block[0] = narrow(index);
    block[1] = narrow(index >> 32);
    block[2] = narrow(stream_);
    block[3] = narrow(stream_ >> 32);
    philox4x32_block<Rounds>(block, narrow(seed_), narrow(seed_ >> 32));
  }

  TALI_FN static constexpr std::uint32_t pick(const std::uint32_t (&block)[4], int k) {
    return k == 0 ? block[0] : k == 1 ? block[1] : k == 2 ? block[2] : block[3];
  }

  std::uint64_t seed_;
  std::uint64_t stream_;
  std::uint64_t position_ = 0;
  std::uint32_t block_[4] = {};  // the group that position_ lies in, where has_block_
  bool has_block_ = false;
};

using philox4x32 = philox4x32_engine<10>;
using philox4x32_7 = philox4x32_engine<7>;

}  // namespace tali
