// SPDX-License-Identifier: Apache-2.0
// The launchers of vectors, categories and permutations.
#include <cstddef>
#include <cstdint>

#include "gpu/bulk/launch.cuh"
#include "gpu/rows/vectors.hpp"
#include "gpu/rows/vectors_kernel.cuh"
#include "gpu/runtime/runtime.hpp"

namespace tali::cuda_driver {

namespace {

using words_of_any_rounds = row_words<rounds_at_run_time>;

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
                                          std::size_t most_shared_bytes = 0) const {
    return {runtime::blocks_for(where.ordinal, vectors, a_block), row_threads, shared_bytes,
            most_shared_bytes, rows};
  }
};

template <int G, class View>
void launch_team(const vectors_range& r, const words_of_any_rounds& words, const View& d,
                 typename View::result_type* to) {
  runtime::launch("kernel of vectors", team_kernel<G, View, rounds_at_run_time>, r.grid(r.n, row_threads / G),
                  r.where.stream, words, d, to, r.first, r.n, r.batch);
}

/// As many lanes as a row has parts, up to a warp. These kernels are large, and one serves all engines.
/// @tparam least  parts that a row has at least
template <std::uint32_t least = 1, class View>
void launch_rows(const vectors_range& r, const words_of_any_rounds& words, const View& d,
                 typename View::result_type* to) {
  const std::uint32_t parts = d.parts();
  if constexpr (least == 1) {
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
      return launch_rows<4 / detail::normals_a_block<T>>(r, words_of_any_rounds(words), d, to);
  }
}

template <class T, int Rounds>
void launch_view(const vectors_range& r, const row_words<Rounds>& words, const dirichlet_view<T>& d, T* to) {
  launch_rows(r, words_of_any_rounds(words), d, to);
}

template <class T, int Rounds>
void launch_view(const vectors_range& r, const row_words<Rounds>& words, const multivariate_normal_view<T>& d,
                 T* to) {
  const std::size_t size = d.size();
  if (size <= small_dimensions) {
    const std::size_t bytes = size * (row_threads + 1) * sizeof(T);
    runtime::launch("kernel of vectors", small_normals_kernel<T, Rounds>, r.grid(r.n, row_threads, bytes),
                    r.where.stream, words, d, to, r.first, r.n, r.batch);
    return;
  }
  const std::size_t bytes = size * normal_rows * sizeof(T);
  constexpr std::size_t most_bytes = multivariate_normal<T>::most_dimensions * normal_rows * sizeof(T);
  runtime::launch("kernel of vectors", normals_kernel<T, Rounds>, r.grid(r.n, normal_rows, bytes, most_bytes),
                  r.where.stream, words, d, to, r.first, r.n, r.batch);
}

template <class View, int Rounds>
requires(View::row_by_row) void launch_view(const vectors_range& r, const row_words<Rounds>& words,
                                            const View& d, typename View::result_type* to) {
  launch_team<1>(r, words_of_any_rounds(words), d, to);
}

template <class D, int Rounds>
void launch_vectors(const cuda& where, const detail::request& job) {
  const detail::row_list* const rows = job.rows;
  const row_words<Rounds> words(*static_cast<const philox4x32_engine<Rounds>*>(job.engine), D::tag);
  const auto& d = *static_cast<const typename D::view_type*>(job.distribution);
  auto* const to = static_cast<typename D::result_type*>(job.to);
  if (rows == nullptr) return launch_view(vectors_range{where, job.first, job.n, {}, 1}, words, d, to);
  for_each_batch(*rows, D::tag, [&](const row_batch& batch, unsigned many) {
    launch_view(vectors_range{where, 0, rows->n, batch, many}, words, d, to);
  });
}

template <class E>
void launch_categorical(const cuda& where, const detail::request& fill) {
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
  add_vectors<10>(table.vectors.at[0], vector_distributions{});
  add_vectors<7>(table.vectors.at[1], vector_distributions{});
  add_categories(table.categories.at, engines{});
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
