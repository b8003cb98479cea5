// SPDX-License-Identifier: Apache-2.0
// A range of rejection samples on one thread, for any distribution and SIMD shape.
// A chunk of samples makes its first attempts in order, with all lanes at work. Samples whose attempt failed
// go to a list; they make their next attempts in parallel, until the list is empty.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <tali/simd/masks.hpp>

#include "cpu/rejection_words.hpp"

namespace tali::cpu_driver {

template <class D, int R>
class samples {
  using T = typename D::result_type;
  static constexpr int N = R / 4;
  using u32 = lanes<std::uint32_t, N, R>;
  static constexpr int n = D::attempt_words, sharing = attempt_words<D, R>::sharing;
  /// Number of lanes that make first attempts and last steps, which are most of the work, in parallel: four
  /// registers of words, for the reason given in convert_range.hpp. A tile has at most 64 samples, because
  /// first_attempts() returns one bit for each.
  static constexpr int many = R == 16 ? N : 4 * N, wide = many * sharing > 64 ? 64 / sharing : many;
  static constexpr int tile = wide * sharing;
  static constexpr int chunk = samples_a_chunk;
  static_assert(chunk % tile == 0);

  /// The type of values before D::result converts them to T.
  template <int L>
  static auto value_of_attempt(const D& d, const lanes<std::uint32_t, L, R> (&w)[n]) {
    return d.attempt(w).value;
  }
  template <int L>
  using values_of = decltype(value_of_attempt(std::declval<const D&>(),
                                              std::declval<const lanes<std::uint32_t, L, R> (&)[n]>()));
  using raw = decltype(std::declval<values_of<N>>().get(0));

 public:
  /// @param limit  maximum number of attempts per sample; tests use fewer
  samples(const words_of_samples& words, const D& d, std::uint32_t limit = max_attempts)
      : words_{words}, d_{d}, limit_{limit} {}

  /// Samples first ... first + count - 1. Stops after the chunk of the first sample without an accepted
  /// attempt, because later samples could also use up all attempts.
  /// @returns the smallest index of a sample that used up its attempts, or none_failed
  std::uint64_t compacting(std::uint64_t first, T* to, std::size_t count) {
    std::uint64_t failed = none_failed;
    while (count != 0 && failed == none_failed) {
      const int skip = words_.before(first);
      const int end = static_cast<int>(std::min<std::size_t>(chunk, static_cast<std::size_t>(skip) + count));
      failed = one_chunk(first - static_cast<std::uint64_t>(skip), skip, end, to);
      const auto in_chunk = static_cast<std::size_t>(end - skip);
      first += in_chunk;
      to += in_chunk;
      count -= in_chunk;
    }
    return failed;
  }

 private:
  /// Samples base + begin ... base + end - 1 of the chunk that begins at sample `base`.
  std::uint64_t one_chunk(std::uint64_t base, int begin, int end, T* to) {
    words_.begin(base, end);
    alignas(R) raw x[chunk];  // no register crosses cache lines
    if constexpr (detail::has_last_step<D>)
      std::fill(x, x + chunk, raw(0));  // last steps read whole registers
    std::uint16_t waiting[chunk];
    int open = 0;
    if (words_apart<R> && words_.in_memory()) {
      open = all_first_attempts<words_apart<R>>(begin, end, x, waiting);
    } else {
      open = all_first_attempts<false>(begin, end, x, waiting);
    }
    // A sample that a quick test rejects makes attempt 0 again, with the full test.
    std::uint32_t k = detail::has_quick_attempt<D> ? 0 : 1;
    for (; open != 0 && k < limit_; ++k) open = next_attempts(k, x, waiting, open);
    finish(begin, end, x, to);
    if (open == 0) return none_failed;
    for (int i = 0; i < open; ++i) to[waiting[i] - begin] = D::failed();
    return base + *std::min_element(waiting, waiting + open);
  }

  /// The first attempts of samples begin ... end - 1 of the chunk.
  /// @returns the number of rejected samples, which go to `waiting`
  template <bool from_memory>
  [[gnu::noinline]] int all_first_attempts(int begin, int end, raw* x, std::uint16_t* waiting) const {
    // Copies, because the stores of x could change an object in memory.
    const D d = d_;
    const attempt_words<D, R> words = words_;
    int open = 0;
    for (int t = begin / tile * tile; t < end; t += tile) {
      std::uint64_t rejected = ~first_attempts<from_memory>(d, words, t, x + t);
      if constexpr (tile < 64) rejected &= (std::uint64_t{1} << tile) - 1;
      if (t < begin) rejected &= ~std::uint64_t{0} << (begin - t);
      if (end - t < tile) rejected &= (std::uint64_t{1} << (end - t)) - 1;
      for (; rejected != 0; rejected &= rejected - 1) {
        waiting[open++] = static_cast<std::uint16_t>(t + __builtin_ctzll(rejected));
      }
    }
    return open;
  }

  /// The first attempts of samples t ... t + tile - 1 of the chunk.
  /// @returns one bit per sample: set if accepted
  template <bool from_memory>
  TALI_FN static std::uint64_t first_attempts(const D& d, const attempt_words<D, R>& words, int t, raw* x) {
    lanes<std::uint32_t, wide, R> w[sharing][n];
    words.template first<from_memory, wide>(t, w);
    values_of<wide> v[sharing];
    std::uint64_t bits[sharing];
    for (int s = 0; s < sharing; ++s) {
      if constexpr (detail::has_quick_attempt<D>) {
        const auto a = d.quick_attempt(w[s]);
        v[s] = a.value;
        bits[s] = detail::mask_bits(a.accepted);
      } else {
        const auto a = d.attempt(w[s]);
        v[s] = a.value;
        bits[s] = detail::mask_bits(a.accepted);
      }
    }
    store_woven(v, x);
    if constexpr (sharing == 1) return bits[0];
    // Lane l's sample s is number l * sharing + s. Usually all are accepted.
    std::uint64_t all = 0;
    for (int s = 0; s < sharing; ++s) {
      for (std::uint64_t rejected = ~bits[s] & (~std::uint64_t{0} >> (64 - wide)); rejected != 0;
           rejected &= rejected - 1) {
        all |= std::uint64_t{1} << (__builtin_ctzll(rejected) * sharing + s);
      }
    }
    return ~all;
  }

  /// Makes attempt k of the waiting samples; returns how many still wait.
  int next_attempts(std::uint32_t k, raw* x, std::uint16_t* waiting, int open) {
    int still = 0;
    for (int i = 0; i < open; i += N) {
      int offsets[N];
      for (int l = 0; l < N; ++l) offsets[l] = waiting[i + l < open ? i + l : open - 1];
      u32 w[n];
      words_.next(offsets, k, w);
      const auto a = d_.attempt(w);
      const std::uint64_t accepted = detail::mask_bits(a.accepted);
      for (int l = 0; l < N && i + l < open; ++l) {
        const std::uint16_t offset = waiting[i + l];
        if ((accepted >> l & 1) != 0) {
          x[offset] = a.value.get(l);
        } else {
          waiting[still++] = offset;
        }
      }
    }
    return still;
  }

  /// Converts accepted results to values.
  void finish(int begin, int end, raw* x, T* to) const {
    if constexpr (detail::has_last_step<D>) {
      if (d_.needs_last_step()) last_steps(begin, end, x);
    }
    for (int i = begin; i < end; ++i) to[i - begin] = D::result(x[i]);
  }

  /// Completes samples begin ... end - 1 of the chunk, and the other samples in their blocks and registers.
  void last_steps(int begin, int end, raw* x) const {
    constexpr int m = D::last_step_words, made = attempt_words<D, R>::template last_step<m>;
    constexpr int step = made < many ? many : made;
    static_assert(chunk % step == 0 && step % made == 0 && step % many == 0);
    for (int t = begin / step * step; t < end; t += step) {
      alignas(R) std::uint32_t in_order[m][step];
      for (int s = 0; s < step; s += made) words_.last(t, s, in_order);
      for (int s = 0; s < step; s += many) {
        lanes<std::uint32_t, many, R> step_words[m];
        for (int i = 0; i < m; ++i) step_words[i] = lanes<std::uint32_t, many, R>::load(in_order[i] + s);
        d_.last_step(values_of<many>::load(x + t + s), step_words).store(x + t + s);
      }
    }
  }

  attempt_words<D, R> words_;
  D d_;
  std::uint32_t limit_;
};

}  // namespace tali::cpu_driver
