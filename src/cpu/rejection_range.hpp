// SPDX-License-Identifier: Apache-2.0
// A range of rejection samples on one thread, for any distribution and SIMD shape.
// A chunk of samples makes its first attempts in order, with all lanes at work. Samples whose attempt failed
// go to a list; they make their next attempts in parallel, until the list is empty.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <tali/detail/store_lanes.hpp>
#include <tali/math/lanes_arithmetic.hpp>
#include <tali/rejection/attempts.hpp>
#include <tali/simd/lanes.hpp>
#include <tali/simd/masks.hpp>

#include "cpu/kernels.hpp"

namespace tali::cpu_driver {

/// The uniform numbers of a tile's samples, for inversion.
/// @tparam T  the type of the samples
template <class T, int R>
class tile_words {
  static constexpr int N = R / 4;
  using words_type = rejection_words<rounds_at_run_time>;

 public:
  static constexpr std::size_t size = words_type::inversion_tile;

  /// The tile of sample `first`, and at most `n` samples of it.
  tile_words(const words_type& words, std::uint64_t first, std::size_t n) {
    const std::uint64_t at = words.first() + first;
    skip = static_cast<std::size_t>(at % size);
    count = std::min(n, size - skip);
    begin_ = at - skip;
    alignas(R) std::uint32_t both[size / 2];
    load(words, begin_ / 8, 0, size / 2, words_type::inversion_words, both);
    take_halves(both, half);
  }

  /// All bits of the requested samples' numbers.
  void numbers(const words_type& words, std::uint32_t* high, std::uint32_t* low) const {
    std::uint32_t rest[2 * size];
    load(words, begin_ / 2, 2 * skip / (4 * N) * (4 * N), 2 * (skip + count), words_type::last_words, rest);
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint32_t* const r = rest + 2 * (skip + i);
      high[i] = half[skip + i] << 16 | r[0] >> 16;
      low[i] = r[1];
    }
  }

  std::size_t skip, count;              ///< samples of the tile before the first, and from it on
  alignas(R) std::uint32_t half[size];  ///< the first 16 bits of all samples of the tile

 private:
  /// Words begin ... end - 1, counted from block `group`.
  static void load(const words_type& from, std::uint64_t group, std::size_t begin, std::size_t end,
                   std::uint32_t kind, std::uint32_t* words) {
    const auto block = from.block(group, kind, 0);
    for (std::size_t t = begin; t < end; t += 4 * N) {
      low_halves<N, R> c[4];
      block(low_halves<N, R>(lanes<std::uint64_t, N, R>::iota(group + t / 4, 1)), c);
      zip(zip(narrow(c[0]), narrow(c[2])), zip(narrow(c[1]), narrow(c[3]))).store(words + t);
    }
  }

  /// The first 16 bits of a tile's samples, from the words of its 32 blocks.
  static void take_halves(const std::uint32_t* words, std::uint32_t* half) {
    constexpr unsigned m = 16 / sizeof(T);
    for (unsigned part = 0; part < 8 / m; ++part) {
      const unsigned first = part * m % 4, shift = part * m / 4 * 16;
      for (unsigned block = 0; block < 32; ++block) {
        for (unsigned i = 0; i < m; ++i) *half++ = words[4 * block + first + i] >> shift & 0xffffu;
      }
    }
  }

  std::uint64_t begin_;
};

template <class D, int R>
class samples {
  using T = typename D::result_type;
  static constexpr int N = R / 4;
  using u32 = lanes<std::uint32_t, N, R>;
  static constexpr int n = D::attempt_words;
  /// Number of first attempts that share a block of four words.
  static constexpr int sharing = n < 4 ? 4 / n : 1;
  /// Number of lanes for first attempts and last steps, which are most of the work: two registers of words in
  /// parallel, for the reason given in convert_range.hpp. A tile has at most 64 samples, because
  /// first_attempts() returns one bit for each.
  static constexpr int wide = R == 16 || 2 * N * sharing > 64 ? N : 2 * N;
  using wide_u32 = lanes<std::uint32_t, wide, R>;
  static constexpr int tile = wide * sharing;
  static constexpr int chunk = 512;
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
  /// @param words  of the distribution's tag
  /// @param limit  maximum number of attempts per sample; tests use fewer
  samples(const rejection_words<rounds_at_run_time>& words, const D& d, std::uint32_t limit = max_attempts)
      : words_{words}, d_{d}, limit_{limit} {}

  /// Samples first ... first + count - 1. Stops after the chunk of the first sample without an accepted
  /// attempt, because later samples could also use up all attempts.
  /// @returns the smallest index of a sample that used up its attempts, or none_failed
  std::uint64_t compacting(std::uint64_t first, T* to, std::size_t count) {
    std::uint64_t failed = none_failed;
    while (count != 0 && failed == none_failed) {
      // Chunks begin at multiples of their length in the sequence, so that no block crosses two chunks.
      const std::uint64_t at = words_.first() + first;
      const auto skip = static_cast<int>(at % chunk);
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
    alignas(R) raw x[chunk];  // no register crosses cache lines
    if constexpr (detail::has_last_step<D>)
      std::fill(x, x + chunk, raw(0));  // last steps read whole registers
    std::uint16_t waiting[chunk];
    int open = 0;
    for (int t = begin / tile * tile; t < end; t += tile) {
      std::uint64_t rejected = ~first_attempts(base, t, x + t);
      if constexpr (tile < 64) rejected &= (std::uint64_t{1} << tile) - 1;
      if (t < begin) rejected &= ~std::uint64_t{0} << (begin - t);
      if (end - t < tile) rejected &= (std::uint64_t{1} << (end - t)) - 1;
      for (; rejected != 0; rejected &= rejected - 1) {
        waiting[open++] = static_cast<std::uint16_t>(t + __builtin_ctzll(rejected));
      }
    }
    // A sample that a quick test rejects makes attempt 0 again, with the full test.
    std::uint32_t k = detail::has_quick_attempt<D> ? 0 : 1;
    for (; open != 0 && k < limit_; ++k) open = next_attempts(base, k, x, waiting, open);
    finish(base, begin, end, x, to);
    if (open == 0) return none_failed;
    for (int i = 0; i < open; ++i) to[waiting[i] - begin] = D::failed();
    return base + *std::min_element(waiting, waiting + open);
  }

  /// The first attempts of samples base + t ... base + t + tile - 1.
  /// @returns one bit per sample: set if accepted
  std::uint64_t first_attempts(std::uint64_t base, int t, raw* x) const {
    constexpr int per_lane = n < 4 ? 4 : n;
    wide_u32 w[per_lane];
    const std::uint64_t group = (words_.first() + base + static_cast<std::uint64_t>(t)) / sharing;
    const auto lane_group = lanes<std::uint64_t, wide, R>::iota(group, 1);
    for (int b = 0; b < per_lane / 4; ++b) {
      low_halves<wide, R> c[4];
      words_.block(group, 0, static_cast<std::uint32_t>(b))(low_halves<wide, R>(lane_group), c);
      for (int i = 0; i < 4; ++i) w[4 * b + i] = narrow(c[i]);
    }
    values_of<wide> v[sharing];
    std::uint64_t bits[sharing];
    for (int s = 0; s < sharing; ++s) {
      wide_u32 sample_words[n];
      for (int i = 0; i < n; ++i) sample_words[i] = w[s * n + i];
      if constexpr (detail::has_quick_attempt<D>) {
        const auto a = d_.quick_attempt(sample_words);
        v[s] = a.value;
        bits[s] = mask_bits(a.accepted);
      } else {
        const auto a = d_.attempt(sample_words);
        v[s] = a.value;
        bits[s] = mask_bits(a.accepted);
      }
    }
    store_woven(v, x);
    if constexpr (sharing == 1) return bits[0];
    // Lane l's sample s is number l * sharing + s. Usually all are accepted.
    std::uint64_t all = 0;
    for (int s = 0; s < sharing; ++s) {
      for (std::uint64_t rejected = ~bits[s] & ((std::uint64_t{1} << wide) - 1); rejected != 0;
           rejected &= rejected - 1) {
        all |= std::uint64_t{1} << (__builtin_ctzll(rejected) * sharing + s);
      }
    }
    return ~all;
  }

  /// Makes attempt k of the waiting samples; returns how many still wait.
  int next_attempts(std::uint64_t base, std::uint32_t k, raw* x, std::uint16_t* waiting, int open) {
    int still = 0;
    for (int i = 0; i < open; i += N) {
      std::uint64_t j[N];
      std::uint32_t attempt[N];
      for (int l = 0; l < N; ++l) {
        j[l] = base + waiting[i + l < open ? i + l : open - 1];
        attempt[l] = k;
      }
      u32 w[n];
      words_.template operator()<n, N, R>(j, attempt, w);
      const auto a = d_.attempt(w);
      const std::uint64_t accepted = mask_bits(a.accepted);
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
  void finish(std::uint64_t base, int begin, int end, raw* x, T* to) const {
    if constexpr (detail::has_last_step<D>) {
      if (d_.needs_last_step()) last_steps(base, begin, end, x);
    }
    for (int i = begin; i < end; ++i) to[i - begin] = D::result(x[i]);
  }

  /// Completes samples base + begin ... base + end - 1, and the other samples in their blocks and registers.
  void last_steps(std::uint64_t base, int begin, int end, raw* x) const {
    // Makes the last words of all samples that share the blocks of one register, so that no block is made
    // twice.
    constexpr int m = D::last_step_words, per_block = m < 4 ? 4 / m : 1, step = N * per_block;
    static_assert(chunk % step == 0 && m <= 4);
    for (int t = begin / step * step; t < end; t += step) {
      const std::uint64_t group = (words_.first() + base + static_cast<std::uint64_t>(t)) / per_block;
      low_halves<N, R> c[4];
      words_.block(group, rejection_words<rounds_at_run_time>::last_words, 0)(
          low_halves<N, R>(lanes<std::uint64_t, N, R>::iota(group, 1)), c);
      // Lane l's block has the words of samples l * several ...: each word in the samples' order.
      alignas(R) std::uint32_t in_order[m][step];
      for (int i = 0; i < m; ++i) {
        u32 of_sample[per_block];
        for (int s = 0; s < per_block; ++s) of_sample[s] = narrow(c[s * m + i]);
        store_woven(of_sample, in_order[i]);
      }
      constexpr int L = step % wide == 0 ? wide : N;
      for (int s = 0; s < step; s += L) {
        lanes<std::uint32_t, L, R> step_words[m];
        for (int i = 0; i < m; ++i) step_words[i] = lanes<std::uint32_t, L, R>::load(in_order[i] + s);
        d_.last_step(values_of<L>::load(x + t + s), step_words).store(x + t + s);
      }
    }
  }

  rejection_words<rounds_at_run_time> words_;
  D d_;
  std::uint32_t limit_;
};

}  // namespace tali::cpu_driver
