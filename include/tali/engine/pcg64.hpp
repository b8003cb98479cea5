// SPDX-License-Identifier: Apache-2.0
// pcg64 and pcg64-dxsm: PCG of 128 bits of state and 64 bits of output, NumPy's PCG64 and PCG64DXSM.
//
// Source: M. E. O'Neill, "PCG: A Family of Simple Fast Space-Efficient Statistically Good Algorithms for
// Random Number Generation", Harvey Mudd College HMC-CS-2014-0905; the outputs are the author's
// pcg_setseq_128_xsl_rr and cm_dxsm of her C++ library.
#pragma once

#include <array>
#include <string>

#include <tali/detail/standard.hpp>
#include <tali/engine/protocol.hpp>
#include <tali/engine/seed_sequence.hpp>
#include <tali/error.hpp>
#include <tali/simd/wide.hpp>

namespace tali {

namespace detail {

/// A skip of n steps of S -> S*M + I is S -> S*power + I*sum.
struct alignas(16) pcg64_skip {
  uint128 power = 1, sum = 0;

  /// This skip followed by another.
  [[nodiscard]] TALI_FN constexpr pcg64_skip then(const pcg64_skip& next) const {
    return {power * next.power, sum * next.power + next.sum};
  }
};

/// Like pcg32_skip_table, with digits of four bits.
template <class Output>
struct pcg64_skip_table {
  static constexpr int digit_bits = 4, digits = 16, values = 1 << digit_bits;
  pcg64_skip at[digits][values];

  TALI_HOST_FN constexpr pcg64_skip_table() : at{} {
    pcg64_skip unit{Output::multiplier, 1};
    for (auto& digit : at) {
      for (int v = 1; v < values; ++v) digit[v] = digit[v - 1].then(unit);
      unit = digit[values - 1].then(unit);
    }
  }
};

/// XSL-RR of the state after a step: the xor of the halves, rotated by the top six bits.
struct pcg64_xsl_rr {
  static constexpr const char* name = "pcg64";
  static constexpr const char* summary = "PCG XSL-RR 128/64, word for word NumPy's PCG64";
  static constexpr uint128 multiplier =
      join(std::uint64_t{0x4385df649fccf645u}, std::uint64_t{0x2360ed051fc65da4u});
  static constexpr bool steps_first = true;

  TALI_FN static constexpr std::uint64_t of(uint128 state) {
    const std::uint64_t x = high_half(state) ^ low_half(state);
    return rotate_left(x, 64 - static_cast<int>(high_half(state) >> 58));
  }
};

/// DXSM of the state before a step: double xorshift and multiplication of the upper half.
struct pcg64_dxsm_output {
  static constexpr const char* name = "pcg64-dxsm";
  static constexpr const char* summary = "PCG DXSM 128/64, word for word NumPy's PCG64DXSM";
  static constexpr uint128 multiplier = 0xda942042e4dd58b5u;
  static constexpr bool steps_first = false;

  TALI_FN static constexpr std::uint64_t of(uint128 state) {
    std::uint64_t high = high_half(state);
    high ^= high >> 32;
    high *= low_half(multiplier);
    high ^= high >> 48;
    return high * (low_half(state) | 1u);
  }
};

/// The engine pcg64 or pcg64-dxsm: 2^127 streams, each with a different order of 2^128 states; a sequence has
/// 2^64 words. Words 2 i and 2 i + 1 are the low and the high half of number i. Not for cryptography.
template <class Output>
class pcg64_engine {
 public:
  using result_type = std::uint32_t;

  static constexpr const char* name = Output::name;
  static constexpr const char* summary = Output::summary;
  static constexpr engine_kind kind = engine_kind::words;
  static constexpr std::uint64_t max_stream = std::numeric_limits<std::uint64_t>::max();
  static constexpr const char* seedings[] = {"numpy", "plain"};
  static constexpr int group = 2;

  /// The sequence of numpy.random.PCG64(seed) or PCG64DXSM(seed) for stream 0; for stream t > 0 that of the
  /// seed's child t - 1, SeedSequence(seed).spawn(t)[t - 1].
  explicit pcg64_engine(std::uint64_t seed = 0, std::uint64_t stream = 0) {
    detail::seed_sequence from(seed, stream);
    std::uint64_t x[4];
    for (std::uint64_t& word : x) word = from.next64();
    seed_with(join(x[1], x[0]), join(x[3], x[2]));
  }

  /// The engine with seeding number `seeding` of the option seeding=; the second one is
  /// pcg_setseq_128_srandom(seed, stream) of the author's C library.
  static pcg64_engine seeded(int seeding, std::uint64_t seed, std::uint64_t stream) {
    pcg64_engine e(seed, stream);
    if (seeding == 1) e.seed_with(seed, stream);
    return e;
  }

  /// The engine with this state and increment; the increment is made odd.
  static constexpr pcg64_engine from_state(uint128 state, uint128 increment) {
    return pcg64_engine(state, increment | 1u, 0);
  }

  TALI_FN static constexpr result_type min() { return 0; }
  TALI_FN static constexpr result_type max() { return 0xffffffffu; }

  /// Returns the current word and advances by one.
  TALI_FN result_type operator()() {
    if (phase() != 0) {
      ++position_;
      return static_cast<result_type>(number_ >> 32);
    }
    const uint128 s = at_number_ == position_ / 2 ? at_ : state_at(position_ / 2);
    number_ = output(s);
    at_ = s * Output::multiplier + increment_;
    at_number_ = position_ / 2 + 1;
    ++position_;
    return narrow(number_);
  }

  /// The word `i` positions ahead. O(log i); the sequence's 2^64 words wrap around.
  [[nodiscard]] TALI_FN result_type word(std::uint64_t i) const {
    const std::uint64_t at = position_ + i, x = output(state_at(at / 2));
    return at % 2 == 0 ? narrow(x) : narrow(x >> 32);
  }

  /// Advances by n words, in O(log n) or less. Distances count modulo 2^64, so `discard(0 - n)` moves n back.
  TALI_FN void discard(std::uint64_t n) {
    position_ += n;
    if (phase() != 0) number_ = output(state_at(position_ / 2));
  }

  /// The position: words since the beginning of the sequence.
  [[nodiscard]] TALI_FN constexpr std::uint64_t position() const { return position_; }
  /// Number of words since the beginning of a number: 0 or 1.
  TALI_FN constexpr int phase() const { return static_cast<int>(position_ % 2); }

  /// NumPy's state and inc before the engine's current number.
  [[nodiscard]] TALI_FN uint128 state() const { return state_at(position_ / 2); }
  [[nodiscard]] TALI_FN constexpr uint128 increment() const { return increment_; }

  /// The complete state as numbers: the state at the sequence's beginning and the increment, low halves
  /// first, and the position. For restored().
  [[nodiscard]] constexpr std::array<std::uint64_t, 5> saved() const {
    return {low_half(first_), high_half(first_), low_half(increment_), high_half(increment_), position_};
  }
  /// @throws argument_error if the increment is even
  static pcg64_engine restored(const std::array<std::uint64_t, 5>& n) {
    if (n[2] % 2 == 0)
      throw argument_error("state", std::to_string(n[2]), "an odd number, the low half of the increment");
    pcg64_engine e(join(n[0], n[1]), join(n[2], n[3]), 0);
    e.discard(n[4]);
    return e;
  }

  TALI_FN friend constexpr bool operator==(const pcg64_engine& a, const pcg64_engine& b) {
    return a.first_ == b.first_ && a.increment_ == b.increment_ && a.position_ == b.position_;
  }

  /// A jump by a known distance, an even number of words.
  class stride {
   public:
    TALI_FN explicit stride(std::uint64_t words) : skip_{skip(words / 2)} {}

   private:
    friend class pcg64_engine;
    detail::pcg64_skip skip_;
  };

  /// Words for one thread, starting at `first`.
  template <class Shape>
  requires(Shape::count == 1) class cursor {
   public:
    TALI_FN cursor(const pcg64_engine& e, std::uint64_t first, std::uint64_t)
        : state_{before_output(e.state_at((e.position_ + first) / 2), e.increment_)},
          increment_{e.increment_},
          odd_{!Shape::aligned && (e.position_ + first) % 2 != 0} {}

    template <int n>
    TALI_FN constexpr void take(std::uint32_t (&words)[n]) const {
      uint128 s = state_;
      std::uint64_t x = Output::of(s);
      bool high = odd_;
      TALI_UNROLL
      for (int k = 0; k < n; ++k, high = !high) {
        words[k] = high ? narrow(x >> 32) : narrow(x);
        if (!high || k + 1 == n) continue;
        s = s * Output::multiplier + increment_;
        x = Output::of(s);
      }
    }

    TALI_FN constexpr void advance(const stride& step) {
      state_ = state_ * step.skip_.power + increment_ * step.skip_.sum;
    }

   private:
    uint128 state_, increment_;
    bool odd_;
  };

  /// Words in order for one CPU thread with registers of R bytes: four numbers at a time, from independent
  /// states.
  template <int R>
  class run {
    static constexpr int chains = 4;

   public:
    TALI_FN run(const pcg64_engine& e, std::uint64_t first)
        : skip_{pcg64_engine::skip(chains)},
          increment_{e.increment_},
          odd_{static_cast<int>((e.position_ + first) % 2)} {
      uint128 s = before_output(e.state_at((e.position_ + first) / 2), increment_);
      for (uint128& state : state_) {
        state = s;
        s = s * Output::multiplier + increment_;
      }
    }

    TALI_FN void skip(std::uint64_t n) {
      const std::uint64_t words = n + static_cast<std::uint64_t>(odd_);
      move(pcg64_engine::skip(words / 2));
      odd_ = static_cast<int>(words % 2);
    }

    TALI_FN void next(std::uint32_t* to, std::size_t n) {
      if (odd_ != 0 && n != 0) {
        *to++ = narrow(Output::of(state_[0]) >> 32);
        --n;
        odd_ = 0;
        move({Output::multiplier, 1});
      }
      const uint128 sum = increment_ * skip_.sum;
      for (; n >= 2 * chains; n -= 2 * chains, to += 2 * chains) {
        for (int k = 0; k < chains; ++k) {
          write(to + 2 * k, Output::of(state_[k]));
          state_[k] = state_[k] * skip_.power + sum;
        }
      }
      for (; n >= 2; n -= 2, to += 2) {
        write(to, Output::of(state_[0]));
        move({Output::multiplier, 1});
      }
      if (n != 0) {
        *to = narrow(Output::of(state_[0]));
        odd_ = 1;
      }
    }

   private:
    TALI_FN void move(const detail::pcg64_skip& by) {
      for (uint128& s : state_) s = s * by.power + increment_ * by.sum;
    }
    TALI_FN static void write(std::uint32_t* to, std::uint64_t x) {
      to[0] = narrow(x);
      to[1] = narrow(x >> 32);
    }

    detail::pcg64_skip skip_;
    uint128 increment_;
    uint128 state_[chains];
    int odd_;
  };

 private:
  constexpr pcg64_engine(uint128 state, uint128 increment, std::uint64_t position)
      : first_{state}, increment_{increment}, at_{state}, position_{position} {}

  void seed_with(uint128 seed, uint128 sequence) {
    const uint128 increment = (sequence << 1) | 1u;
    // NumPy's PCG64DXSM also begins with a step of this multiplier.
    *this = pcg64_engine((increment + seed) * detail::pcg64_xsl_rr::multiplier + increment, increment, 0);
  }

  /// The state whose output is a number, from the state before the number.
  TALI_FN static constexpr uint128 before_output(uint128 state, uint128 increment) {
    return Output::steps_first ? state * Output::multiplier + increment : state;
  }
  TALI_FN constexpr std::uint64_t output(uint128 state) const {
    return Output::of(before_output(state, increment_));
  }

  TALI_FN static detail::pcg64_skip skip(std::uint64_t n) {
    static constexpr detail::pcg64_skip_table<Output> table{};
    detail::pcg64_skip all = table.at[0][n & (table.values - 1u)];
    for (int d = 1; (n >>= table.digit_bits) != 0; ++d) {
      if (const auto v = n & (table.values - 1u); v != 0) all = all.then(table.at[d][v]);
    }
    return all;
  }

  /// The state before number n.
  TALI_FN uint128 state_at(std::uint64_t n) const {
    const detail::pcg64_skip s = skip(n);
    return first_ * s.power + increment_ * s.sum;
  }

  uint128 first_, increment_;
  uint128 at_;  ///< the state before number at_number_
  std::uint64_t at_number_ = 0;
  std::uint64_t position_ = 0;
  std::uint64_t number_ = 0;  ///< the current number, if position_ is in its middle
};

}  // namespace detail

using pcg64 = detail::pcg64_engine<detail::pcg64_xsl_rr>;
using pcg64_dxsm = detail::pcg64_engine<detail::pcg64_dxsm_output>;

}  // namespace tali
