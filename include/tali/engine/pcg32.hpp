// SPDX-License-Identifier: Apache-2.0
// pcg32: PCG-XSH-RR 64/32, a linear congruential generator modulo 2^64 with a permuted output.
//
// Sources: M. E. O'Neill, "PCG: A Family of Simple Fast Space-Efficient Statistically Good Algorithms for
// Random Number Generation", HMC-CS-2014-0905, section 6.3.1; its minimal C library defines seed and stream.
// F. Brown, "Random number generation with arbitrary strides", 1994, for skip-ahead. P. Pochmara, "Efficient
// minimal PCG32 implementation for CUDA-enabled GPUs", 2024, for the bulk scheme.
#pragma once

#include <tali/detail/device.hpp>
#include <tali/detail/standard.hpp>
#include <tali/engine/protocol.hpp>
#include <tali/error.hpp>
#include <tali/simd/bits.hpp>

namespace tali {

namespace detail {

/// n steps of S -> S*M + I, which are S -> S*power + I*sum with power = M^n and sum = 1 + M + ... + M^(n-1),
/// all modulo 2^64.
struct alignas(16) pcg32_skip {
  std::uint64_t power = 1;
  std::uint64_t sum = 0;

  /// This skip followed by another.
  [[nodiscard]] TALI_FN constexpr pcg32_skip then(pcg32_skip next) const {
    return {power * next.power, sum * next.power + next.sum};
  }
};

inline constexpr std::uint64_t pcg32_multiplier = 6364136223846793005u;

/// Brown's algorithm with multipliers and increments computed at compile time, for digits of six bits instead
/// of one: at[d][v] skips v * 64^d steps. A skip costs two multiplications per digit of the distance instead
/// of per bit, which matters if every CUDA thread jumps.
struct pcg32_skip_table {
  static constexpr int digit_bits = 6;
  static constexpr int digits = 11;  // 66 bits
  static constexpr int values = 1 << digit_bits;
  pcg32_skip at[digits][values];

  TALI_HOST_FN constexpr pcg32_skip_table() : at{} {
    pcg32_skip unit{pcg32_multiplier, 1};
    for (auto& digit : at) {
      for (int v = 1; v < values; ++v) digit[v] = digit[v - 1].then(unit);
      unit = digit[values - 1].then(unit);
    }
  }
};

/// XSH-RR: xorshift the high bits down, then rotate by the top five. Takes a uint64_t or SIMD lanes of them.
template <class U64>
TALI_FN constexpr auto pcg32_output(U64 state) {
  return rotate_right(narrow(((state >> 18) ^ state) >> 27), narrow(state >> 59));
}

}  // namespace detail

/// The engine pcg32: 2^63 streams, each a different ordering of 64-bit states with period 2^64.
///
/// An object is a position in a sequence. word(i) is the word i positions ahead, in any order and without
/// moving; operator() returns the current word and advances by one. Both are usable in CUDA kernels.
///
/// Known weaknesses are in docs/engines.md. Not for cryptography.
class pcg32 {
 public:
  using result_type = std::uint32_t;

  static constexpr const char* name = "pcg32";
  static constexpr engine_kind kind = engine_kind::jumping;
  static constexpr const char* summary = "PCG-XSH-RR 64/32, word for word the minimal C library";
  /// Streams are 0 ... max_stream: the increment is 2 * stream + 1, so the top bit would be lost.
  static constexpr std::uint64_t max_stream = (std::uint64_t{1} << 63) - 1;
  /// Number of words per evaluation.
  static constexpr int group = 1;
  /// Number of SIMD registers in flight that hide the multiplication's latency.
  static constexpr int registers_in_flight = 4;

  /// The sequence of `seed` and `stream`, at its first word: `pcg32_srandom_r(initstate, initseq)` of the
  /// minimal C library. @throws argument_error if stream > max_stream (device code traps).
  TALI_FN constexpr explicit pcg32(std::uint64_t seed = 0, std::uint64_t stream = 0)
      : state_{}, increment_{(stream << 1) | 1u} {
    if (stream > max_stream) refuse(stream);
    state_ = (increment_ + seed) * detail::pcg32_multiplier + increment_;
  }

  TALI_FN static constexpr result_type min() { return 0; }
  TALI_FN static constexpr result_type max() { return 0xffffffffu; }

  /// Returns the current word and advances by one.
  TALI_FN constexpr result_type operator()() {
    const result_type w = detail::pcg32_output(state_);
    state_ = state_ * detail::pcg32_multiplier + increment_;
    return w;
  }

  /// The word `i` positions ahead. O(log i), i = 0 ... 2^64 - 1.
  [[nodiscard]] TALI_FN result_type word(std::uint64_t i) const {
    pcg32 moved = *this;
    moved.discard(i);
    return detail::pcg32_output(moved.state_);
  }

  /// Advances by n words, in O(log n). Distances count modulo the period 2^64: `discard(0 - n)` moves n back.
  TALI_FN void discard(std::uint64_t n) { move(skip(n)); }

  /// Number of words since the beginning of a group: 0.
  TALI_FN constexpr int phase() const { return 0; }

  TALI_FN friend constexpr bool operator==(const pcg32& a, const pcg32& b) {
    return a.state_ == b.state_ && a.increment_ == b.increment_;
  }

  /// State and increment; the increment is odd, 2 * stream + 1.
  [[nodiscard]] TALI_FN constexpr std::uint64_t state() const { return state_; }
  [[nodiscard]] TALI_FN constexpr std::uint64_t increment() const { return increment_; }
  /// The engine with this state and increment; the increment is made odd.
  TALI_FN static constexpr pcg32 from_state(std::uint64_t state, std::uint64_t increment) {
    pcg32 e;
    e.state_ = state;
    e.increment_ = increment | 1u;
    return e;
  }

  /// A jump by a known distance: one multiplication.
  class stride {
   public:
    TALI_FN explicit stride(std::uint64_t words) : skip_{skip(words)} {}

   private:
    friend class pcg32;
    detail::pcg32_skip skip_;
  };

  /// Bulk access: Shape::count lanes, lane l at word first + l * spacing.
  template <class Shape>
  class cursor {
    using u32 = typename Shape::template of<std::uint32_t>;
    using u64 = typename Shape::template of<std::uint64_t>;

   public:
    TALI_FN cursor(const pcg32& e, std::uint64_t first, std::uint64_t spacing)
        : state_{}, increment_{e.increment_} {
      pcg32 moved = e;
      moved.discard(first);
      if constexpr (Shape::count == 1) {
        state_ = moved.state_;
      } else {
        // Doubling: each step computes as many lanes as are known, with independent multiplications.
        std::uint64_t states[Shape::count] = {moved.state_};
        detail::pcg32_skip step = skip(spacing);
        for (int known = 1; known < Shape::count; known *= 2, step = step.then(step)) {
          for (int l = 0; l < known; ++l) states[known + l] = states[l] * step.power + increment_ * step.sum;
        }
        state_ = u64::load(states);
      }
    }

    /// The next n words of every lane.
    template <int n>
    TALI_FN constexpr void take(u32 (&words)[n]) const {
      u64 s = state_;
      for (int k = 0; k < n; ++k) {
        words[k] = detail::pcg32_output(s);
        if (k + 1 < n) s = s * detail::pcg32_multiplier + increment_;
      }
    }

    /// Whether take_steady, a variant of take without rare cases, works for the next `steps` strides: always.
    TALI_FN constexpr bool steady(const stride&, std::uint64_t) const { return true; }
    template <int n>
    TALI_FN constexpr void take_steady(u32 (&words)[n]) const {
      take(words);
    }

    /// Advances every lane.
    TALI_FN void advance(const stride& step) {
      state_ = state_ * step.skip_.power + increment_ * step.skip_.sum;
    }

   private:
    u64 state_;
    std::uint64_t increment_;
  };

 private:
  TALI_FN static detail::pcg32_skip skip(std::uint64_t n) {
    static constexpr detail::pcg32_skip_table table{};
    detail::pcg32_skip all = table.at[0][n & (table.values - 1u)];
    for (int d = 1; (n >>= table.digit_bits) != 0; ++d) all = all.then(table.at[d][n & (table.values - 1u)]);
    return all;
  }

  TALI_FN constexpr void move(const detail::pcg32_skip& s) { state_ = state_ * s.power + increment_ * s.sum; }

  TALI_FN static void refuse([[maybe_unused]] std::uint64_t stream) {
#if defined(TALI_GPU_CODE)
    detail::device_trap();
#else
    throw argument_error("stream", std::to_string(stream),
                         "0 to 9223372036854775807, because stream numbers of pcg32 have 63 bits");
#endif
  }

  std::uint64_t state_;
  std::uint64_t increment_;
};

}  // namespace tali
