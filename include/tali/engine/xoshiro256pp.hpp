// SPDX-License-Identifier: Apache-2.0
// xoshiro256++ in eight lanes: an F2-linear generator with a state of 256 bits and a non-linear output.
//
// Source: D. Blackman and S. Vigna, "Scrambled Linear Pseudorandom Number Generators", ACM TOMS 47(4), 2021;
// their jump() and long_jump() separate lanes and streams, and SplitMix64 expands the seed.
// Jumps need the compiled library.
#pragma once

#include <array>

#include <tali/detail/standard.hpp>
#include <tali/engine/protocol.hpp>
#include <tali/simd/bits.hpp>
#if !defined(TALI_GPU_COMPILER)
#include <tali/simd/lanes.hpp>
#endif

TALI_WIDE_REGISTERS_BEGIN
namespace tali {

namespace detail {

inline constexpr int xoshiro256pp_lanes = 8;

template <int k, class U64>
TALI_FN constexpr U64 rotated_left(const U64& x) {
  return (x << k) | (x >> (64 - k));
}

/// The current number, from a state of uint64_t or lanes.
template <class U64>
TALI_FN constexpr U64 xoshiro256pp_output(const U64 (&s)[4]) {
  return rotated_left<23>(U64(s[0] + s[3])) + s[0];
}

/// One step of the state.
template <class U64>
TALI_FN constexpr void xoshiro256pp_step(U64 (&s)[4]) {
  const U64 t = s[1] << 17;
  s[2] = s[2] ^ s[0];
  s[3] = s[3] ^ s[1];
  s[1] = s[1] ^ s[2];
  s[0] = s[0] ^ s[3];
  s[2] = s[2] ^ t;
  s[3] = rotated_left<45>(s[3]);
}

#if !defined(TALI_GPU_COMPILER)
/// Makes numbers in `count` independent registers of lanes, because a step waits for the previous one. A
/// separate function: if it is inlined, GCC 12 keeps the state in memory, which takes twice the time with
/// AVX2.
/// @param to  destination of the first number; a step of all lanes makes 2 xoshiro256pp_lanes words
template <int count, int N, int R>
[[gnu::noinline]] void xoshiro256pp_steps(lanes<std::uint64_t, N, R> (*state)[4], std::uint32_t* to,
                                          std::size_t steps) {
  lanes<std::uint64_t, N, R> s[count][4];
  for (int p = 0; p < count; ++p) {
    for (int k = 0; k < 4; ++k) s[p][k] = state[p][k];
  }
  for (std::size_t i = 0; i < steps; ++i, to += 2 * xoshiro256pp_lanes) {
    for (int p = 0; p < count; ++p) {
      low_word_first(xoshiro256pp_output(s[p])).store(reinterpret_cast<std::uint64_t*>(to + 2 * N * p));
      xoshiro256pp_step(s[p]);
    }
  }
  for (int p = 0; p < count; ++p) {
    for (int k = 0; k < 4; ++k) state[p][k] = s[p][k];
  }
}
#endif

}  // namespace detail

/// The engine xoshiro256++: number j of 64 bits is number j / 8 of lane j % 8, and words 2 j and 2 j + 1 are
/// its low and its high half. Lane l of stream s is the authors' generator after s long_jump()s and l
/// jump()s: so lanes are 2^128 numbers apart, streams 2^192, and the 2^64 streams of a seed do not overlap.
///
/// An object is a position in a sequence of 2^64 words. Moving to a distant position takes about ten
/// microseconds; moving to a near one takes steps. Known weaknesses are in docs/engines.md. Not for
/// cryptography.
class xoshiro256pp {
 public:
  using result_type = std::uint32_t;

  static constexpr const char* name = "xoshiro256++";
  static constexpr const char* summary = "Blackman and Vigna's xoshiro256++ in eight lanes";
  static constexpr engine_kind kind = engine_kind::words;
  static constexpr std::uint64_t max_stream = std::numeric_limits<std::uint64_t>::max();
  static constexpr int lane_count = detail::xoshiro256pp_lanes;
  /// Number of words per step of all lanes.
  static constexpr int group = 2 * lane_count;
  /// On CUDA each thread makes a segment of a range, because a jump costs more than some words.
  static constexpr bool in_segments = true;

  /// Word k of lane l's state is at [k][l].
  struct state_type {
    std::uint64_t word[4][lane_count];
    friend bool operator==(const state_type&, const state_type&) = default;
  };

  /// The sequence of `seed` and `stream`, at its first word. Lane 0 of stream 0 starts from
  /// SplitMix64(seed)'s first four numbers, as the authors advise.
  explicit xoshiro256pp(std::uint64_t seed = 0, std::uint64_t stream = 0);

  /// The sequence whose lane 0 starts with this state of the authors' generator.
  /// @throws argument_error if all four words are zero
  static xoshiro256pp from_state(std::uint64_t s0, std::uint64_t s1, std::uint64_t s2, std::uint64_t s3);
  /// The position whose lanes are in these states, `position` words from the sequence's beginning.
  /// @throws argument_error if the four words of a lane are all zero
  static xoshiro256pp from_state(const state_type& lanes, std::uint64_t position);

  /// The first words of all lanes' states, then the second, third and fourth, and the position. For
  /// restored().
  [[nodiscard]] std::array<std::uint64_t, 4 * lane_count + 1> saved() const;
  /// @throws argument_error for a lane whose words are all zero
  static xoshiro256pp restored(const std::array<std::uint64_t, 4 * lane_count + 1>& numbers);

  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return 0xffffffffu; }

  /// Returns the current word and advances by one.
  result_type operator()() {
    const result_type w = current();
    if (++position_ % group == 0) position_ == 0 ? wrap() : step();
    return w;
  }

  /// The word `i` words ahead, without moving.
  [[nodiscard]] result_type word(std::uint64_t i) const {
    xoshiro256pp moved = *this;
    moved.discard(i);
    return moved.current();
  }

  /// Advances by n words. Distances count modulo the sequence's 2^64 words, so `discard(0 - n)` moves n back.
  void discard(std::uint64_t n);

  /// The position: words since the beginning of the sequence.
  [[nodiscard]] std::uint64_t position() const { return position_; }
  /// The lanes' states at the step that contains this position.
  [[nodiscard]] const state_type& state() const { return state_; }

  /// Number of words since the beginning of a group.
  [[nodiscard]] int phase() const { return static_cast<int>(position_ % group); }

  friend bool operator==(const xoshiro256pp&, const xoshiro256pp&) = default;

#if !defined(TALI_GPU_COMPILER)
  /// Words in order, on the CPU, with registers of R bytes.
  template <int R>
  class run {
    /// Lanes per register, and registers per word of all eight lanes.
    static constexpr int per_register = R / 8, parts = lane_count / per_register;
    using u64 = lanes<std::uint64_t, per_register, R>;

   public:
    TALI_FN run(const xoshiro256pp& e, std::uint64_t first) {
      xoshiro256pp moved = e;
      moved.discard(first);
      phase_ = static_cast<std::size_t>(moved.phase());
      for (int k = 0; k < 4; ++k) {
        for (int p = 0; p < parts; ++p) s_[p][k] = u64::load(moved.state_.word[k] + p * per_register);
      }
    }

    TALI_FN void next(std::uint32_t* to, std::size_t n) {
      if (phase_ != 0 && n != 0) {
        const std::size_t rest = group - phase_, taken = n < rest ? n : rest;
        part(to, taken);
        to += taken;
        n -= taken;
      }
      const std::size_t steps = n / group;
      constexpr int count = parts == 1 ? 1 : 2;
      for (int p = 0; p < parts && steps != 0; p += count) {
        detail::xoshiro256pp_steps<count, per_register, R>(s_ + p, to + 2 * p * per_register, steps);
      }
      if (n % group != 0) part(to + steps * group, n % group);
    }

    TALI_FN void skip(std::uint64_t n) {
      for (n += phase_; n >= group; n -= group) step();
      phase_ = static_cast<std::size_t>(n);
    }

   private:
    /// Writes n words of the current step; takes a step after the last.
    TALI_FN void part(std::uint32_t* to, std::size_t n) {
      std::uint64_t numbers[lane_count];
      for (int p = 0; p < parts; ++p) {
        detail::low_word_first(detail::xoshiro256pp_output(s_[p])).store(numbers + p * per_register);
      }
      std::memcpy(to, reinterpret_cast<const std::byte*>(numbers) + phase_ * sizeof *to, n * sizeof *to);
      phase_ += n;
      if (phase_ == group) {
        step();
        phase_ = 0;
      }
    }

    TALI_FN void step() {
      for (int p = 0; p < parts; ++p) detail::xoshiro256pp_step(s_[p]);
    }

    u64 s_[parts][4];
    std::size_t phase_;
  };
#endif

 private:
  xoshiro256pp(const state_type& state, std::uint64_t position) : state_{state}, position_{position} {}

  [[nodiscard]] result_type current() const {
    const auto lane = position_ % group / 2;
    const std::uint64_t s[4] = {state_.word[0][lane], state_.word[1][lane], state_.word[2][lane],
                                state_.word[3][lane]};
    const std::uint64_t x = detail::xoshiro256pp_output(s);
    return narrow(position_ % 2 == 0 ? x : x >> 32);
  }
  void step();
  void wrap();

  state_type state_;
  std::uint64_t position_ = 0;
};

}  // namespace tali
TALI_WIDE_REGISTERS_END
