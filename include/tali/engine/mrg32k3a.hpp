// SPDX-License-Identifier: Apache-2.0
// mrg32k3a: two linear recurrences of order three modulo primes near 2^32, subtracted.
//
// Sources: P. L'Ecuyer, "Good parameters and implementations for combined multiple recursive random number
// generators", Operations Research 47(1), 1999; P. L'Ecuyer, R. Simard, E. J. Chen and W. D. Kelton, "An
// object-oriented random-number package with many long streams and substreams", Operations Research 50(6),
// 2002. Seeds, subsequences and the conversion from a residue to 32 bits are those of cuRAND's device
// generator.
#pragma once

#include <array>

#include <tali/detail/require.hpp>
#include <tali/detail/standard.hpp>
#include <tali/engine/mrg32k3a_recurrence.hpp>
#include <tali/engine/protocol.hpp>

namespace tali {

/// The engine mrg32k3a: word i is the i-th curand() of cuRAND's device generator after curand_init(seed,
/// stream, 0), and the first one after curand_init(seed, stream, i). Streams are 2^76 words apart: they are
/// RngStreams' substreams.
///
/// A word is a residue modulo 2^32 - 209, times a constant: 210 words, including 0, never occur, and 2^32 - 1
/// occurs twice as often as others. Known weaknesses are in docs/engines.md. Not for cryptography.
class mrg32k3a {
 public:
  using result_type = std::uint32_t;

  static constexpr const char* name = "mrg32k3a";
  static constexpr const char* summary = "L'Ecuyer's MRG32k3a, word for word cuRAND";
  static constexpr engine_kind kind = engine_kind::words;
  /// cuRAND has 51 bits of subsequence: the next one would be in another of RngStreams' streams.
  static constexpr std::uint64_t max_stream = (std::uint64_t{1} << 51) - 1;
  static constexpr int group = 1;
  /// On CUDA each thread makes a segment of a range, because a jump costs more than some words.
  static constexpr bool in_segments = true;

  /// The sequence of `seed` and `stream`, at its first word. Seed 0 is the state of six times 12345.
  /// @throws argument_error if stream > max_stream, or for one of the few seeds near 0xaaaaaaaa55555555 for
  /// which cuRAND's state would be zero
  TALI_FN constexpr explicit mrg32k3a(std::uint64_t seed = 0, std::uint64_t stream = 0) {
    detail::require(stream <= max_stream, "stream", stream, "0 to ", max_stream);
    if (seed != 0) {
      using namespace detail;
      const std::uint64_t low = narrow(seed) ^ 0x55555555u, high = narrow(seed >> 32) ^ 0xaaaaaaaau;
      const std::uint64_t words[3] = {low, high, low};
      for (int k = 0; k < 3; ++k) {
        at_.x1[k] = mrg_reduce<mrg_first>(words[k] * 12345u);
        at_.x2[k] = mrg_reduce<mrg_second>((low + high - words[k]) * 12345u);
      }
      require(is_state(at_), "seed", seed, "a seed whose state in cuRAND is not zero");
    }
    if (stream != 0) at_.jump_by_power(76, stream);
    origin_ = at_;
  }

  /// The sequence of a state of L'Ecuyer's RngStreams package, the first recurrence's three words before the
  /// second's, oldest first. Its RandU01() is residue() times 2.328306549295727688e-10.
  /// @throws argument_error unless the first three words are below 4294967087 and the last three below
  /// 4294944443, and neither three are all zero
  TALI_FN static constexpr mrg32k3a from_state(const std::uint64_t (&state)[6]) {
    mrg32k3a e;
    bool below = true;
    for (int k = 0; k < 3; ++k) {
      below = below && state[k] < detail::mrg_first::modulus && state[3 + k] < detail::mrg_second::modulus;
      e.at_.x1[k] = state[k];
      e.at_.x2[k] = state[3 + k];
    }
    detail::require(below && is_state(e.at_), "state", "out of range",
                    "three words below 4294967087 and three below 4294944443, neither all zero");
    e.origin_ = e.at_;
    return e;
  }

  /// Substream `substream` of RngStreams' stream `stream`, for a package seed: streams are 2^127 words apart,
  /// substreams 2^76.
  TALI_FN static constexpr mrg32k3a rng_stream(const std::uint64_t (&package_seed)[6], std::uint64_t stream,
                                               std::uint64_t substream = 0) {
    mrg32k3a e = from_state(package_seed);
    e.at_.jump_by_power(127, stream);
    e.at_.jump_by_power(76, substream);
    e.origin_ = e.at_;
    return e;
  }

  /// The state at the sequence's beginning, and the position. For restored().
  [[nodiscard]] constexpr std::array<std::uint64_t, 7> saved() const {
    return {origin_.x1[0], origin_.x1[1], origin_.x1[2], origin_.x2[0],
            origin_.x2[1], origin_.x2[2], position_};
  }
  /// @throws argument_error as from_state()
  static mrg32k3a restored(const std::array<std::uint64_t, 7>& n) {
    mrg32k3a e = from_state({n[0], n[1], n[2], n[3], n[4], n[5]});
    e.discard(n[6]);
    return e;
  }

  TALI_FN static constexpr result_type min() { return 0; }
  TALI_FN static constexpr result_type max() { return 0xffffffffu; }

  /// Returns the current word and advances by one.
  TALI_FN constexpr result_type operator()() { return detail::mrg_word(residue()); }

  /// Returns the residue 1 ... 4294967087 of the current word and advances by one.
  TALI_FN constexpr std::uint64_t residue() {
    const std::uint64_t z = at_.step();
    if (++position_ == 0) at_ = origin_;
    return z;
  }

  /// The word `i` words ahead, without moving. O(log i).
  [[nodiscard]] TALI_FN result_type word(std::uint64_t i) const {
    mrg32k3a moved = *this;
    moved.discard(i);
    return moved();
  }

  /// Advances by n words, in O(log n). Distances count modulo the sequence's 2^64 words, so `discard(0 - n)`
  /// moves n back.
  TALI_FN void discard(std::uint64_t n) {
    const std::uint64_t to = position_ + n;
    if (to < position_) {
      at_ = origin_;
      n = to;
    }
    position_ = to;
    at_.jump(n);
  }

  /// The position: words since the beginning of the sequence.
  [[nodiscard]] TALI_FN constexpr std::uint64_t position() const { return position_; }
  /// The state before the current word.
  [[nodiscard]] TALI_FN constexpr const detail::mrg_state<std::uint64_t>& state() const { return at_; }

  /// Number of words since the beginning of a group: 0.
  TALI_FN constexpr int phase() const { return 0; }

  /// Whether both continue with the same words.
  TALI_FN friend constexpr bool operator==(const mrg32k3a& a, const mrg32k3a& b) { return a.at_ == b.at_; }

  /// A jump by a known distance.
  class stride {
   public:
    TALI_FN explicit stride(std::uint64_t words) : skip_(words) {}

   private:
    friend class mrg32k3a;
    detail::mrg_skip skip_;
  };

  /// Words for one thread, starting at `first`.
  template <class Shape>
  requires(Shape::count == 1) class cursor {
   public:
    TALI_FN cursor(const mrg32k3a& e, std::uint64_t first, std::uint64_t) : at_{e.at_} {
      if (e.position_ + first < e.position_) {
        at_ = e.origin_;
        first += e.position_;
      }
      at_.jump(first);
    }

    /// The next n words.
    template <int n>
    TALI_FN constexpr void take(std::uint32_t (&words)[n]) const {
      detail::mrg_state<std::uint64_t> s = at_;
      for (int k = 0; k < n; ++k) words[k] = detail::mrg_word(s.step());
    }

    TALI_FN constexpr void advance(const stride& step) { at_.jump(step.skip_); }

   private:
    detail::mrg_state<std::uint64_t> at_;
  };

#if !defined(TALI_GPU_COMPILER)
  /// Words in order, on the CPU, with registers of R bytes.
  template <int R>
  class run {
   public:
    TALI_FN run(const mrg32k3a& e, std::uint64_t first) {
      mrg32k3a moved = e;
      moved.discard(first);
      lanes_.begin(moved.at_);
    }

    TALI_FN void next(std::uint32_t* to, std::size_t n) {
      while (n != 0) {
        if (left_ == 0 && n >= size) {
          lanes_.next(to);
          to += size;
          n -= size;
          continue;
        }
        if (left_ == 0) {
          lanes_.next(words_);
          left_ = size;
        }
        const std::size_t taken = n < left_ ? n : left_;
        for (std::size_t i = 0; i < taken; ++i) to[i] = words_[size - left_ + i];
        left_ -= taken;
        to += taken;
        n -= taken;
      }
    }

    TALI_FN void skip(std::uint64_t n) {
      for (; n > left_; left_ = size) {
        n -= left_;
        lanes_.next(words_);
      }
      left_ -= static_cast<std::size_t>(n);
    }

   private:
    static constexpr std::size_t size = detail::mrg_lanes<R>::size;
    detail::mrg_lanes<R> lanes_;
    std::uint32_t words_[size];
    std::size_t left_ = 0;  // remaining words of words_, at its end
  };
#endif

 private:
  TALI_FN static constexpr bool is_state(const detail::mrg_state<std::uint64_t>& s) {
    return (s.x1[0] | s.x1[1] | s.x1[2]) != 0 && (s.x2[0] | s.x2[1] | s.x2[2]) != 0;
  }

  detail::mrg_state<std::uint64_t> at_{{12345, 12345, 12345}, {12345, 12345, 12345}};
  detail::mrg_state<std::uint64_t> origin_{};  // the state before word 0
  std::uint64_t position_ = 0;
};

}  // namespace tali
