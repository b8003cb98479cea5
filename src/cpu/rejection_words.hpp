// SPDX-License-Identifier: Apache-2.0
// The words of a range of rejection samples, on one thread: of their attempts, and of their inversion.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include <tali/detail/convert_range.hpp>
#include <tali/detail/store_lanes.hpp>
#include <tali/math/lanes_arithmetic.hpp>
#include <tali/rejection/attempts.hpp>
#include <tali/simd/lanes.hpp>

#include "cpu/kernels.hpp"

namespace tali::cpu_driver {

/// Number of samples of a chunk.
inline constexpr int samples_a_chunk = 512;

/// Further words of N samples, as words_of_sample defines them. A function of its own: few samples need them,
/// and all distributions share the code.
/// @param words  n words of each sample
/// @param to     destination of m words, each of all samples
template <int N, int n, int m, int R>
[[gnu::noinline]] void further_words(const std::uint32_t* words, std::uint32_t tag, std::uint32_t attempt,
                                     std::uint32_t* to) {
  lanes<std::uint32_t, N, R> all[n], counter[4];
  load_values(words, all);
  detail::words_of_sample<n>::counter_of(all, counter);
  for (int b = 0; 4 * b < m; ++b) {
    low_halves<N, R> c[4];
    for (int i = 0; i < 4; ++i) c[i] = low_halves<N, R>(join(counter[i], counter[i]));
    detail::words_of_sample<n>::further_block(attempt, b, tag, c);
    for (int i = 0; i < 4 && 4 * b + i < m; ++i) narrow(c[i]).store(to + (4 * b + i) * N);
  }
}

/// Whether first attempts have one function for each kind of words. One that chooses the words for each tile
/// keeps them in memory, which takes half as long again. Without fma, other work takes most of the time.
#if defined(__x86_64__)
template <int R>
inline constexpr bool words_apart = R > 16;
#else
template <int R>
inline constexpr bool words_apart = true;
#endif

/// The words of a chunk's attempts: by counter for Philox, which makes them in the registers that use them;
/// from memory for all other engines, as words_of_sample defines them. One class does both, so that all but
/// the first attempts are compiled once.
template <class D, int R>
class attempt_words {
  static constexpr int N = R / 4, n = D::attempt_words;
  static constexpr int k = detail::sample_words(n);  ///< words per sample in memory
  template <int L>
  using words = lanes<std::uint32_t, L, R>;

 public:
  /// Number of first attempts of a lane: those that share a block of four words by counter.
  static constexpr int sharing = n < 4 ? 4 / n : 1;

  explicit attempt_words(const words_of_samples& all)
      : by_counter_{all.by_counter}, in_memory_{all.in_memory} {}

  /// Chunks begin at multiples of their length in the sequence, so that no block crosses two chunks.
  /// @returns the number of samples before sample `first` in its chunk
  [[nodiscard]] int before(std::uint64_t first) const {
    return in_memory_ != nullptr ? 0 : static_cast<int>((by_counter_.first() + first) % samples_a_chunk);
  }
  /// Begins a chunk.
  /// @param base  its sample 0
  /// @param end   number of samples
  void begin(std::uint64_t base, int end) {
    base_ = base;
    chunk_ = in_memory_ == nullptr ? nullptr : in_memory_ + base * k;
    end_ = end;
  }

  [[nodiscard]] bool in_memory() const { return in_memory_ != nullptr; }

  /// The words of the first attempts of samples t ... t + L sharing - 1: lane l's number s is sample t + l
  /// sharing + s.
  template <bool from_memory, int L>
  TALI_FN void first(int t, words<L> (&of_sample)[sharing][n]) const {
    constexpr int per_lane = n < 4 ? 4 : n;
    words<L> w[per_lane];
    if (from_memory || (!words_apart<R> && chunk_ != nullptr)) {
      load<L * sharing>(t, [&](const std::uint32_t* from) TALI_LAMBDA { load_first(from, w); });
    } else {
      // Two registers of each word at a time: AVX2 has too few registers for more.
      constexpr int M = L < 2 * N ? L : 2 * N;
      for (int part = 0; part < L / M; ++part) {
        const std::uint64_t group = at(t) / sharing + static_cast<std::uint64_t>(part * M);
        const auto lane_group = lanes<std::uint64_t, M, R>::iota(group, 1);
        for (int b = 0; b < per_lane / 4; ++b) {
          low_halves<M, R> c[4];
          by_counter_.block(group, 0, static_cast<std::uint32_t>(b))(low_halves<M, R>(lane_group), c);
          for (int i = 0; i < 4; ++i) {
            const words<M> made = narrow(c[i]);
            for (int r = 0; r < M / N; ++r) w[4 * b + i].r[part * (M / N) + r] = made.r[r];
          }
        }
      }
    }
    for (int s = 0; s < sharing; ++s) {
      for (int i = 0; i < n; ++i) of_sample[s][i] = w[s * n + i];
    }
  }

  /// The words of attempt number `attempt` of the chunk's samples offset[0] ... offset[N - 1].
  TALI_FN void next(const int (&offset)[N], std::uint32_t attempt, words<N> (&w)[n]) const {
    if (chunk_ == nullptr) {
      std::uint64_t j[N];
      for (int l = 0; l < N; ++l) j[l] = base_ + static_cast<std::uint64_t>(offset[l]);
      by_counter_.template operator()<n, N, R>(j, attempt, w);
      return;
    }
    std::uint32_t of_samples[N * k];
    for (int l = 0; l < N; ++l)
      std::memcpy(of_samples + l * k, chunk_ + offset[l] * k, k * sizeof(std::uint32_t));
    if (attempt == 0) {
      words<N> all[k];
      load_values(of_samples, all);
      for (int i = 0; i < n; ++i) w[i] = all[i];
    } else {
      std::uint32_t to[n * N];
      further_words<N, k, n, R>(of_samples, D::tag, attempt, to);
      for (int i = 0; i < n; ++i) w[i] = words<N>::load(to + i * N);
    }
  }

  /// Number of samples whose last steps are made together, with m words each: all that share the blocks of
  /// one register, so that no block is made twice.
  template <int m>
  static constexpr int last_step = N*(m < 4 ? 4 / m : 1);
  /// The words of the last steps of samples t + from ... t + from + last_step<m> - 1, each word in the
  /// samples' order, counted from sample t.
  template <int m, int step>
  TALI_FN void last(int t, int from, std::uint32_t (&in_order)[m][step]) const {
    constexpr int per_block = last_step<m> / N;
    static_assert(m <= 4);
    if (chunk_ != nullptr) {
      for (int s = 0; s < per_block; ++s) {
        std::uint32_t to[m * N];
        load<N>(t + from + s * N, [&](const std::uint32_t* w) TALI_LAMBDA {
          further_words<N, k, m, R>(w, D::tag, detail::words_of_sample<k>::last_words, to);
        });
        for (int i = 0; i < m; ++i) words<N>::load(to + i * N).store(in_order[i] + from + s * N);
      }
      return;
    }
    const std::uint64_t group = at(t + from) / per_block;
    low_halves<N, R> c[4];
    by_counter_.block(group, rejection_words<detail::rounds_at_run_time>::last_words, 0)(
        low_halves<N, R>(lanes<std::uint64_t, N, R>::iota(group, 1)), c);
    for (int i = 0; i < m; ++i) {
      words<N> of_sample[per_block];
      for (int s = 0; s < per_block; ++s) of_sample[s] = narrow(c[s * m + i]);
      store_woven(of_sample, in_order[i] + from);
    }
  }

 private:
  /// Sample t's number in the sequence.
  [[nodiscard]] TALI_FN std::uint64_t at(int t) const {
    return by_counter_.first() + base_ + static_cast<std::uint64_t>(t);
  }

  /// Calls f with the address of the words of samples t ... t + count - 1, with zeros after the end.
  template <int count, class F>
  TALI_FN void load(int t, const F& f) const {
    const std::uint32_t* from = chunk_ + t * k;
    std::uint32_t padded[count * k];
    if (t + count > end_) {
      std::fill(padded, padded + count * k, 0u);
      if (t < end_) std::copy(from, chunk_ + end_ * k, padded);
      from = padded;
    }
    f(from);
  }
  /// The words of the first attempts, in the order that a block by counter has.
  template <int L, int per_lane>
  TALI_FN static void load_first(const std::uint32_t* from, words<L> (&w)[per_lane]) {
    if constexpr (n == 1) {  // every other word is for later attempts
      std::uint32_t of_first[4 * L];
      for (int i = 0; i < 4 * L; ++i) of_first[i] = from[k * i];
      load_values(of_first, w);
    } else {
      load_values(from, w);
    }
  }

  rejection_words<detail::rounds_at_run_time> by_counter_;
  const std::uint32_t* in_memory_;
  const std::uint32_t* chunk_ = nullptr;
  std::uint64_t base_ = 0;
  int end_ = 0;
};

/// The uniform numbers of a tile's samples, for inversion.
/// @tparam T  the type of the samples
template <class T, int R>
class tile_words {
  static constexpr int N = R / 4;
  using words_type = rejection_words<detail::rounds_at_run_time>;

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
      detail::zip(detail::zip(narrow(c[0]), narrow(c[2])), detail::zip(narrow(c[1]), narrow(c[3])))
          .store(words + t);
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

}  // namespace tali::cpu_driver
