// SPDX-License-Identifier: Apache-2.0
// philox4x32: a counter-based engine. A keyed bijection maps each 128-bit counter to four words, so every
// index costs the same.
//
// Source: J. K. Salmon, M. A. Moraes, R. O. Dror, D. E. Shaw, "Parallel Random Numbers: As Easy as 1, 2, 3",
// SC11, section 3.3 and table 2. The layout of key and counter is that of cuRAND's device generator: word
// i is the i-th curand() after curand_init(seed, stream, 0).
#pragma once

#include <tali/detail/standard.hpp>
#include <tali/engine/protocol.hpp>
#include <tali/simd/bits.hpp>

namespace tali {

namespace detail {

/// The constants of the paper's table 2 and section 3.3.
struct philox4x32_constants {
  static constexpr std::uint32_t factor0 = 0xd2511f53u, factor1 = 0xcd9e8d57u;
  static constexpr std::uint32_t bump0 = 0x9e3779b9u;  // the golden ratio
  static constexpr std::uint32_t bump1 = 0xbb67ae85u;  // sqrt(3) - 1
};

/// One round of the bijection, on counters of any word type.
/// @param key0,key1 the round's key
template <class U32>
TALI_FN constexpr void philox4x32_round(U32 (&words)[4], std::uint32_t key0, std::uint32_t key1) {
  using c = philox4x32_constants;
  const auto q0 = multiply_wide(words[0], c::factor0);
  const auto q1 = multiply_wide(words[2], c::factor1);
  words[0] = q1.high ^ words[1] ^ key0;
  words[1] = q1.low;
  words[2] = q0.high ^ words[3] ^ key1;
  words[3] = q0.low;
}

/// Rounds `first` ... `Rounds` - 1 of the bijection, on counters of any word type.
/// @param key0,key1 the key's low and high half
template <int Rounds, int first = 0, class U32>
TALI_FN constexpr void philox4x32_rounds(U32 (&words)[4], std::uint32_t key0, std::uint32_t key1) {
  using c = philox4x32_constants;
  key0 += first * c::bump0;
  key1 += first * c::bump1;
#if !defined(TALI_GPU_COMPILER)
  if constexpr (sizeof(U32) == sizeof(std::uint32_t)) {
    // Unrolled, because GCC's -O2 would keep the loop, keep the words in memory, and not hoist invariant work
    // out of the caller's loop: a gamma number would take twice the time.
#pragma GCC unroll 10
    for (int round = first; round < Rounds; ++round, key0 += c::bump0, key1 += c::bump1)
      philox4x32_round(words, key0, key1);
    return;
  }
#endif
  for (int round = first; round < Rounds; ++round, key0 += c::bump0, key1 += c::bump1)
    philox4x32_round(words, key0, key1);
}

/// Represents a number of rounds known at run time, in code that is compiled once for 7 and 10 rounds.
inline constexpr int rounds_at_run_time = 0;

}  // namespace detail

/// Objects with a compile-time number of rounds convert to objects with a run-time number.
template <int From, int To>
concept forgets_rounds = From != detail::rounds_at_run_time&& To == detail::rounds_at_run_time;

namespace detail {

/// A compile-time number of rounds. An empty base class, which takes no space in kernel arguments.
template <int Rounds>
struct philox4x32_depth {
  /// The same as philox4x32_rounds<Rounds, first>.
  template <int first = 0, class U32>
  TALI_FN constexpr void run(U32 (&words)[4], std::uint32_t key0, std::uint32_t key1) const {
    philox4x32_rounds<Rounds, first>(words, key0, key1);
  }
};

/// A run-time number of rounds.
template <>
struct philox4x32_depth<rounds_at_run_time> {
  bool ten;  ///< 10 rounds; otherwise 7

  template <int first = 0, class U32>
  TALI_FN constexpr void run(U32 (&words)[4], std::uint32_t key0, std::uint32_t key1) const {
    philox4x32_rounds<7, first>(words, key0, key1);
    if (ten) philox4x32_rounds<10, 7>(words, key0, key1);
  }
};

}  // namespace detail

/// The Philox bijection of a counter {c0, c1, c2, c3}, in two parts: the constructor computes what the first
/// two rounds derive from c1, c2 and c3 alone, once for a whole range of c0. Each block then takes 18
/// multiplications instead of 20.
template <int Rounds>
class philox4x32_block : detail::philox4x32_constants, detail::philox4x32_depth<Rounds> {
 public:
  /// @param key0,key1 the key's low and high half
  TALI_FN constexpr philox4x32_block(std::uint32_t c1, std::uint32_t c2, std::uint32_t c3, std::uint32_t key0,
                                     std::uint32_t key1, detail::philox4x32_depth<Rounds> depth = {})
      : detail::philox4x32_depth<Rounds>{depth},
        key0_{key0},
        key1_{key1},
        round1_2_{c3 ^ key1},
        round2_0_{},
        round2_2_{},
        round2_3_{} {
    const auto p1 = multiply_wide(c2, factor1);                   // round 1
    const auto p0 = multiply_wide(p1.high ^ c1 ^ key0, factor0);  // round 2
    round2_0_ = p1.low ^ (key0 + bump0);
    round2_2_ = p0.high ^ (key1 + bump1);
    round2_3_ = p0.low;
  }

  /// The four words of counter {c0, c1, c2, c3}, for any word type: a uint32_t or SIMD lanes.
  template <class U32>
  TALI_FN constexpr void operator()(U32 c0, U32 (&words)[4]) const {
    const auto p0 = multiply_wide(c0, factor0);                   // round 1
    const auto p1 = multiply_wide(p0.high ^ round1_2_, factor1);  // round 2
    words[0] = p1.high ^ round2_0_;
    words[1] = p1.low;
    words[2] = p0.low ^ round2_2_;
    words[3] = round2_3_;
    this->template run<2>(words, key0_, key1_);
  }

 private:
  std::uint32_t key0_, key1_;
  std::uint32_t round1_2_, round2_0_, round2_2_, round2_3_;  // roundR_W: the known part of word W in round R
};

/// The engine philox4x32, with 10 or 7 rounds: 2^64 streams of 2^64 words for each of 2^64 seeds.
///
/// key = seed, counter = {index / 4, stream}. An object represents a position in a sequence. word(i) returns
/// the word i positions ahead, without moving; operator() returns the current word and advances by one. Both
/// work in CUDA kernels. In the paper, seven rounds are the fewest that pass BigCrush, but its authors have
/// since expressed doubts; ten rounds leave a margin. See docs/engines.md for details and known weaknesses.
/// Not for cryptography.
template <int Rounds>
class philox4x32_engine {
 public:
  using result_type = std::uint32_t;

  static_assert(Rounds == 7 || Rounds == 10);
  static constexpr const char* name = Rounds == 10 ? "philox4x32" : "philox4x32-7";
  static constexpr engine_kind kind = engine_kind::counter;
  static constexpr const char* summary = Rounds == 10 ? "Philox 4x32, 10 rounds, word for word cuRAND"
                                                      : "Philox 4x32, 7 rounds: less margin, more speed";
  static constexpr std::uint64_t max_stream = std::numeric_limits<std::uint64_t>::max();
  /// Number of words per evaluation.
  static constexpr int group = 4;
  /// Number of SIMD registers in flight that hide the multiplication's latency.
  static constexpr int registers_in_flight = 2;

  /// The sequence with this seed and stream, at its first word.
  TALI_FN constexpr explicit philox4x32_engine(std::uint64_t seed = 0, std::uint64_t stream = 0)
      : seed_{seed}, stream_{stream} {}

  TALI_FN static constexpr result_type min() { return 0; }
  TALI_FN static constexpr result_type max() { return 0xffffffffu; }

  /// Returns the current word and advances by one. Evaluates the bijection once per four words.
  TALI_FN constexpr result_type operator()() {
    if (!has_block_) {
      load(block_, position_ / group);
      has_block_ = true;
    }
    const result_type w = pick(block_, static_cast<int>(position_ % group));
    ++position_;
    has_block_ = position_ % group != 0;
    return w;
  }

  /// Returns the word `i` positions ahead, in O(1). The sequence wraps around after 2^64 words.
  [[nodiscard]] TALI_FN constexpr result_type word(std::uint64_t i) const {
    const std::uint64_t at = position_ + i;
    std::uint32_t words[group] = {};
    load(words, at / group);
    return pick(words, static_cast<int>(at % group));
  }

  /// Advances by n words, in O(1). Distances are modulo 2^64, so `discard(0 - n)` moves back by n words.
  TALI_FN constexpr void discard(std::uint64_t n) {
    position_ += n;
    has_block_ = false;
  }

  [[nodiscard]] TALI_FN constexpr std::uint64_t seed() const { return seed_; }
  [[nodiscard]] TALI_FN constexpr std::uint64_t stream() const { return stream_; }
  /// The position: the number of words since the beginning of the sequence.
  [[nodiscard]] TALI_FN constexpr std::uint64_t position() const { return position_; }

  /// Number of words since the beginning of the current group.
  TALI_FN constexpr int phase() const { return static_cast<int>(position_ % group); }

  TALI_FN friend constexpr bool operator==(const philox4x32_engine& a, const philox4x32_engine& b) {
    return a.seed_ == b.seed_ && a.stream_ == b.stream_ && a.position_ == b.position_;
  }

  /// A jump by a known distance, a multiple of the group.
  class stride {
   public:
    TALI_FN constexpr explicit stride(std::uint64_t words) : groups_{words / group} {}

   private:
    friend class philox4x32_engine;
    std::uint64_t groups_;
  };

  /// Bulk access: Shape::count lanes, lane l at word first + l * spacing. In an aligned shape, indices and
  /// spacing are multiples of the group.
  template <class Shape>
  class cursor {
    using u32 = typename Shape::template of<std::uint32_t>;

   public:
    TALI_FN constexpr cursor(const philox4x32_engine& e, std::uint64_t first, std::uint64_t spacing)
        : seed_{e.seed_},
          stream_{e.stream_},
          group_{(e.position_ + first) / group},
          phase_{static_cast<int>((e.position_ + first) % group)},
          groups_between_lanes_{spacing / group},
          high_{narrow(group_ >> 32)},
          block_{e.block(high_)} {}

    /// The next n words of every lane.
    template <int n>
    TALI_FN constexpr void take(u32 (&words)[n]) const {
      if constexpr (Shape::count > 1) {
        take_lanes(words);
      } else if (Shape::aligned || (n >= group && phase_ == 0)) {
        for (int k = 0; k < n; k += group) {
          std::uint32_t g[group] = {};
          load(group_ + std::uint64_t(k / group), g);
          for (int j = 0; j < group && k + j < n; ++j) words[k + j] = g[j];
        }
      } else {
        take_across(words);
      }
    }

    /// Whether take_steady, which omits the rare cases of take, works for the next `steps` strides: the
    /// second counter word must not change.
    TALI_FN constexpr bool steady(const stride& step, std::uint64_t steps) const {
      const std::uint64_t last = group_ + step.groups_ * steps + 16;  // more than the groups of one take
      return Shape::aligned && last >= group_ && narrow(last >> 32) == high_ && narrow(group_ >> 32) == high_;
    }
    template <int n>
    TALI_FN constexpr void take_steady(u32 (&words)[n]) const {
      static_assert(n <= 16 * group);
      for (int k = 0; k < n; k += group) {
        std::uint32_t g[group] = {};
        block_(narrow(group_) + static_cast<std::uint32_t>(k / group), g);
        for (int j = 0; j < group && k + j < n; ++j) words[k + j] = g[j];
      }
    }

    /// Advances every lane.
    TALI_FN constexpr void advance(const stride& step) { group_ += step.groups_; }

   private:
    TALI_FN constexpr void load(std::uint64_t index, std::uint32_t (&words)[group]) const {
      if (narrow(index >> 32) == high_) {
        block_(narrow(index), words);
      } else {
        engine().load(words, index);
      }
    }

    /// A single lane that starts within a group may need one more group. Fewer words than a group come this
    /// way at every phase: neighbours of a CUDA warp that ask for one word each would take two ways in turn.
    template <int n>
    TALI_FN constexpr void take_across(std::uint32_t (&words)[n]) const {
      constexpr int touched = (n + 2 * group - 2) / group;  // at the worst phase
      std::uint32_t g[touched][group] = {};
      for (int b = 0; b < touched; ++b) {
        if (b * group < phase_ + n) load(group_ + std::uint64_t(b), g[b]);
      }
      // Selected by comparisons instead of indices, so that CUDA keeps everything in registers.
      for (int k = 0; k < n; ++k) {
        const auto word = [&](int p) { return g[(k + p) / group % touched][(k + p) % group]; };
        words[k] = phase_ == 0 ? word(0) : phase_ == 1 ? word(1) : phase_ == 2 ? word(2) : word(3);
      }
    }

    template <int n>
    TALI_FN constexpr void take_lanes(u32 (&words)[n]) const {
      static_assert(n % group == 0);
      using u64 = typename Shape::template of<std::uint64_t>;
      using word = typename Shape::low_halves;
      const u64 lane_group = u64::iota(group_, groups_between_lanes_);
      const std::uint64_t last = group_ + groups_between_lanes_ * Shape::count;
      if (group_ >> 32 == last >> 32) [[likely]] {
        const auto block = engine().block(narrow(group_ >> 32));
        for (int k = 0; k < n; k += group) {
          word c[group];
          block(word(lane_group + std::uint64_t(k / group)), c);
          for (int j = 0; j < group; ++j) words[k + j] = narrow(c[j]);
        }
      } else {  // once in 2^34 words: the second counter word changes within the lanes
        for (int l = 0; l < Shape::count; ++l) {
          for (int k = 0; k < n; k += group) {
            std::uint32_t c[group];
            engine().load(c, lane_group.get(l) + std::uint64_t(k / group));
            for (int j = 0; j < group; ++j) words[k + j].set(l, c[j]);
          }
        }
      }
    }

    TALI_FN constexpr philox4x32_engine engine() const { return philox4x32_engine(seed_, stream_); }

    std::uint64_t seed_, stream_;  // not as an engine: NVRTC does not allow members of an incomplete class
    std::uint64_t group_;          // index of lane 0's group
    int phase_;                    // index of the word within it
    std::uint64_t groups_between_lanes_;
    std::uint32_t high_;  // the second counter word that block_ is valid for
    philox4x32_block<Rounds> block_;
  };

 private:
  /// The bijection for groups whose index has this high half. A sequence has 2^62 groups; larger indices wrap
  /// around.
  TALI_FN constexpr philox4x32_block<Rounds> block(std::uint32_t high) const {
    return {high & 0x3fffffffu, narrow(stream_), narrow(stream_ >> 32), narrow(seed_), narrow(seed_ >> 32)};
  }

  TALI_FN constexpr void load(std::uint32_t (&words)[group], std::uint64_t index) const {
    block(narrow(index >> 32))(narrow(index), words);
  }

  TALI_FN static constexpr std::uint32_t pick(const std::uint32_t (&words)[group], int k) {
    return k == 0 ? words[0] : k == 1 ? words[1] : k == 2 ? words[2] : words[3];
  }

  std::uint64_t seed_, stream_;
  std::uint64_t position_ = 0;
  std::uint32_t block_[group] = {};  // the group that contains position_, if has_block_
  bool has_block_ = false;
};

using philox4x32 = philox4x32_engine<10>;
using philox4x32_7 = philox4x32_engine<7>;

}  // namespace tali
