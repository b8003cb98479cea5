// SPDX-License-Identifier: Apache-2.0
// The kernels of rejection distributions.
//
// compacting: a block makes the first attempts of a piece of the range, at least 16 bytes of values per
// thread and step, with all lanes active. The few failed samples go to a list in shared memory; their next
// attempts keep all lanes busy. If there are more lanes than samples, several lanes make consecutive attempts
// of one sample. Persistent threads (Aila and Laine, HPG 2009) have the same aim, but a list needs no traffic
// between blocks and no order.
//
// grouped: algorithm 3 of Ridley and Forget; groups of lanes wait for each other.
#pragma once

#include <tali/cuda/detail/fill_kernel.cuh>
#include <tali/cuda/detail/sampling_limits.hpp>
#include <tali/cuda/detail/staged_rows.cuh>
#include <tali/detail/device.hpp>
#include <tali/detail/standard.hpp>
#include <tali/rejection/attempts.hpp>
#include <tali/rejection/group.hpp>

namespace tali::cuda_driver {

// How kernels record failed samples.

/// Keeps the smallest index.
__device__ __forceinline__ void note(unsigned long long* where, std::uint64_t i) {
  if (where != nullptr) detail::gpu::atomic_min(where, static_cast<unsigned long long>(i));
}

/// The first index of this block's piece of a range that begins at index `at`.
/// @param piece_size  a power of two
__device__ __forceinline__ std::uint64_t start_of_piece(std::uint64_t at, int piece_size) {
  const auto low_bits = static_cast<std::uint64_t>(piece_size) - 1;
  return (at & ~low_bits) + std::uint64_t{blockIdx.x} * static_cast<std::uint64_t>(piece_size);
}

/// Whether a distribution's attempts are so short that the loop's overhead is noticeable. Such attempts take
/// one, two or four words, have no quick attempt and no last step, and with_attempt() passes a function for
/// them.
template <class D>
inline constexpr bool has_short_attempts = false;

/// Number of neighbouring samples per step of a thread: whole blocks of words, at least 16 bytes.
template <class D>
inline constexpr int samples_per_step = [] {
  constexpr int sharing = D::attempt_words < 4 ? 4 / D::attempt_words : 1;
  constexpr int vector = 16 / static_cast<int>(sizeof(typename D::result_type));
  return sharing > vector ? sharing : vector;
}();

/// Stores n values of T, 16 bytes at a time.
template <class T, int n>
__device__ __forceinline__ void store_aligned(T* to, const T (&x)[n]) {
  constexpr int count = vector_of<T>::count;
  static_assert(n % count == 0);
#pragma unroll
  for (int v = 0; v < n / count; ++v) {
    vector_of<T> out;
#pragma unroll
    for (int k = 0; k < count; ++k) out.x[k] = x[v * count + k];
    std::uint32_t bits[4];
    memcpy(bits, &out, sizeof bits);
    detail::gpu::store_four(to + v * count, bits);
  }
}

/// Computes the results of neighbouring samples from their accepted values; the first sample begins a block
/// of words.
/// @param at  the first sample's index in the sequence
template <class D, int Rounds, class Raw, int n>
__device__ __forceinline__ void complete_all(const D& d, const rejection_words<Rounds>& words,
                                             std::uint64_t at, Raw (&raw)[n],
                                             typename D::result_type (&x)[n]) {
  if constexpr (detail::has_last_step<D>) {
    if (d.needs_last_step()) {
      constexpr int m = D::last_step_words, sharing = 4 / m;
      static_assert(4 % m == 0 && n % sharing == 0);
#pragma unroll
      for (int b = 0; b < n / sharing; ++b) {
        const std::uint64_t group = at / sharing;
        std::uint32_t four[4];
        words.block(group, rejection_words<Rounds>::last_words, 0)(
            narrow(group) + static_cast<std::uint32_t>(b), four);
#pragma unroll
        for (int s = 0; s < sharing; ++s) {
          std::uint32_t sample_words[m];
#pragma unroll
          for (int i = 0; i < m; ++i) sample_words[i] = four[s * m + i];
          raw[b * sharing + s] = d.last_step(raw[b * sharing + s], sample_words);
        }
      }
    }
  }
#pragma unroll
  for (int k = 0; k < n; ++k) x[k] = D::result(raw[k]);
}

/// One block of the compacting schedule: makes the samples of piece blockIdx.x of first ... first + count -
/// 1.
/// @param start  the piece's first sample, counted as in words.first(): a multiple of a block of words
template <class D, int Rounds>
__device__ __forceinline__ void compact_piece(const rejection_words<Rounds>& words, const D& given,
                                              typename D::result_type* to, std::uint64_t first,
                                              std::uint64_t count, std::uint64_t start, int piece_size,
                                              detail::cuda_failures* record) {
  using T = typename D::result_type;
  using raw = decltype(given.attempt(*static_cast<const std::uint32_t(*)[D::attempt_words]>(nullptr)).value);
  constexpr int n = D::attempt_words, step = samples_per_step<D>;
  constexpr int sharing = n < 4 ? 4 / n : 1;
  constexpr int blocks = step / sharing;  // blocks of words per step, times n / 4 if an attempt takes several
  __shared__ std::uint16_t waiting[2][largest_piece];
  __shared__ int open[2];
  const D d = with_near_rows<1>(given);
  if (threadIdx.x < 2) open[threadIdx.x] = 0;
  detail::gpu::synchronise_block();

  // The piece, in samples of the sequence.
  const std::uint64_t at = words.first() + first, base = start - words.first();
  // The requested offsets in the piece.
  const int begin = blockIdx.x == 0 ? static_cast<int>(at - start) : 0;
  const std::uint64_t rest = first + count - base;
  const int end = rest < static_cast<std::uint64_t>(piece_size) ? static_cast<int>(rest) : piece_size;
  T* const out = to + static_cast<std::int64_t>(base - first);  // base may be below first: wraps
  const bool aligned = reinterpret_cast<std::uintptr_t>(out) % 16 == 0;
  const unsigned lane = threadIdx.x % 32u;
  const auto threads = static_cast<int>(blockDim.x);

  // Appends to the list the samples of the step at `offset` whose bits in `rejected` are set.
  const auto list = [&](int offset, unsigned rejected) {
    int to_list = detail::gpu::atomic_add(&open[0], detail::gpu::count_bits(rejected));
    for (; rejected != 0; rejected &= rejected - 1u)
      waiting[0][to_list++] = static_cast<std::uint16_t>(offset + detail::gpu::first_set_bit(rejected) - 1);
  };
  int offset = static_cast<int>(threadIdx.x) * step;
  if constexpr (has_short_attempts<D>) {
    static_assert(4 % n == 0 && !detail::has_last_step<D> && !detail::has_quick_attempt<D>);
    const std::uint64_t first_group = start / sharing;
    // If a whole piece is requested, values common to all steps are computed once, and rejected samples are
    // searched only if there are any.
    const std::uint64_t last_group = (start + static_cast<std::uint64_t>(piece_size)) / sharing - 1;
    if (aligned && begin == 0 && end == piece_size && narrow(first_group >> 32) == narrow(last_group >> 32)) {
      const auto source = words.block(first_group, 0, 0);
      d.with_attempt([&](const auto& attempt) {
#pragma unroll 1
        for (; offset < end; offset += threads * step) {
          std::uint32_t w[step][n];
          T x[step];
          bool all = true;
#pragma unroll
          for (int b = 0; b < blocks; ++b) {
            std::uint32_t four[4];
            source(narrow(first_group) + static_cast<std::uint32_t>(offset) / sharing +
                       static_cast<std::uint32_t>(b),
                   four);
#pragma unroll
            for (int i = 0; i < 4; ++i) w[b * sharing + i / n][i % n] = four[i];
          }
#pragma unroll
          for (int k = 0; k < step; ++k) {
            const auto a = attempt(w[k]);
            x[k] = D::result(a.value);
            all = all && a.accepted;
          }
          store_aligned(out + offset, x);
          if (!all) {
            unsigned rejected = 0;
#pragma unroll
            for (int k = 0; k < step; ++k) rejected |= (attempt(w[k]).accepted ? 0u : 1u) << k;
            list(offset, rejected);
          }
        }
      });
    }
  }
  for (; offset < end; offset += threads * step) {
    raw raw_x[step];
    unsigned rejected = 0;
    const std::uint64_t group = (start + static_cast<std::uint64_t>(offset)) / sharing;
#pragma unroll
    for (int b = 0; b < blocks; ++b) {
      std::uint32_t w[n < 4 ? 4 : n];
#pragma unroll
      for (int part = 0; part < (n + 3) / 4; ++part) {
        std::uint32_t four[4];
        words.block(group, 0, static_cast<std::uint32_t>(part))(narrow(group) + static_cast<std::uint32_t>(b),
                                                                four);
#pragma unroll
        for (int i = 0; i < 4; ++i) w[4 * part + i] = four[i];
      }
#pragma unroll
      for (int s = 0; s < sharing; ++s) {
        std::uint32_t sample_words[n];
#pragma unroll
        for (int i = 0; i < n; ++i) sample_words[i] = w[s * n + i];
        const int k = b * sharing + s;
        if constexpr (detail::has_quick_attempt<D>) {
          const auto a = d.quick_attempt(sample_words);
          raw_x[k] = a.value;
          rejected |= (a.accepted ? 0u : 1u) << k;
        } else {
          const auto a = d.attempt(sample_words);
          raw_x[k] = a.value;
          rejected |= (a.accepted ? 0u : 1u) << k;
        }
      }
    }
    T x[step];
    complete_all(d, words, start + static_cast<std::uint64_t>(offset), raw_x, x);
    if (aligned && offset >= begin && offset + step <= end) {
      store_aligned(out + offset, x);
    } else {
#pragma unroll
      for (int k = 0; k < step; ++k) {
        if (offset + k >= begin && offset + k < end) {
          out[offset + k] = x[k];
        } else {
          rejected &= ~(1u << k);
        }
      }
    }
    if (rejected != 0) list(offset, rejected);
  }

  // A rejection by the quick test is first checked with the full test.
  std::uint32_t k = detail::has_quick_attempt<D> ? 0 : 1;
  int before = piece_size;
  for (int current = 0;; current ^= 1) {
    detail::gpu::synchronise_block();
    const int left = open[current];
    if (left == 0) return;
    if (threadIdx.x == 0) open[current ^ 1] = 0;
    detail::gpu::synchronise_block();
    if (k >= max_attempts) {
      for (int i = static_cast<int>(threadIdx.x); i < left; i += threads) {
        out[waiting[current][i]] = D::failed();
        if (record != nullptr) note(&record->exhausted, base + waiting[current][i] - first);
      }
      return;
    }
    // Several lanes share a sample if lanes would be idle: lanes of one warp, or of all warps if most
    // attempts fail.
    const int busy_lanes = left * 2 > before ? threads : 32;
    before = left;
    unsigned shift = 0;
    while (shift < 5 && left << (shift + 1) <= busy_lanes) ++shift;
    const unsigned lanes_per_sample = 1u << shift, rank = lane & (lanes_per_sample - 1u);
    for (int i = 0; i < left; i += threads >> shift) {
      const int slot = i + static_cast<int>(threadIdx.x >> shift);
      const bool active = slot < left;
      if (i + static_cast<int>((threadIdx.x - lane) >> shift) >= left) break;  // no sample for this warp
      const int offset = waiting[current][active ? slot : 0];
      const std::uint64_t j = base + static_cast<std::uint64_t>(offset);
      std::uint32_t w[n];
      words(j, k + rank, w);
      const auto a = d.attempt(w);
      const unsigned accepted =
          detail::gpu::ballot(detail::gpu::all_lanes, active && a.accepted && k + rank < max_attempts);
      const unsigned of_sample = (accepted >> (lane - rank)) &
                                 (lanes_per_sample == 32u ? 0xffffffffu : (1u << lanes_per_sample) - 1u);
      if (of_sample != 0) {
        if (static_cast<int>(rank) == detail::gpu::first_set_bit(of_sample) - 1)
          out[offset] = detail::completed(d, words, j, a.value);
      } else if (active && rank == 0) {
        waiting[current ^ 1][detail::gpu::atomic_add(&open[current ^ 1], 1)] =
            static_cast<std::uint16_t>(offset);
      }
    }
    k += lanes_per_sample;
  }
}

template <class D, int Rounds>
__global__ void __launch_bounds__(compacting_threads)
    compacting_kernel(const rejection_words<Rounds> words, const D given, typename D::result_type* to,
                      const std::uint64_t first, const std::uint64_t count, const int piece_size,
                      detail::cuda_failures* record) {
  compact_piece(words, given, to, first, count, start_of_piece(words.first() + first, piece_size), piece_size,
                record);
}

template <class D, int Rounds>
__global__ void __launch_bounds__(256)
    grouped_kernel(const rejection_words<Rounds> words, const D given, typename D::result_type* to,
                   const std::uint64_t first, const std::uint64_t count, const unsigned group,
                   detail::cuda_failures* record) {
  const D d = with_near_rows<1>(given);
  const std::uint64_t groups = std::uint64_t{gridDim.x} * (blockDim.x / group);
  std::uint64_t i = (std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x) / group;
  unsigned lanes = detail::gpu::ballot(detail::gpu::all_lanes, i < count);
  for (; i < count; i += groups, lanes = detail::gpu::ballot(lanes, i < count)) {
    const auto s = sample_in_group(words, first + i, detail::attempt_of<D>{d}, group, max_attempts, lanes);
    if (threadIdx.x % group != 0) continue;
    to[i] = s.accepted ? detail::completed(d, words, first + i, s.value) : D::failed();
    if (!s.accepted && record != nullptr) note(&record->exhausted, i);
  }
}

}  // namespace tali::cuda_driver
