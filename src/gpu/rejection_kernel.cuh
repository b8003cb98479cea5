// SPDX-License-Identifier: Apache-2.0
// The kernels of samples of variable cost, for any distribution.
//
// compacting: a block makes the first attempts of a piece of the range, four values' worth a thread and step,
// all lanes at work. The few that fail go to a list in shared memory, whose samples then make their next
// attempts with no lane idle; where lanes are more than samples, several lanes try a sample's next attempts
// at a time. Persistent threads (Aila and Laine, HPG 2009) have the same aim; a list needs no traffic between
// blocks and no order.
//
// grouped: algorithm 3 of Ridley and Forget, groups of lanes that wait for one another.
#pragma once

#include <cstdint>
#include <utility>

#include <tali/cuda/fill.hpp>
#include <tali/detail/device.hpp>
#include <tali/math/discrete_inversion.hpp>
#include <tali/rejection/attempts.hpp>
#include <tali/rejection/group.hpp>

#include "gpu/device_arrays.cuh"
#include "gpu/fill_kernel.cuh"
#include "gpu/staged_rows.cuh"

namespace tali::cuda_driver {

inline constexpr int compacting_threads = 256;

/// Samples of a block, at most: the list fits 16 bits and a fifth of the shared memory that lets blocks
/// overlap.
inline constexpr int largest_piece = 8192;

/// The first place of this block's piece of a range that begins at place `at`.
/// @param piece_size  a power of two
__device__ __forceinline__ std::uint64_t start_of_piece(std::uint64_t at, int piece_size) {
  const auto low_bits = static_cast<std::uint64_t>(piece_size) - 1;
  return (at & ~low_bits) + std::uint64_t{blockIdx.x} * static_cast<std::uint64_t>(piece_size);
}

/// Neighbouring samples that a thread makes a step: whole blocks of words, and 16 bytes where that is more.
template <class D>
inline constexpr int samples_a_step = [] {
  constexpr int sharing = D::attempt_words < 4 ? 4 / D::attempt_words : 1;
  constexpr int vector = 16 / static_cast<int>(sizeof(typename D::result_type));
  return sharing > vector ? sharing : vector;
}();

/// n values of T, 16 bytes at a time.
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

/// What becomes of the accepted values of neighbouring samples, the first of which begins a block of words.
/// @param at  its place in the sequence
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
          std::uint32_t own[m];
#pragma unroll
          for (int i = 0; i < m; ++i) own[i] = four[s * m + i];
          raw[b * sharing + s] = d.last_step(raw[b * sharing + s], own);
        }
      }
    }
  }
#pragma unroll
  for (int k = 0; k < n; ++k) x[k] = D::result(raw[k]);
}

template <class D, int Rounds>
__global__ void __launch_bounds__(compacting_threads)
    compacting_kernel(const rejection_words<Rounds> words, const D given, typename D::result_type* to,
                      const std::uint64_t first, const std::uint64_t count, const int piece_size,
                      cuda_failures* record) {
  using T = typename D::result_type;
  using raw = decltype(given.attempt(std::declval<const std::uint32_t(&)[D::attempt_words]>()).value);
  constexpr int n = D::attempt_words, step = samples_a_step<D>;
  constexpr int sharing = n < 4 ? 4 / n : 1;
  constexpr int blocks = step / sharing;  // of words, times n / 4 where an attempt takes several
  __shared__ std::uint16_t waiting[2][largest_piece];
  __shared__ int open[2];
  const D d = with_near_rows<1>(given);
  if (threadIdx.x < 2) open[threadIdx.x] = 0;
  detail::gpu::synchronise_block();

  // The piece in samples of the sequence: it begins at a multiple of a block of words.
  const std::uint64_t at = words.first() + first;
  const std::uint64_t start = start_of_piece(at, piece_size), base = start - words.first();
  // Which of its places are asked for.
  const int begin = blockIdx.x == 0 ? static_cast<int>(at - start) : 0;
  const std::uint64_t rest = first + count - base;
  const int end = rest < static_cast<std::uint64_t>(piece_size) ? static_cast<int>(rest) : piece_size;
  T* const out = to + static_cast<std::int64_t>(base - first);  // base may lie below first: wraps
  const bool aligned = reinterpret_cast<std::uintptr_t>(out) % 16 == 0;
  const unsigned lane = threadIdx.x % 32u;
  const auto threads = static_cast<int>(blockDim.x);

  for (int place = static_cast<int>(threadIdx.x) * step; place < piece_size; place += threads * step) {
    raw raw_x[step];
    unsigned refused = 0;
    const std::uint64_t group = (start + static_cast<std::uint64_t>(place)) / sharing;
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
        std::uint32_t own[n];
#pragma unroll
        for (int i = 0; i < n; ++i) own[i] = w[s * n + i];
        const int k = b * sharing + s;
        if constexpr (detail::has_quick_attempt<D>) {
          const auto a = d.quick_attempt(own);
          raw_x[k] = a.value;
          refused |= (a.accepted ? 0u : 1u) << k;
        } else {
          const auto a = d.attempt(own);
          raw_x[k] = a.value;
          refused |= (a.accepted ? 0u : 1u) << k;
        }
      }
    }
    T x[step];
    complete_all(d, words, start + static_cast<std::uint64_t>(place), raw_x, x);
    if (aligned && place >= begin && place + step <= end) {
      store_aligned(out + place, x);
    } else {
#pragma unroll
      for (int k = 0; k < step; ++k) {
        if (place + k >= begin && place + k < end) {
          out[place + k] = x[k];
        } else {
          refused &= ~(1u << k);
        }
      }
    }
    if (refused != 0) {
      int to_list = detail::gpu::atomic_add(&open[0], detail::gpu::count_bits(refused));
      for (; refused != 0; refused &= refused - 1u)
        waiting[0][to_list++] = static_cast<std::uint16_t>(place + detail::gpu::first_set_bit(refused) - 1);
    }
  }

  // A quick attempt's refusals are looked at in full first.
  std::uint32_t k = detail::has_quick_attempt<D> ? 0 : 1;
  int before = piece_size;
  for (int now = 0;; now ^= 1) {
    detail::gpu::synchronise_block();
    const int left = open[now];
    if (left == 0) return;
    if (threadIdx.x == 0) open[now ^ 1] = 0;
    detail::gpu::synchronise_block();
    if (k >= most_attempts) {
      for (int i = static_cast<int>(threadIdx.x); i < left; i += threads) {
        out[waiting[now][i]] = D::failed();
        if (record != nullptr) note(&record->exhausted, base + waiting[now][i] - first);
      }
      return;
    }
    // Several lanes a sample where they would be idle: of one warp, or of all if most attempts fail.
    const int at_work = left * 2 > before ? threads : 32;
    before = left;
    unsigned shift = 0;
    while (shift < 5 && left << (shift + 1) <= at_work) ++shift;
    const unsigned lanes_a_sample = 1u << shift, rank = lane & (lanes_a_sample - 1u);
    for (int i = 0; i < left; i += threads >> shift) {
      const int slot = i + static_cast<int>(threadIdx.x >> shift);
      const bool active = slot < left;
      if (i + static_cast<int>((threadIdx.x - lane) >> shift) >= left) break;  // none of the warp's
      const int place = waiting[now][active ? slot : 0];
      const std::uint64_t j = base + static_cast<std::uint64_t>(place);
      std::uint32_t w[n];
      words(j, k + rank, w);
      const auto a = d.attempt(w);
      const unsigned accepted =
          detail::gpu::ballot(detail::gpu::all_lanes, active && a.accepted && k + rank < most_attempts);
      const unsigned of_sample =
          (accepted >> (lane - rank)) & (lanes_a_sample == 32u ? 0xffffffffu : (1u << lanes_a_sample) - 1u);
      if (of_sample != 0) {
        if (static_cast<int>(rank) == detail::gpu::first_set_bit(of_sample) - 1)
          out[place] = detail::completed(d, words, j, a.value);
      } else if (active && rank == 0) {
        waiting[now ^ 1][detail::gpu::atomic_add(&open[now ^ 1], 1)] = static_cast<std::uint16_t>(place);
      }
    }
    k += lanes_a_sample;
  }
}

template <class D, int Rounds>
__global__ void __launch_bounds__(256)
    grouped_kernel(const rejection_words<Rounds> words, const D given, typename D::result_type* to,
                   const std::uint64_t first, const std::uint64_t count, const unsigned group,
                   cuda_failures* record) {
  const D d = with_near_rows<1>(given);
  const std::uint64_t groups = std::uint64_t{gridDim.x} * (blockDim.x / group);
  std::uint64_t i = (std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x) / group;
  unsigned lanes = detail::gpu::ballot(detail::gpu::all_lanes, i < count);
  for (; i < count; i += groups, lanes = detail::gpu::ballot(lanes, i < count)) {
    const auto s = sample_in_group(words, first + i, detail::attempt_of<D>{d}, group, most_attempts, lanes);
    if (threadIdx.x % group != 0) continue;
    to[i] = s.accepted ? detail::completed(d, words, first + i, s.value) : D::failed();
    if (!s.accepted && record != nullptr) note(&record->exhausted, i);
  }
}

/// Sample j by inversion, outcome by outcome: a call, because it happens once in 10^7 samples.
template <class D, int Rounds>
__device__ __attribute__((noinline)) typename D::result_type counted_value(
    const rejection_words<Rounds>& words, const D& d, std::uint64_t j) {
  return detail::inverted(words, d, j);
}

/// The sum of x over the lanes below this one, and over all.
/// @param x  at most 15
__device__ __forceinline__ void count_lanes(unsigned x, unsigned lane, int& below, int& all) {
  below = all = 0;
#pragma unroll
  for (int b = 0; b < 4; ++b) {
    const unsigned lanes = detail::gpu::ballot(detail::gpu::all_lanes, (x >> b & 1u) != 0);
    below += detail::gpu::count_bits(lanes & ((1u << lane) - 1u)) << b;
    all += detail::gpu::count_bits(lanes) << b;
  }
}

/// Values by inversion from a table in device memory that comes to shared memory first. A warp makes a tile
/// of samples a step, eight a lane, of which most lie in cells with one outcome. The others go to a queue of
/// the warp, from which all its lanes take them together. What 32 bits cannot tell is left for the end, so
/// that the loop has no code for it.
template <class D, int Rounds>
__global__ void __launch_bounds__(256, 4)
    inversion_kernel(const __grid_constant__ rejection_words<Rounds> words, const __grid_constant__ D d,
                     typename D::result_type* to, const std::uint64_t first, const std::uint64_t count,
                     const inversion_table* table, const int piece_size) {
  using T = typename D::result_type;
  constexpr int tile = rejection_words<Rounds>::inversion_tile, most_warps = 8, most_left = 256;
  constexpr int m = 16 / sizeof(T), parts = 8 / m;  // a lane stores m neighbours in each part of the tile
  constexpr int room = tile + 32;
  alignas(16) __shared__ std::uint32_t shared_words[sizeof(inversion_table) / 4];
  __shared__ std::uint32_t queues[most_warps][room];  // a place, and below it the number's first 16 bits
  __shared__ int left[most_left], left_count;
  const auto& shared = *reinterpret_cast<const inversion_table*>(shared_words);
  const auto* const from = reinterpret_cast<const std::uint32_t*>(table);
  const auto threads = static_cast<int>(blockDim.x), mine = static_cast<int>(threadIdx.x);
  for (int i = mine; i < static_cast<int>(sizeof(inversion_table) / 4); i += threads)
    shared_words[i] = from[i];
  if (mine == 0) left_count = 0;
  detail::gpu::synchronise_block();

  const T mode = D::result(d.of_counted(shared.mode));
  const bool downwards = d.of_counted(1.0) < d.of_counted(0.0);
  const auto value_of = [&](int from_mode) {
    return mode + static_cast<T>(downwards ? -from_mode : from_mode);
  };
  const std::uint64_t at = words.first() + first;
  const std::uint64_t start = start_of_piece(at, piece_size), base = start - words.first();
  const int begin = blockIdx.x == 0 ? static_cast<int>(at - start) : 0;
  const std::uint64_t rest = first + count - base;
  const int end = rest < static_cast<std::uint64_t>(piece_size) ? static_cast<int>(rest) : piece_size;
  T* const out = to + static_cast<std::int64_t>(base - first);
  const bool aligned = reinterpret_cast<std::uintptr_t>(out) % 16 == 0;
  const unsigned lane = threadIdx.x % 32u;
  const int warp = mine / 32;
  std::uint32_t* const queue = queues[warp];
  int queued = 0;
  // Entries queued ... queued + n - 1, n at most 32.
  const auto settle = [&](int n) {
    if (static_cast<int>(lane) < n) {
      const std::uint32_t e = queue[queued + static_cast<int>(lane)];
      const int place = static_cast<int>(e >> 16);
      std::int32_t from_mode = 0;
      bool known = shared.find_by_half(e & 0xffffu, from_mode);
      if (!known) {
        const inversion_number u =
            words.inversion_rest(base + static_cast<std::uint64_t>(place), e & 0xffffu);
        known = shared.find(u.high, from_mode);
      }
      if (known) {
        out[place] = value_of(from_mode);
      } else if (const int slot = detail::gpu::atomic_add(&left_count, 1); slot < most_left) {
        left[slot] = place;
      }
    }
  };

  const std::uint64_t group = start / 8;
  const auto block = words.block(group, rejection_words<Rounds>::inversion_words, 0);
  for (int place = warp * tile; place < end; place += threads / 32 * tile) {
    if (place + tile <= begin) continue;
    std::uint32_t w[4];
    block(narrow(group) + static_cast<std::uint32_t>(place) / 8u + lane, w);
    const int own = place + static_cast<int>(lane) * m;
    unsigned open = 0;
    T x[parts][m];
#pragma unroll
    for (int i = 0; i < 8; ++i) {
      const int cell = shared.cell_of(i < 4 ? w[i % 4] & 0xffffu : w[i % 4] >> 16);
      open |= (cell < inversion_table::two ? 0u : 1u) << i;
      x[i / m][i % m] = value_of(cell - inversion_table::at_mode);
    }
    if (aligned && place >= begin && place + tile <= end) {
#pragma unroll
      for (int p = 0; p < parts; ++p) store_aligned(out + (own + 32 * m * p), x[p]);
    } else {
#pragma unroll
      for (int i = 0; i < 8; ++i) {
        const int one = own + 32 * m * (i / m) + i % m;
        if (one >= begin && one < end) {
          out[one] = x[i / m][i % m];
        } else {
          open &= ~(1u << i);
        }
      }
    }
    int slot = 0, more = 0;
    count_lanes(static_cast<unsigned>(detail::gpu::count_bits(open)), lane, slot, more);
    if (more == 0) continue;
    for (slot += queued; open != 0; open &= open - 1u) {
      const int i = detail::gpu::first_set_bit(open) - 1;
      const std::uint32_t a = (i & 1) != 0 ? w[1] : w[0], b = (i & 1) != 0 ? w[3] : w[2];
      const std::uint32_t both = (i & 2) != 0 ? b : a, half = i < 4 ? both & 0xffffu : both >> 16;
      const int where = own + 32 * m * (i / m) + i % m;
      queue[slot++] = static_cast<std::uint32_t>(where) << 16 | half;
    }
    queued += more;
    detail::gpu::synchronise_warp();
    while (queued >= 32) {
      queued -= 32;
      settle(32);
    }
    detail::gpu::synchronise_warp();
  }
  const int last = queued;
  queued = 0;
  settle(last);
  detail::gpu::synchronise_block();
  const int all_left = left_count;
  if (all_left > most_left) {  // hardly ever: everything again
    for (int place = begin + mine; place < end; place += threads)
      out[place] = counted_value(words, d, base + static_cast<std::uint64_t>(place));
    return;
  }
  for (int i = mine; i < all_left; i += threads)
    out[left[i]] = counted_value(words, d, base + static_cast<std::uint64_t>(left[i]));
}

/// The same without a table, outcome by outcome: a thread a sample.
template <class D, int Rounds>
__global__ void __launch_bounds__(256)
    counting_kernel(const rejection_words<Rounds> words, const D d, typename D::result_type* to,
                    const std::uint64_t first, const std::uint64_t count) {
  const std::uint64_t threads = std::uint64_t{gridDim.x} * blockDim.x;
  for (std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += threads)
    to[i] = detail::inverted(words, d, first + i);
}

/// A thread a sample, each with parameters of its own.
template <class D, int Rounds>
__global__ void __launch_bounds__(256)
    each_kernel(const rejection_words<Rounds> words, const device_arrays<D> arrays,
                typename D::result_type* to, const std::uint64_t first, const std::uint64_t count,
                cuda_failures* record) {
  const quantile_rows rows = staged_rows<D, 1>();
  const std::uint64_t threads = std::uint64_t{gridDim.x} * blockDim.x;
  for (std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += threads) {
    parameters_of<D> p;
    arrays.read(i, p);
    if (D::bad_parameter(p) >= 0) {
      to[i] = D::failed();
      if (record != nullptr) note(&record->bad, i);
      continue;
    }
    const auto s = sample(words, reading(D(unchecked, p), rows), first + i);
    to[i] = s.value;
    if (!s.accepted && record != nullptr) note(&record->exhausted, i);
  }
}

}  // namespace tali::cuda_driver
