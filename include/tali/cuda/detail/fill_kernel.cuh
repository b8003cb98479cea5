// SPDX-License-Identifier: Apache-2.0
// The bulk kernel, for any jumping engine and any distribution of fixed budget.
//
// It is the multi-linear scheme of P. Pochmara, "Efficient minimal PCG32 implementation for CUDA-enabled
// GPUs": a thread jumps once, then makes 16 bytes per step and strides by a precomputed distance. In the
// paper threads stride over the whole range; here, by default, over a contiguous piece per block. Stores in
// flight then have neighbouring addresses, which current GPUs write faster (docs/explain/speed.md).
#pragma once

#include <tali/cuda/detail/staged_rows.cuh>
#include <tali/detail/standard.hpp>
#include <tali/sequence.hpp>

namespace tali::cuda_driver {

/// One launch, in units of vectors of 16 bytes.
struct plan {
  std::uint64_t base;        ///< index of the first element
  std::uint64_t head;        ///< elements before the first aligned vector
  std::uint64_t vectors;     ///< aligned vectors
  std::uint64_t tail;        ///< elements after the last aligned vector
  std::uint64_t block_span;  ///< vectors from a block's first vector to the next block's
  std::uint64_t stride;      ///< vectors from one store of a thread to the next
  std::uint64_t steps;       ///< maximum stores per thread
};

template <class T>
struct alignas(16) vector_of {
  static constexpr int count = 16 / sizeof(T);
  T x[count];
};

/// Vectors of a long range begin at multiples of cache lines, so that warps store whole lines.
inline constexpr unsigned line_bytes = 128;

/// The plan for n elements, except the division into blocks.
/// @param alignment  alignment of the first aligned vector, in bytes: 16, or line_bytes
template <class T>
TALI_FN plan plan_of(std::uint64_t first, const T* to, std::uint64_t n, unsigned alignment = 16) {
  const std::uint64_t past = reinterpret_cast<std::uintptr_t>(to) % alignment;
  plan p{};
  p.base = first;
  p.head = past == 0 ? 0 : (alignment - past) / sizeof(T);
  if (p.head > n) p.head = n;
  p.vectors = (n - p.head) / vector_of<T>::count;
  p.tail = n - p.head - p.vectors * vector_of<T>::count;
  return p;
}

/// Number of words per vector.
template <class D>
inline constexpr int vector_words = vector_of<typename D::result_type>::count* D::words;

/// Whether a vector consists of whole groups of several words, and uses all their words.
template <class D, class E>
inline constexpr bool vectors_are_groups =
    E::group > 1 && vector_words<D> % E::group == 0 && !stepwise_distribution<D>;

/// Position of the first aligned vector within a group of the engine, in words.
template <class D, class E>
TALI_FN int phase_of_vectors(const E& e, const plan& p) {
  const std::uint64_t first_word = (p.base + p.head) * D::words + static_cast<std::uint64_t>(e.phase());
  return static_cast<int>(first_word % E::group);
}

/// Whether every aligned vector begins at a group of the engine.
template <class D, class E>
bool vectors_begin_groups(const E& e, const plan& p) {
  return vector_words<D> % E::group == 0 && phase_of_vectors<D>(e, p) == 0;
}

/// Makes a vector from its words.
template <class D>
__device__ __forceinline__ vector_of<typename D::result_type> vector_from_words(
    const D& distribution, const std::uint32_t (&w)[vector_words<D>]) {
  vector_of<typename D::result_type> x;
#pragma unroll
  for (int k = 0; k < x.count; ++k) {
    std::uint32_t value_words[D::words];
#pragma unroll
    for (int j = 0; j < D::words; ++j) value_words[j] = w[k * D::words + j];
    x.x[k] = static_cast<typename D::result_type>(distribution(value_words));
  }
  return x;
}

/// The vector of the next words at a cursor.
/// @tparam Steady  take_steady() may be called
template <bool Steady, class E, class Shape, class D>
__device__ __forceinline__ vector_of<typename D::result_type> vector_at(
    const typename E::template cursor<Shape>& at, const D& distribution) {
  if constexpr (stepwise_distribution<D>) {
    // A lane starts its next value while other lanes still compute theirs, so that a warp waits for its
    // slowest lane once per vector instead of once per value.
    vector_of<typename D::result_type> x{};  // otherwise nvcc 13.0 exchanges values
    const typename E::stride step_stride(D::step_words), value_stride(D::words);
    typename E::template cursor<Shape> first = at, current = at;
    auto state = distribution.template begin<std::uint32_t>();
    for (int left = x.count; left != 0;) {
      std::uint32_t w[D::step_words];
      if (detail::take_step<Steady, E>(current, distribution, state, w)) {
        current.advance(step_stride);
      } else {
#pragma unroll
        for (int k = 0; k + 1 < x.count; ++k) x.x[k] = x.x[k + 1];
        x.x[x.count - 1] = state.value();
        first.advance(value_stride);
        current = first;
        state = distribution.template begin<std::uint32_t>();
        --left;
      }
    }
    return x;
  } else {
    std::uint32_t w[vector_words<D>];
    if constexpr (Steady) {
      at.take_steady(w);
    } else {
      at.take(w);
    }
    return vector_from_words(distribution, w);
  }
}

/// Fills vectors of a warp that have the length of whole groups but begin within a group. A lane makes whole
/// groups and gets its missing words from the next lane, or from the previous lane if those are fewer. The
/// last lane and the first lane of the next step are neighbours.
template <class E, class D>
__device__ __forceinline__ void fill_across(const E& engine, const D& distribution,
                                            typename D::result_type* to, const plan& p) {
  constexpr int group = E::group, words = vector_words<D>;
  constexpr unsigned lanes = 32;
  const unsigned lane = threadIdx.x % lanes;
  const std::uint64_t warp = std::uint64_t{blockIdx.x} * (blockDim.x / lanes) + threadIdx.x / lanes;
  const std::uint64_t begin = warp * lanes * p.steps, word = (p.base + p.head) * D::words;
  if (begin >= p.vectors) return;
  auto* const vectors = reinterpret_cast<vector_of<typename D::result_type>*>(to + p.head);
  auto* out = vectors + begin + lane;
  const typename E::stride stride(lanes * words);
  const auto store = [&](const std::uint32_t(&w)[words]) {
    *out = vector_from_words(distribution, w);
    out += lanes;
  };

  const int phase = phase_of_vectors<D>(engine, p);
  const auto groups_from = [&](std::uint64_t vector) {
    return typename E::template cursor<scalar::at_groups>(
        engine, word - static_cast<unsigned>(phase) + vector * words, 0);
  };
  // The same in all lanes.
  if (p.vectors - begin >= lanes * p.steps && groups_from(begin).steady(stride, p.steps + 2)) {
    constexpr int half = group / 2;
    if (phase <= half) {
      auto groups = groups_from(begin + lane);
      std::uint32_t current[words], next[words];
      groups.take_steady(current);
      for (auto left = static_cast<std::uint32_t>(p.steps); left != 0; --left) {
        groups.advance(stride);
        groups.take_steady(next);
#pragma unroll
        for (int j = 0; j < half; ++j) {
          if (j >= phase) continue;
          // Shifts the vector by one word: word j becomes its first.
          const std::uint32_t following = detail::gpu::shuffle(
              detail::gpu::all_lanes, lane == 0 ? next[j] : current[0], static_cast<int>((lane + 1) % lanes));
#pragma unroll
          for (int k = 0; k + 1 < words; ++k) current[k] = current[k + 1];
          current[words - 1] = following;
        }
        store(current);
#pragma unroll
        for (int k = 0; k < words; ++k) current[k] = next[k];
      }
    } else {
      std::uint32_t current[words], first[group], last[half];
      groups_from(begin).take_steady(first);
#pragma unroll
      for (int j = 0; j < half; ++j) last[j] = first[group - 1 - j];
      typename E::template cursor<scalar::at_groups> groups(
          engine, word + static_cast<unsigned>(group - phase) + (begin + lane) * words, 0);
      for (auto left = static_cast<std::uint32_t>(p.steps); left != 0; --left) {
        groups.take_steady(current);
        groups.advance(stride);
#pragma unroll
        for (int j = 0; j < half; ++j) {
          if (j >= group - phase) continue;
          // Shifts the vector by one word: the word j positions before its last becomes its last.
          const std::uint32_t last_word = current[words - 1];
          const std::uint32_t preceding =
              detail::gpu::shuffle(detail::gpu::all_lanes, lane + 1 == lanes ? last[j] : last_word,
                                   static_cast<int>((lane + lanes - 1) % lanes));
          last[j] = last_word;
#pragma unroll
          for (int k = words - 1; k != 0; --k) current[k] = current[k - 1];
          current[0] = preceding;
        }
        store(current);
      }
    }
    return;
  }
  typename E::template cursor<scalar> at(engine, word + (begin + lane) * words, 0);
  for (std::uint64_t left = p.steps; left != 0 && out < vectors + p.vectors; --left) {
    std::uint32_t w[words];
    at.take(w);
    store(w);
    at.advance(stride);
  }
}

/// @tparam Shape scalar, or scalar::at_groups if the first aligned vector begins at a group of the engine
template <class Shape, class E, class D>
__device__ __forceinline__ void fill_piece(const E& engine, const D& given, typename D::result_type* to,
                                           const plan& p, const typename E::stride& stride) {
  using T = typename D::result_type;
  using vector = vector_of<T>;
  constexpr int words = vector_words<D>;
  const D distribution = with_near_rows<4>(given);

  if (blockIdx.x == 0) {
    // The elements before and after the aligned vectors.
    for (std::uint64_t i = threadIdx.x; i < p.head + p.tail; i += blockDim.x) {
      const std::uint64_t j = i < p.head ? i : i + p.vectors * vector::count;
      to[j] = value(engine, distribution, p.base + j);
    }
  }

  if constexpr (!Shape::aligned && vectors_are_groups<D, E>) {
    if (p.stride == blockDim.x) {  // each block has a contiguous piece: no grid size was requested
      fill_across(engine, distribution, to, p);
      return;
    }
  }
  const std::uint64_t v = blockIdx.x * p.block_span + threadIdx.x;
  if (v >= p.vectors) return;
  auto* out = reinterpret_cast<vector*>(to + p.head) + v;
  typename E::template cursor<Shape> at(engine, (p.base + p.head) * D::words + v * words, 0);
  const auto store = [&](const vector& x) {
    *out = x;
    out += p.stride;
    at.advance(stride);
  };
  // Full blocks only count steps; only the last blocks check for the end of the range.
  if (p.vectors - v > p.stride * (p.steps - 1) && at.steady(stride, p.steps)) {
#pragma unroll 2
    for (auto left = static_cast<std::uint32_t>(p.steps); left != 0; --left) {
      store(vector_at<true, E, Shape>(at, distribution));
    }
  } else {
    const vector* const end = reinterpret_cast<vector*>(to + p.head) + p.vectors;
    for (std::uint64_t left = p.steps; left != 0 && out < end; --left) {
      store(vector_at<false, E, Shape>(at, distribution));
    }
  }
}

/// Blocks of up to 1024 threads must fit for every distribution.
inline constexpr int max_threads = 1024;

/// A distribution of doubles with a long chain of dependent operations.
template <class D>
concept long_doubles = std::is_same_v<typename D::result_type, double> && heavy_distribution<D>;

/// The minimum number of such blocks per multiprocessor. With 0 (no minimum) the compiler saves registers to
/// fit more warps; with 1 it uses up to 64 registers. With 1, exponential doubles, a long chain of
/// operations, are 15 % faster, and floats 3 % slower (evidence/2026-11-28-h200-bounds.json).
template <class D>
inline constexpr int min_blocks = long_doubles<D> ? 1 : 0;

template <class Shape, class E, class D>
__global__ void __launch_bounds__(max_threads, min_blocks<D>)
    fill_kernel(const E engine, const D distribution, typename D::result_type* to, const plan p,
                const typename E::stride stride) {
  fill_piece<Shape>(engine, distribution, to, p, stride);
}

/// The same, starting at any word of the engine `stored` in device memory, or of `given` if `stored` is null:
/// one kernel for ranges that follow another fill, and for ranges that begin within a group of the engine.
template <class E, class D>
__global__ void __launch_bounds__(max_threads, min_blocks<D>)
    fill_anywhere_kernel(const E* stored, const E given, const D distribution, typename D::result_type* to,
                         const plan p, const typename E::stride stride) {
  const E engine = stored != nullptr ? *stored : given;
  fill_piece<scalar>(engine, distribution, to, p, stride);
}

/// Calls launch(kernel, arguments...) with the kernel for a range.
/// @returns what `launch` returns
template <class E, class D, class Launch>
auto launch_fill(const E& e, const D& d, typename D::result_type* to, const plan& p,
                 const typename E::stride& stride, const Launch& launch) {
  if constexpr (E::group == 1) {
    return launch(fill_kernel<scalar, E, D>, e, d, to, p, stride);
  } else {
    // A vector may be smaller than a group: with one word per double, a vector is half a group of Philox.
    if constexpr (vector_words<D> % E::group == 0) {
      if (vectors_begin_groups<D>(e, p)) {
        return launch(fill_kernel<scalar::at_groups, E, D>, e, d, to, p, stride);
      }
    }
    return launch(fill_anywhere_kernel<E, D>, nullptr, e, d, to, p, stride);
  }
}

/// The engine advanced by `words` words.
template <class E>
__global__ void advance_kernel(const E* before, E* after, std::uint64_t words) {
  E e = *before;
  e.discard(words);
  *after = e;
}

}  // namespace tali::cuda_driver
