// SPDX-License-Identifier: Apache-2.0
// The launchers of vectors, categories and permutations.
#include <cstddef>
#include <cstdint>

#include <tali/catalogue.hpp>
#include <tali/detail/device.hpp>

#include "gpu/bulk/launch.cuh"
#include "gpu/bulk/row_batch.cuh"
#include "gpu/kernels.hpp"
#include "gpu/runtime/runtime.hpp"

namespace tali::cuda_driver {

// The kernels of vectors and permutations.
//
// Directions of one to three dimensions: a thread makes the rows that share a block of words. Other rows of
// independent parts: a group of lanes per row, one lane per part, up to a warp. Multivariate normal rows: if
// the matrix is small, one thread per row, with its numbers in shared memory; otherwise one block for several
// rows, so that each column of the factor is read from memory once for all of them.

inline constexpr int row_threads = 128;

/// `sharing` rows per thread.
template <class T, int d, int Rounds>
__global__ void __launch_bounds__(row_threads)
    direction_kernel(row_words<Rounds> words, T* to, std::uint64_t first, const std::uint64_t rows,
                     const __grid_constant__ row_batch batch) {
  turn_to_row(batch, blockIdx.y, d, words, first, to);
  constexpr int n = direction<T>::template words_of<d>, sharing = 4 / n;
  const std::uint64_t start = words.row(first), skip = start % sharing;
  const std::uint64_t threads = std::uint64_t{gridDim.x} * row_threads,
                      groups = (skip + rows + sharing - 1) / sharing;
  for (std::uint64_t g = std::uint64_t{blockIdx.x} * row_threads + threadIdx.x; g < groups; g += threads) {
    const std::uint64_t group =
        (start - skip + g * sharing) / sharing;  // rows of a moved engine may wrap around
    std::uint32_t w[4];
    words.samples().block(group, 0, 0)(narrow(group), w);
    T x[sharing][d];
#pragma unroll
    for (int s = 0; s < sharing; ++s) {
      std::uint32_t sample_words[n];
#pragma unroll
      for (int i = 0; i < n; ++i) sample_words[i] = w[s * n + i];
      direction<T>::of_words(sample_words, x[s]);
    }
#pragma unroll
    for (int s = 0; s < sharing; ++s) {
      const std::uint64_t row = g * sharing + s;
      if (row < skip || row - skip >= rows) continue;
#pragma unroll
      for (int k = 0; k < d; ++k) to[(row - skip) * d + k] = x[s][k];
    }
  }
}

/// G lanes per row.
template <int G, class View, int Rounds>
__global__ void __launch_bounds__(row_threads)
    team_kernel(row_words<Rounds> words, const View d, typename View::result_type* to, std::uint64_t first,
                const std::uint64_t rows, const __grid_constant__ row_batch batch) {
  turn_to_row(batch, blockIdx.y, d.size(), words, first, to);
  constexpr unsigned teams = row_threads / G;
  const std::uint64_t all = std::uint64_t{gridDim.x} * teams;
  for (std::uint64_t r = std::uint64_t{blockIdx.x} * teams + threadIdx.x / G; r < rows; r += all) {
    d.row(lane_group<G>{}, words, first + r, to + r * d.size());
  }
}

/// Rows that a block of normals_kernel makes at a time, and the largest matrix of small_normals_kernel.
inline constexpr int normal_rows = 8;
inline constexpr std::uint32_t small_dimensions = 32;

/// Vectors of more than small_dimensions values, `normal_rows` rows per block. Shared memory holds their
/// numbers z, one row after the other.
template <class T, int Rounds>
__global__ void __launch_bounds__(row_threads)
    normals_kernel(row_words<Rounds> words, const detail::multivariate_normal_view<T> d, T* to,
                   std::uint64_t first, const std::uint64_t rows, const __grid_constant__ row_batch batch) {
  turn_to_row(batch, blockIdx.y, d.size(), words, first, to);
  extern __shared__ double shared_doubles[];
  T* const z = reinterpret_cast<T*>(shared_doubles);
  constexpr std::uint32_t n = detail::normals_per_block<T>;
  const std::uint32_t size = d.size(), blocks = (size + n - 1) / n;
  for (std::uint64_t base = std::uint64_t{blockIdx.x} * normal_rows; base < rows;
       base += std::uint64_t{gridDim.x} * normal_rows) {
    detail::gpu::synchronise_block();
    for (std::uint32_t i = threadIdx.x; i < blocks * normal_rows; i += row_threads) {
      const std::uint32_t m = i % normal_rows, b = i / normal_rows;
      T of_block[n];
      detail::normal_block(words, words.row(first + base + m), b, of_block);
#pragma unroll
      for (std::uint32_t k = 0; k < n; ++k) {
        if (b * n + k < size) z[(b * n + k) * normal_rows + m] = of_block[k];
      }
    }
    detail::gpu::synchronise_block();
    for (std::uint32_t r = threadIdx.x; r < size; r += row_threads) {
      T x[normal_rows];
#pragma unroll
      for (int m = 0; m < normal_rows; ++m) x[m] = d.mean(r);
      for (std::uint32_t c = 0; c <= r; ++c) {
        const T factor = d.factor_column(c)[r];
#pragma unroll
        for (int m = 0; m < normal_rows; ++m) x[m] = fma(factor, z[c * normal_rows + m], x[m]);
      }
#pragma unroll
      for (int m = 0; m < normal_rows; ++m) {
        if (base + m < rows) to[(base + m) * size + r] = x[m];
      }
    }
  }
}

/// Vectors of at most small_dimensions values, one thread per row. Shared memory holds z, then x, of all
/// threads.
template <class T, int Rounds>
__global__ void __launch_bounds__(row_threads)
    small_normals_kernel(row_words<Rounds> words, const detail::multivariate_normal_view<T> d, T* to,
                         std::uint64_t first, const std::uint64_t rows,
                         const __grid_constant__ row_batch batch) {
  turn_to_row(batch, blockIdx.y, d.size(), words, first, to);
  extern __shared__ double shared_doubles[];
  T* const values = reinterpret_cast<T*>(shared_doubles);
  // One more than the number of threads, so that neither a column nor a row falls into one bank.
  constexpr std::uint32_t pitch = row_threads + 1;
  T* const z = values + threadIdx.x;
  constexpr std::uint32_t n = detail::normals_per_block<T>;
  const std::uint32_t size = d.size();
  for (std::uint64_t base = std::uint64_t{blockIdx.x} * row_threads; base < rows;
       base += std::uint64_t{gridDim.x} * row_threads) {
    for (std::uint32_t b = 0; b * n < size; ++b) {
      T of_block[n];
      detail::normal_block(words, words.row(first + base + threadIdx.x), b, of_block);
#pragma unroll
      for (std::uint32_t k = 0; k < n; ++k) {
        if (b * n + k < size) z[(b * n + k) * pitch] = of_block[k];
      }
    }
    for (std::uint32_t r = size; r-- != 0;) {
      const T* const factor = d.factor_row(r);
      T x = d.mean(r);
      for (std::uint32_t c = 0; c <= r; ++c) x = fma(factor[c], z[c * pitch], x);
      z[r * pitch] = x;
    }
    detail::gpu::synchronise_block();
    const std::uint64_t left = rows - base;
    const std::uint32_t value_count =
        (left < row_threads ? static_cast<std::uint32_t>(left) : row_threads) * size;
    for (std::uint32_t i = threadIdx.x; i < value_count; i += row_threads)
      to[base * size + i] = values[i % size * pitch + i / size];
    detail::gpu::synchronise_block();
  }
}

template <class T>
__global__ void __launch_bounds__(256)
    permutation_kernel(const permutation<T> p, T* to, const T first, const std::uint64_t n) {
  const std::uint64_t threads = std::uint64_t{gridDim.x} * 256;
  for (std::uint64_t i = std::uint64_t{blockIdx.x} * 256 + threadIdx.x; i < n; i += threads) {
    to[i] = p(static_cast<T>(first + i));
  }
}

namespace {

using row_words_of_any_rounds = row_words<detail::rounds_at_run_time>;

/// The destination of vectors: one range, or one range per row.
struct vectors_range {
  const cuda& where;
  std::uint64_t first;
  std::uint64_t n;  ///< number of vectors, per row if there are rows
  row_batch batch;
  unsigned rows;

  /// A launch of blocks that make `a_block` vectors each at a time.
  [[nodiscard]] runtime::launch_grid grid(std::uint64_t vectors, std::uint64_t a_block,
                                          std::size_t shared_bytes = 0,
                                          std::size_t max_shared_bytes = 0) const {
    return {runtime::blocks_for(where.ordinal, vectors, a_block), row_threads, shared_bytes, max_shared_bytes,
            rows};
  }
};

template <int G, class View>
void launch_team(const vectors_range& r, const row_words_of_any_rounds& words, const View& d,
                 typename View::result_type* to) {
  runtime::launch("kernel of vectors", team_kernel<G, View, detail::rounds_at_run_time>,
                  r.grid(r.n, row_threads / G), r.where.stream, words, d, to, r.first, r.n, r.batch);
}

/// As many lanes as a row has parts, up to a warp. These kernels are large, so one serves all engines.
/// @tparam min_parts  minimum number of parts of a row
template <std::uint32_t min_parts = 1, class View>
void launch_rows(const vectors_range& r, const row_words_of_any_rounds& words, const View& d,
                 typename View::result_type* to) {
  const std::uint32_t parts = d.parts();
  if constexpr (min_parts == 1) {
    if (parts == 1) return launch_team<1>(r, words, d, to);
  }
  if (parts <= 2) {
    launch_team<2>(r, words, d, to);
  } else if (parts <= 4) {
    launch_team<4>(r, words, d, to);
  } else if (parts <= 8) {
    launch_team<8>(r, words, d, to);
  } else if (parts <= 16) {
    launch_team<16>(r, words, d, to);
  } else {
    launch_team<32>(r, words, d, to);
  }
}

template <int d, class T, int Rounds>
void launch_small(const vectors_range& r, const row_words<Rounds>& words, T* to) {
  constexpr int sharing = 4 / direction<T>::template words_of<d>;
  runtime::launch("kernel of vectors", direction_kernel<T, d, Rounds>, r.grid(r.n / sharing + 1, row_threads),
                  r.where.stream, words, to, r.first, r.n, r.batch);
}

template <class T, int Rounds>
void launch_view(const vectors_range& r, const row_words<Rounds>& words, const direction<T>& d, T* to) {
  switch (d.size()) {
    case 1:
      return launch_small<1>(r, words, to);
    case 2:
      return launch_small<2>(r, words, to);
    case 3:
      return launch_small<3>(r, words, to);
    default:
      return launch_rows<4 / detail::normals_per_block<T>>(r, row_words_of_any_rounds(words), d, to);
  }
}

template <class T, int Rounds>
void launch_view(const vectors_range& r, const row_words<Rounds>& words, const detail::dirichlet_view<T>& d,
                 T* to) {
  launch_rows(r, row_words_of_any_rounds(words), d, to);
}

template <class T, int Rounds>
void launch_view(const vectors_range& r, const row_words<Rounds>& words,
                 const detail::multivariate_normal_view<T>& d, T* to) {
  const std::size_t size = d.size();
  if (size <= small_dimensions) {
    const std::size_t bytes = size * (row_threads + 1) * sizeof(T);
    runtime::launch("kernel of vectors", small_normals_kernel<T, Rounds>, r.grid(r.n, row_threads, bytes),
                    r.where.stream, words, d, to, r.first, r.n, r.batch);
    return;
  }
  const std::size_t bytes = size * normal_rows * sizeof(T);
  constexpr std::size_t max_bytes = multivariate_normal<T>::max_dimensions * normal_rows * sizeof(T);
  runtime::launch("kernel of vectors", normals_kernel<T, Rounds>, r.grid(r.n, normal_rows, bytes, max_bytes),
                  r.where.stream, words, d, to, r.first, r.n, r.batch);
}

template <class View, int Rounds>
requires(View::row_by_row) void launch_view(const vectors_range& r, const row_words<Rounds>& words,
                                            const View& d, typename View::result_type* to) {
  launch_team<1>(r, row_words_of_any_rounds(words), d, to);
}

template <class D, int Rounds>
void launch_vectors(const cuda& where, const detail::request& job) {
  const detail::row_list* const rows = job.rows;
  const row_words<Rounds> words(*static_cast<const philox4x32_engine<Rounds>*>(job.engine), D::tag);
  const auto& d = *static_cast<const typename D::view_type*>(job.distribution);
  auto* const to = static_cast<typename D::result_type*>(job.to);
  if (rows == nullptr) return launch_view(vectors_range{where, job.first, job.n, {}, 1}, words, d, to);
  for_each_batch(*rows, D::tag, [&](const row_batch& batch, unsigned row_count) {
    launch_view(vectors_range{where, 0, rows->n, batch, row_count}, words, d, to);
  });
}

template <class E>
void launch_categorical(const cuda& where, const detail::request& fill) {
  launch<E, detail::categorical_view>(where, fill, false, nullptr);
}

template <int Rounds, class... D>
constexpr detail::distribution_table<launcher, catalogue::vector_distributions> all_of(
    detail::type_list<D...>) {
  detail::distribution_table<launcher, catalogue::vector_distributions> all{};
  int j = 0;
  ((all.at[j++] = &launch_vectors<D, Rounds>), ...);
  return all;
}

}  // namespace

launcher vectors_launcher(const detail::request& r) {
  return detail::with_engine<catalogue::counter_engines>(
      r, [&]<int Rounds>(const philox4x32_engine<Rounds>&) {
        static constexpr auto all = all_of<Rounds>(catalogue::vector_distributions{});
        return all[r];
      });
}

launcher categorical_launcher(const detail::request& r) {
  return detail::with_engine<catalogue::engines>(
      r, []<class E>(const E&) -> launcher { return &launch_categorical<E>; });
}

template <class T>
void launch_permutation(const cuda& where, const permutation<T>& p, T first, T* to, std::size_t n) {
  runtime::launch("permutation kernel", permutation_kernel<T>,
                  {runtime::blocks_for(where.ordinal, n, 256), 256}, where.stream, p, to, first, n);
}

template void launch_permutation(const cuda&, const permutation<std::uint32_t>&, std::uint32_t,
                                 std::uint32_t*, std::size_t);
template void launch_permutation(const cuda&, const permutation<std::uint64_t>&, std::uint64_t,
                                 std::uint64_t*, std::size_t);

}  // namespace tali::cuda_driver
