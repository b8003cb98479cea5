// SPDX-License-Identifier: Apache-2.0
// Rejection sampling whose values do not depend on who works on a sample (law 6).
//
// Sample j of a sequence makes attempts 0, 1, 2, ...; the value is that of the accepted attempt with the
// smallest number. An attempt's words are named by (j, attempt number), so attempts can be made in any order,
// by one lane or by a group of lanes that try several at a time, and idle lanes can be given other samples:
// all of it changes the speed alone. G. Ridley and B. Forget, "A simple method for rejection sampling
// efficiency improvement on SIMT architectures", Statistics and Computing 31, 30 (2021), have the groups;
// rejection/plan.hpp says which group pays.
#pragma once

#include <tali/detail/standard.hpp>
#include <tali/engine/philox4x32.hpp>
#include <tali/error.hpp>
#include <tali/simd/bits.hpp>
#if !defined(__CUDACC__)
#include <tali/simd/masks.hpp>
#endif

namespace tali {

/// What one attempt came to; for SIMD lanes a value and a mask a lane. The value means nothing unless
/// accepted.
template <class Value, class Mask = bool>
struct attempted {
  Value value;
  Mask accepted;
};
template <class Value, class Mask>
attempted(Value, Mask) -> attempted<Value, Mask>;

/// What a sample came to: `accepted` is false where all attempts that were allowed failed.
template <class Value>
struct sampled {
  Value value;
  bool accepted;
};

/// Attempts of a sample before it is given up: some seconds of one GPU thread. With a rejection probability
/// of 0.9999 the bound is met once in 10^700 samples.
inline constexpr std::uint32_t most_attempts = std::uint32_t{1} << 24;

/// A 32-bit name for the words of one use of a sequence (FNV-1a), so that different uses share none.
TALI_FN constexpr std::uint32_t tag_of(const char* use) {
  std::uint32_t h = 0x811c9dc5u;
  for (; *use != 0; ++use) h = (h ^ static_cast<unsigned char>(*use)) * 0x01000193u;
  return h;
}

/// A uniform number as inversion takes it: (low + 2^32 high) 2^-64.
struct inversion_number {
  std::uint32_t high, low;
};

/// The words of a sequence of samples, of n words an attempt.
///
/// The key is Philox of (seed, stream, tag). Attempt k of sample j has the blocks of counters {j, k, 0}, {j,
/// k, 1}, ... (j taking two words), as many as n words need. First attempts are the bulk of the work, so
/// where they need less than a block, 4 / n samples share one: attempt 0 of sample j is words j n ... j n + n
/// - 1 of the blocks {0, 0, 0}, {1, 0, 0}, .... What a sample needs besides attempts stands likewise at
/// attempt numbers from `last_words` on.
///
/// Inversion spends 16 bits on most samples, so that eight share a block of `inversion_words`: of each tile
/// of 256 samples, block l has samples m l ... m l + m - 1 of the first 32 m, of the next 32 m and so on, m
/// being those that 16 bytes hold. They take the lower halves of the block's words, then the upper ones.
/// Lanes that make a block each then store neighbouring samples.
///
/// @tparam Rounds  of the engine, or rounds_at_run_time: then an engine of either number of rounds will do
template <int Rounds>
class rejection_words : philox4x32_depth<Rounds> {
  using depth = philox4x32_depth<Rounds>;

 public:
  static constexpr std::uint32_t last_words = std::uint32_t{1}
                                              << 31;  ///< of a last step; the later bits of inversion
  static constexpr std::uint32_t inversion_words = last_words + 1;  ///< the first 16 bits of inversion
  static constexpr int inversion_tile = 256;

  /// @param e    sample j is sample e.position() + j of the sequence
  /// @param tag  of the distribution: tag_of(its name and type)
  TALI_FN constexpr rejection_words(const philox4x32_engine<Rounds>& e, std::uint32_t tag)
      : depth{}, key_{key_of(e, tag)}, first_{e.position()} {}

  /// The same words, for code that is told the number of rounds when it runs.
  template <int R>
  requires(Rounds == rounds_at_run_time && R != rounds_at_run_time) TALI_FN
      constexpr explicit rejection_words(const rejection_words<R>& w)
      : depth{R == 10}, key_{w.key_}, first_{w.first_} {}

  /// The words of attempt k of sample j.
  template <int n>
  TALI_FN constexpr void operator()(std::uint64_t j, std::uint32_t k, std::uint32_t (&words)[n]) const {
    static_assert(n == 1 || n == 2 || n % 4 == 0);
    j += first_;
    if constexpr (n < 4) {
      constexpr std::uint64_t sharing = 4 / n;
      const bool shared = k == 0 || k >= last_words;
      std::uint32_t block[4];
      load(block, shared ? j / sharing : j, k, 0);
      const auto slot = shared ? static_cast<unsigned>(j % sharing) : 0u;
      // By comparisons, not by an index, so that CUDA keeps all in registers.
      if constexpr (n == 1) {
        words[0] = slot == 0 ? block[0] : slot == 1 ? block[1] : slot == 2 ? block[2] : block[3];
      } else {
        words[0] = slot == 0 ? block[0] : block[2];
        words[1] = slot == 0 ? block[1] : block[3];
      }
    } else {
      for (int b = 0; b < n / 4; ++b) {
        std::uint32_t block[4];
        load(block, j, k, static_cast<std::uint32_t>(b));
        for (int i = 0; i < 4; ++i) words[4 * b + i] = block[i];
      }
    }
  }

  /// Where the first 16 bits of a sample of a tile stand: in half `slot / 4` of word `slot % 4`.
  struct inversion_slot {
    unsigned block, slot;
  };
  /// @tparam m  samples that 16 bytes hold  @param in_tile  below inversion_tile
  template <int m>
  TALI_FN static constexpr inversion_slot inversion_slot_of(unsigned in_tile) {
    return {in_tile % (32 * m) / m, in_tile / (32 * m) * m + in_tile % m};
  }

  /// The first 16 bits of sample j's uniform number, for inversion.
  /// @tparam m  as above
  template <int m>
  [[nodiscard]] TALI_FN constexpr std::uint32_t inversion_half(std::uint64_t j) const {
    j += first_;
    const inversion_slot at = inversion_slot_of<m>(static_cast<unsigned>(j % inversion_tile));
    std::uint32_t block[4];
    load(block, j / inversion_tile * 32 + at.block, inversion_words, 0);
    const unsigned i = at.slot % 4;
    const std::uint32_t w = i == 0 ? block[0] : i == 1 ? block[1] : i == 2 ? block[2] : block[3];
    return at.slot < 4 ? w & 0xffffu : w >> 16;
  }

  /// All of that number, as two words.
  /// @param half  its first 16 bits
  [[nodiscard]] TALI_FN constexpr inversion_number inversion_rest(std::uint64_t j, std::uint32_t half) const {
    std::uint32_t w[2] = {};
    (*this)(j, last_words, w);
    return {half << 16 | w[0] >> 16, w[1]};
  }

  /// The bijection for counters {c0, high half of `group`, k, b}, for samples or groups of samples near one
  /// another.
  TALI_FN constexpr philox4x32_block<Rounds> block(std::uint64_t group, std::uint32_t k,
                                                   std::uint32_t b) const {
    return {narrow(group >> 32), k, b, narrow(key_), narrow(key_ >> 32), *this};
  }
  /// Sample 0 here is this sample of the sequence.
  [[nodiscard]] TALI_FN constexpr std::uint64_t first() const { return first_; }

#if !defined(__CUDACC__)
  /// The words of one attempt a lane: lane l has attempt k[l] of sample j[l].
  template <int n, int N, int R>
  TALI_FN void operator()(const std::uint64_t (&j)[N], const std::uint32_t (&k)[N],
                          lanes<std::uint32_t, N, R> (&words)[n]) const {
    using u64 = lanes<std::uint64_t, N, R>;
    using half = low_halves<N, R>;
    constexpr std::uint64_t sharing = n < 4 ? 4 / n : 1;
    u64 group, attempt;
    bool any_shared = false;
    for (int l = 0; l < N; ++l) {
      const bool shared = n < 4 && (k[l] == 0 || k[l] >= last_words);
      any_shared |= shared;
      group.set(l, shared ? (j[l] + first_) / sharing : j[l] + first_);
      attempt.set(l, k[l]);
    }
    for (int b = 0; b < (n + 3) / 4; ++b) {
      half c[4] = {half(group), half(group >> 32), half(attempt), half(static_cast<std::uint32_t>(b))};
      this->run(c, narrow(key_), narrow(key_ >> 32));
      if constexpr (n >= 4) {
        for (int i = 0; i < 4; ++i) words[4 * b + i] = narrow(c[i]);
      } else {
        lanes<std::uint32_t, N, R> w[4];
        for (int i = 0; i < 4; ++i) w[i] = narrow(c[i]);
        for (int i = 0; i < n; ++i) words[i] = w[i];
        for (int l = 0; any_shared && l < N; ++l) {
          if (k[l] != 0 && k[l] < last_words) continue;
          const int slot = static_cast<int>((j[l] + first_) % sharing) * n;
          for (int i = 0; i < n; ++i) words[i].set(l, w[slot + i].get(l));
        }
      }
    }
  }
#endif

 private:
  TALI_FN static constexpr std::uint64_t key_of(const philox4x32_engine<Rounds>& e, std::uint32_t tag) {
    constexpr std::uint32_t samples = tag_of("samples");
    std::uint32_t c[4] = {narrow(e.stream()), narrow(e.stream() >> 32), tag, samples};
    philox4x32_rounds<Rounds>(c, narrow(e.seed()), narrow(e.seed() >> 32));
    return join(c[0], c[1]);
  }

  TALI_FN constexpr void load(std::uint32_t (&words)[4], std::uint64_t group, std::uint32_t k,
                              std::uint32_t b) const {
    words[0] = narrow(group);
    words[1] = narrow(group >> 32);
    words[2] = k;
    words[3] = b;
    this->run(words, narrow(key_), narrow(key_ >> 32));
  }

  template <int R>
  friend class rejection_words;

  std::uint64_t key_, first_;
};

/// An attempt made of two functions: X = propose(words), accepted if accept(X, words).
template <int n, class Propose, class Accept>
class proposal {
 public:
  static constexpr int words = n;

  TALI_FN constexpr proposal(Propose propose, Accept accept) : propose_{propose}, accept_{accept} {}

  template <class U32>
  TALI_FN constexpr auto operator()(const U32 (&w)[n]) const {
    const auto x = propose_(w);
    return attempted{x, accept_(x, w)};
  }

 private:
  Propose propose_;
  Accept accept_;
};

/// @tparam n  words that an attempt takes: 1, 2 or a multiple of 4
template <int n, class Propose, class Accept>
TALI_FN constexpr proposal<n, Propose, Accept> propose_and_accept(Propose propose, Accept accept) {
  return {propose, accept};
}

/// Sample j by one lane: attempts 0, 1, ... until one is accepted, at most `most` of them. On host and
/// device.
/// @param attempt  a proposal, or anything that has `words` and makes an `attempted` of so many words
template <int Rounds, class Attempt>
TALI_FN auto sample_alone(const rejection_words<Rounds>& words, std::uint64_t j, const Attempt& attempt,
                          std::uint32_t most = most_attempts) {
  std::uint32_t w[Attempt::words];
  words(j, 0, w);
  auto a = attempt(w);
  for (std::uint32_t k = 1; !a.accepted && k < most; ++k) {
    words(j, k, w);
    a = attempt(w);
  }
  return sampled<decltype(a.value)>{a.value, a.accepted};
}

#if !defined(__CUDACC__)
/// Sample j by all of N SIMD lanes in registers of R bytes, which try N attempts at a time.
template <int N, int R, int Rounds, class Attempt>
TALI_FN auto sample_in_lanes(const rejection_words<Rounds>& words, std::uint64_t j, const Attempt& attempt,
                             std::uint32_t most = most_attempts) {
  for (std::uint32_t k = 0;; k += N) {
    std::uint64_t samples[N];
    std::uint32_t attempts[N];
    for (int l = 0; l < N; ++l) {
      samples[l] = j;
      attempts[l] = k + static_cast<std::uint32_t>(l);
    }
    lanes<std::uint32_t, N, R> w[Attempt::words];
    words(samples, attempts, w);
    const auto a = attempt(w);
    const std::uint64_t allowed = most - k < N ? (std::uint64_t{1} << (most - k)) - 1 : ~std::uint64_t{0};
    const std::uint64_t accepted = mask_bits(a.accepted) & allowed;
    using value = decltype(a.value.get(0));
    if (accepted != 0) return sampled<value>{a.value.get(__builtin_ctzll(accepted)), true};
    if (most - k <= N) return sampled<value>{a.value.get(0), false};
  }
}
#endif

/// Where a mask is not set.
TALI_FN constexpr bool unset(bool mask) { return !mask; }
#if !defined(__CUDACC__)
template <class T, int N, int R>
TALI_FN lane_mask<T, N, R> unset(lane_mask<T, N, R> mask) {
  for (int k = 0; k < mask.v.registers; ++k) mask.v.r[k] = ~mask.v.r[k];
  return mask;
}
#endif

/// A mask as one of values of type T.
template <class T>
TALI_FN constexpr bool mask_for(bool mask) {
  return mask;
}

/// A distribution of variable budget: an attempt takes `words` words and may fail.
template <class D>
concept rejection_distribution = requires {
  requires D::rejection;
};

namespace detail {

/// Whether a distribution has a quick attempt: a cheaper test that accepts some of what attempt() accepts.
template <class D>
concept has_quick_attempt = requires(const D& d, const std::uint32_t (&w)[D::attempt_words]) {
  d.quick_attempt(w);
};

/// Whether an accepted sample of a distribution takes further words.
template <class D>
concept has_last_step = requires {
  D::last_step_words;
};

/// Whether a distribution is inverted, not sampled by attempts, for some of its parameters: `by_inversion()`
/// says so, and `invert(high, low)` makes a value of two words.
template <class D>
concept has_inversion = requires(const D& d) {
  d.by_inversion();
  d.invert(0u, 0u);
};

/// A distribution's attempt as sample_alone and its like take it.
template <class D>
struct attempt_of {
  static constexpr int words = D::attempt_words;
  const D& distribution;
  template <class U32>
  TALI_FN auto operator()(const U32 (&w)[words]) const {
    return distribution.attempt(w);
  }
};

/// What becomes of the accepted value x of sample j.
template <class D, int Rounds, class Value>
TALI_FN typename D::result_type completed(const D& d, const rejection_words<Rounds>& words, std::uint64_t j,
                                          Value x) {
  if constexpr (has_last_step<D>) {
    if (d.needs_last_step()) {
      std::uint32_t w[D::last_step_words];
      words(j, rejection_words<Rounds>::last_words, w);
      x = d.last_step(x, w);
    }
  }
  return D::result(x);
}

}  // namespace detail

namespace detail {

/// Sample j of a distribution that inverts for its parameters, outcome by outcome.
template <class D, int Rounds>
TALI_FN typename D::result_type inverted(const rejection_words<Rounds>& words, const D& d, std::uint64_t j) {
  const inversion_number u =
      words.inversion_rest(j, words.template inversion_half<16 / sizeof(typename D::result_type)>(j));
  return D::result(d.invert(u.high, u.low));
}

}  // namespace detail

/// Sample j of distribution d, by one lane. `value` is D::failed() where no attempt was accepted.
template <class D, int Rounds>
TALI_FN sampled<typename D::result_type> sample(const rejection_words<Rounds>& words, const D& d,
                                                std::uint64_t j, std::uint32_t most = most_attempts) {
  if constexpr (detail::has_inversion<D>) {
    if (d.by_inversion()) return {detail::inverted(words, d, j), true};
  }
  const auto s = sample_alone(words, j, detail::attempt_of<D>{d}, most);
  if (!s.accepted) return {D::failed(), false};
  return {detail::completed(d, words, j, s.value), true};
}

/// Element i of distribution d over the sequence that engine e stands for: the definition, as in
/// sequence.hpp.
template <int Rounds, rejection_distribution D>
TALI_FN typename D::result_type value(const philox4x32_engine<Rounds>& e, const D& d, std::uint64_t i) {
  return sample(rejection_words<Rounds>(e, D::tag), d, i).value;
}

#if !defined(__CUDACC_RTC__)
/// Attempts of a sample were used up before one was accepted: of a proposal that hardly ever is.
class sampling_error : public error {
 public:
  explicit sampling_error(std::uint64_t index)
      : error("sample " + std::to_string(index) + " had " + std::to_string(most_attempts) +
              " attempts and none was accepted; allowed: a proposal that is accepted sometimes"),
        index_(index) {}

  /// The sample's index in the sequence.
  [[nodiscard]] std::uint64_t index() const noexcept { return index_; }

 private:
  std::uint64_t index_;
};
#endif

}  // namespace tali

#if defined(__CUDACC__)
#include <tali/rejection/group.hpp>
#endif
