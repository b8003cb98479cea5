// SPDX-License-Identifier: Apache-2.0
// The launchers of vectors, categories and permutations.
#include <cstddef>
#include <cstdint>

#include "gpu/launch.cuh"
#include "gpu/runtime.hpp"
#include "gpu/vectors.hpp"
#include "gpu/vectors_kernel.cuh"

namespace tali::cuda_driver {

namespace {

using words_of_any_rounds = row_words<rounds_at_run_time>;

template <int G, class View>
void launch_team(const cuda& where, const words_of_any_rounds& words, const View& d,
                 typename View::result_type* to, std::uint64_t first, std::uint64_t rows) {
  runtime::launch("kernel of vectors", team_kernel<G, View, rounds_at_run_time>,
                  {runtime::blocks_for(where.ordinal, rows, row_threads / G), row_threads}, where.stream,
                  words, d, to, first, rows);
}

/// As many lanes as a row has parts, up to a warp. These kernels are large, and one serves all engines.
/// @tparam least  parts that a row has at least
template <std::uint32_t least = 1, class View>
void launch_rows(const cuda& where, const words_of_any_rounds& words, const View& d,
                 typename View::result_type* to, std::uint64_t first, std::uint64_t rows) {
  const std::uint32_t parts = d.parts();
  if constexpr (least == 1) {
    if (parts == 1) return launch_team<1>(where, words, d, to, first, rows);
  }
  if (parts <= 2) {
    launch_team<2>(where, words, d, to, first, rows);
  } else if (parts <= 4) {
    launch_team<4>(where, words, d, to, first, rows);
  } else if (parts <= 8) {
    launch_team<8>(where, words, d, to, first, rows);
  } else if (parts <= 16) {
    launch_team<16>(where, words, d, to, first, rows);
  } else {
    launch_team<32>(where, words, d, to, first, rows);
  }
}

template <int d, class T, int Rounds>
void launch_small(const cuda& where, const row_words<Rounds>& words, T* to, std::uint64_t first,
                  std::uint64_t rows) {
  constexpr int sharing = 4 / direction<T>::template words_of<d>;
  runtime::launch("kernel of vectors", direction_kernel<T, d, Rounds>,
                  {runtime::blocks_for(where.ordinal, rows / sharing + 1, row_threads), row_threads},
                  where.stream, words, to, first, rows);
}

template <class T, int Rounds>
void launch_view(const cuda& where, const row_words<Rounds>& words, const direction<T>& d, T* to,
                 std::uint64_t first, std::uint64_t rows) {
  switch (d.size()) {
    case 1:
      return launch_small<1>(where, words, to, first, rows);
    case 2:
      return launch_small<2>(where, words, to, first, rows);
    case 3:
      return launch_small<3>(where, words, to, first, rows);
    default:
      return launch_rows<4 / detail::normals_a_block<T>>(where, words_of_any_rounds(words), d, to, first,
                                                         rows);
  }
}

template <class T, int Rounds>
void launch_view(const cuda& where, const row_words<Rounds>& words, const dirichlet_view<T>& d, T* to,
                 std::uint64_t first, std::uint64_t rows) {
  launch_rows(where, words_of_any_rounds(words), d, to, first, rows);
}

template <class T, int Rounds>
void launch_view(const cuda& where, const row_words<Rounds>& words, const multivariate_normal_view<T>& d,
                 T* to, std::uint64_t first, std::uint64_t rows) {
  const std::size_t size = d.size();
  if (size <= small_dimensions) {
    const std::size_t bytes = size * (row_threads + 1) * sizeof(T);
    runtime::launch("kernel of vectors", small_normals_kernel<T, Rounds>,
                    {runtime::blocks_for(where.ordinal, rows, row_threads), row_threads, bytes}, where.stream,
                    words, d, to, first, rows);
    return;
  }
  const std::size_t bytes = size * normal_rows * sizeof(T);
  constexpr std::size_t most_bytes = multivariate_normal<T>::most_dimensions * normal_rows * sizeof(T);
  runtime::launch("kernel of vectors", normals_kernel<T, Rounds>,
                  {runtime::blocks_for(where.ordinal, rows, normal_rows), row_threads, bytes, most_bytes},
                  where.stream, words, d, to, first, rows);
}

template <class View, int Rounds>
requires(View::row_by_row) void launch_view(const cuda& where, const row_words<Rounds>& words, const View& d,
                                            typename View::result_type* to, std::uint64_t first,
                                            std::uint64_t rows) {
  launch_team<1>(where, words_of_any_rounds(words), d, to, first, rows);
}

template <class D, int Rounds>
void launch_vectors(const cuda& where, const detail::fill_job& job) {
  const row_words<Rounds> words(*static_cast<const philox4x32_engine<Rounds>*>(job.engine), D::tag);
  launch_view(where, words, *static_cast<const typename D::view_type*>(job.distribution),
              static_cast<typename D::result_type*>(job.to), job.first, job.n);
}

template <class E>
void launch_categorical(const cuda& where, const detail::fill_job& fill) {
  launch<E, categorical_view>(where, fill, false, nullptr);
}

template <int Rounds, class... D>
void add_vectors(vectors_launcher* table, type_list<D...>) {
  ((*table++ = &launch_vectors<D, Rounds>), ...);
}

template <class... E>
void add_categories(categorical_launcher* table, type_list<E...>) {
  ((*table++ = &launch_categorical<E>), ...);
}

}  // namespace

vectors_table vectors_kernels() {
  static_assert(counter_engines::index_of<philox4x32>() == 0 &&
                counter_engines::index_of<philox4x32_7>() == 1 && counter_engines::size == 2);
  vectors_table table{};
  add_vectors<10>(table.vectors[0], vector_distributions{});
  add_vectors<7>(table.vectors[1], vector_distributions{});
  add_categories(table.categories, engines{});
  return table;
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
