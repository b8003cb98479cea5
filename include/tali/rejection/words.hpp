// SPDX-License-Identifier: Apache-2.0
// The words of rejection sampling: named by sample and attempt, so that any lane can make any of them.
#pragma once

#include <tali/detail/standard.hpp>
#include <tali/engine/philox4x32.hpp>
#include <tali/simd/bits.hpp>
#if !defined(TALI_GPU_COMPILER)
#include <tali/simd/lanes.hpp>
#endif

namespace tali {

/// A 32-bit name (FNV-1a) for one use of a sequence, so that different uses take different words.
/// @param type  appended to the name after a space, for a distribution of several types
TALI_FN constexpr std::uint32_t tag_of(const char* use, const char* type = "") {
  std::uint32_t h = 0x811c9dc5u;
  for (; *use != 0; ++use) h = (h ^ static_cast<unsigned char>(*use)) * 0x01000193u;
  if (*type != 0) h = (h ^ std::uint32_t{' '}) * 0x01000193u;
  for (; *type != 0; ++type) h = (h ^ static_cast<unsigned char>(*type)) * 0x01000193u;
  return h;
}

namespace detail {

/// Number of words of the sequence that a sample of an engine without counters has. Two at least, because
/// its later attempts are made from them.
/// @param attempt_words  words per attempt
TALI_FN constexpr int sample_words(int attempt_words) { return attempt_words < 2 ? 2 : attempt_words; }

/// A uniform number for inversion: (low + 2^32 high) 2^-64.
struct inversion_number {
  std::uint32_t high, low;
};

}  // namespace detail

/// The words of a sequence of samples, n words per attempt.
///
/// The key is Philox of (seed, stream, tag). Attempt k of sample j takes n words of the blocks with counters
/// {j, k, 0}, {j, k, 1}, ..., where j is two words. First attempts are most of the work, so if n < 4, 4 / n
/// samples share a block: attempt 0 of sample j takes words j n ... j n + n - 1 of the blocks {0, 0, 0}, {1,
/// 0, 0}, .... Words for other purposes have attempt numbers from `last_words` on, and share blocks likewise.
///
/// Inversion takes 16 bits for most samples, so eight samples share a block of `inversion_words`. Let m be
/// the number of samples in 16 bytes. In each tile of 256 samples, block l has samples m l ... m l + m - 1 of
/// the first 32 m samples, of the next 32 m, and so on. They take the lower halves of the block's words, then
/// the upper halves. So lanes that make one block each store neighbouring samples.
///
/// @tparam Rounds  the engine's rounds, or rounds_at_run_time for engines of any number of rounds
template <int Rounds>
class rejection_words : detail::philox4x32_depth<Rounds> {
  using depth = detail::philox4x32_depth<Rounds>;

 public:
  static constexpr std::uint32_t last_words = std::uint32_t{1}
                                              << 31;  ///< last step; remaining bits of inversion
  static constexpr std::uint32_t inversion_words = last_words + 1;  ///< first 16 bits of inversion
  static constexpr int inversion_tile = 256;

  /// @param e    sample j is sample e.position() + j of the sequence
  /// @param tag  the distribution's tag, from its name and type
  TALI_FN constexpr rejection_words(const philox4x32_engine<Rounds>& e, std::uint32_t tag)
      : depth{}, key_{key_of(e, tag)}, first_{e.position()} {}

  /// The same words, for code that gets the number of rounds at run time.
  template <int R>
  requires forgets_rounds<R, Rounds> TALI_FN constexpr explicit rejection_words(const rejection_words<R>& w)
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
      // Comparisons instead of an index, so that CUDA keeps all words in registers.
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

  /// The place of a sample's first 16 bits: half `slot / 4` of word `slot % 4` of a block of the tile.
  struct inversion_slot {
    unsigned block, slot;
  };
  /// @tparam m       number of samples in 16 bytes
  /// @param in_tile  index of the sample in its tile, below inversion_tile
  template <int m>
  TALI_FN static constexpr inversion_slot inversion_slot_of(unsigned in_tile) {
    return {in_tile % (32 * m) / m, in_tile / (32 * m) * m + in_tile % m};
  }

  /// The first 16 bits of sample j's uniform number, for inversion.
  /// @tparam m  number of samples in 16 bytes
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

  /// All bits of this number, as two words.
  /// @param half  its first 16 bits
  [[nodiscard]] TALI_FN constexpr detail::inversion_number inversion_rest(std::uint64_t j,
                                                                          std::uint32_t half) const {
    std::uint32_t w[2] = {};
    (*this)(j, last_words, w);
    return {half << 16 | w[0] >> 16, w[1]};
  }

  /// Sample j's uniform number for inversion.
  /// @tparam m  number of samples in 16 bytes
  template <int m>
  [[nodiscard]] TALI_FN constexpr detail::inversion_number inversion_of(std::uint64_t j) const {
    return inversion_rest(j, inversion_half<m>(j));
  }

  /// The Philox bijection for counters {c0, high half of `group`, k, b}, for consecutive samples or groups of
  /// samples.
  TALI_FN constexpr philox4x32_block<Rounds> block(std::uint64_t group, std::uint32_t k,
                                                   std::uint32_t b) const {
    return {narrow(group >> 32), k, b, narrow(key_), narrow(key_ >> 32), *this};
  }
  /// The number in the sequence of sample 0.
  [[nodiscard]] TALI_FN constexpr std::uint64_t first() const { return first_; }

#if !defined(TALI_GPU_COMPILER)
  /// The words of attempt k of samples j, one per lane.
  /// @param k  a number for all lanes, or an array of one per lane
  template <int n, int N, int R, class K>
  TALI_FN void operator()(const std::uint64_t (&j)[N], const K& k,
                          lanes<std::uint32_t, N, R> (&words)[n]) const {
    using u64 = lanes<std::uint64_t, N, R>;
    using half = low_halves<N, R>;
    constexpr std::uint64_t sharing = n < 4 ? 4 / n : 1;
    std::uint64_t groups[N], attempts[N];
    bool shared[N];
    for (int l = 0; l < N; ++l) {
      if constexpr (std::is_array_v<K>) {
        attempts[l] = k[l];
      } else {
        attempts[l] = k;
      }
      shared[l] = n < 4 && (attempts[l] == 0 || attempts[l] >= last_words);
      groups[l] = shared[l] ? (j[l] + first_) / sharing : j[l] + first_;
    }
    const u64 group = u64::load(groups);
    half attempt;
    if constexpr (std::is_array_v<K>) {
      attempt = half(u64::load(attempts));
    } else {
      attempt = half(k);
    }
    for (int b = 0; b < (n + 3) / 4; ++b) {
      half c[4] = {half(group), half(group >> 32), attempt, half(static_cast<std::uint32_t>(b))};
      this->run(c, narrow(key_), narrow(key_ >> 32));
      for (int i = 0; i < 4 && 4 * b + i < n; ++i) words[4 * b + i] = narrow(c[i]);
      if constexpr (n < 4) {
        std::uint32_t w[4][N], of_slot[N];
        for (int i = 0; i < 4; ++i) narrow(c[i]).store(w[i]);
        for (int i = 0; i < n; ++i) {
          for (int l = 0; l < N; ++l) of_slot[l] = w[shared[l] ? (j[l] + first_) % sharing * n + i : i][l];
          words[i] = lanes<std::uint32_t, N, R>::load(of_slot);
        }
      }
    }
  }

  /// The words of the first attempts of samples j, j + step, j + 2 step ....
  template <int n, int N, int R>
  TALI_FN void first_attempts(std::uint64_t j, std::uint64_t step,
                              lanes<std::uint32_t, N, R> (&words)[n]) const {
    const std::uint64_t at = j + first_;
    if (n < 4 || at >> 32 != (at + (N - 1) * step) >> 32) {
      std::uint64_t all[N];
      for (int l = 0; l < N; ++l) all[l] = j + static_cast<std::uint64_t>(l) * step;
      return (*this)(all, 0, words);
    }
    // The counters differ in one word.
    const low_halves<N, R> counter(lanes<std::uint64_t, N, R>::iota(at, step));
    for (int b = 0; 4 * b < n; ++b) {
      low_halves<N, R> c[4];
      block(at, 0, static_cast<std::uint32_t>(b))(counter, c);
      for (int i = 0; i < 4 && 4 * b + i < n; ++i) words[4 * b + i] = narrow(c[i]);
    }
  }
#endif

 private:
  TALI_FN static constexpr std::uint64_t key_of(const philox4x32_engine<Rounds>& e, std::uint32_t tag) {
    constexpr std::uint32_t samples = tag_of("samples");
    std::uint32_t c[4] = {narrow(e.stream()), narrow(e.stream() >> 32), tag, samples};
    detail::philox4x32_rounds<Rounds>(c, narrow(e.seed()), narrow(e.seed() >> 32));
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

namespace detail {

/// The words of one sample of an engine without counters, which has n words of the sequence at a place that
/// no other sample uses. Attempt 0 takes the first of them. All further words are ten rounds of Philox of
/// them, so a retry needs neither a jump nor the engine: block b of attempt k has the key {tag, k + 2^24 b}
/// and the counter w[0] ... w[3], with words 4 apart joined by xor and zeros for those that the sample lacks.
/// Two samples share these blocks only if their counters are equal.
template <int n>
class words_of_sample {
 public:
  static constexpr std::uint32_t last_words = rejection_words<10>::last_words;

  TALI_FN constexpr words_of_sample(const std::uint32_t (&w)[n], std::uint32_t tag) : w_{}, tag_{tag} {
    for (int i = 0; i < n; ++i) w_[i] = w[i];
  }

  /// The words of attempt k, or of the last step.
  template <int m>
  TALI_FN constexpr void operator()(std::uint64_t, std::uint32_t k, std::uint32_t (&words)[m]) const {
    static_assert(m <= n);
    if (k == 0) {
      for (int i = 0; i < m; ++i) words[i] = w_[i];
      return;
    }
    std::uint32_t counter[4];
    counter_of(w_, counter);
    for (int b = 0; 4 * b < m; ++b) {
      std::uint32_t block[4] = {counter[0], counter[1], counter[2], counter[3]};
      further_block(k, b, tag_, block);
      for (int i = 0; i < 4 && 4 * b + i < m; ++i) words[4 * b + i] = block[i];
    }
  }

  /// The sample's uniform number for inversion: its first two words, the low one first.
  template <int>
  [[nodiscard]] TALI_FN constexpr inversion_number inversion_of(std::uint64_t) const {
    return {w_[1], w_[0]};
  }

  /// The counter of a sample's further words, for any word type.
  template <class U32>
  TALI_FN static constexpr void counter_of(const U32 (&w)[n], U32 (&counter)[4]) {
    for (int i = 0; i < 4; ++i) {
      counter[i] = i < n ? w[i] : U32(0u);
      for (int j = i + 4; j < n; j += 4) counter[i] = counter[i] ^ w[j];
    }
  }
  /// Block b of attempt k, from the counter.
  template <class U32>
  TALI_FN static constexpr void further_block(std::uint32_t k, int b, std::uint32_t tag, U32 (&counter)[4]) {
    detail::philox4x32_rounds<10>(counter, tag, k + (static_cast<std::uint32_t>(b) << 24));
  }

 private:
  std::uint32_t w_[n];
  std::uint32_t tag_;
};

}  // namespace detail

}  // namespace tali
