// SPDX-License-Identifier: Apache-2.0
// The CUDA drivers of vectors, categories and permutations: checks, the tables' copies on devices, the
// launcher.
#include <tali/cuda/fill.hpp>

#include "core/index_range.hpp"
#include "core/rows.hpp"
#include "core/sequence_end.hpp"
#include "gpu/arguments.hpp"
#include "gpu/drivers.hpp"
#include "gpu/row_fill.hpp"
#include "gpu/row_kernels.hpp"
#include "gpu/runtime.hpp"
#include "gpu/vectors.hpp"
#include "gpu/word_engines.hpp"

namespace tali {

namespace cuda_driver {

namespace {

const vectors_table& kernels() {
  static const vectors_table table = vectors_kernels();
  return table;
}

/// What both drivers do.
/// @param words  of an element
/// @param bytes  of an element, and of a value
/// @param make   launch(job, rows), whose job has a view with its table on the device
template <class D, class Many, class Single>
void fill_views(const cuda& where, const fill_job& job, const row_list* rows, int words, std::size_t bytes,
                std::size_t value_bytes, const Many& many, const Single& single) {
  detail::check_furthest(job, rows,
                         [&](std::uint64_t first, std::uint64_t n) { check_range(first, n, words); });
  with_destination(where, job.to, detail::elements_of(job, rows), value_bytes, [&] {
    const auto view = view_on(where, *static_cast<const D*>(job.distribution));
    fill_job there = job;
    there.distribution = &view;
    if (rows == nullptr) return single(there);
    fill_rows(
        where, there, *rows, bytes, [&](const row_list& some) { many(there, some); }, single);
  });
}

}  // namespace

void fill_vectors(const cuda& where, const fill_job& job, const row_list* rows) {
  const auto launch = kernels().vectors[job.engine_index][job.distribution_index];
  vector_distributions::for_each([&]<class D>(int index, type_list<D>) {
    if (index != job.distribution_index) return;
    constexpr std::size_t value_bytes = sizeof(typename D::result_type);
    const std::uint32_t size = static_cast<const D*>(job.distribution)->size();
    fill_views<D>(
        where, job, rows, static_cast<int>(size), size * value_bytes, value_bytes,
        [&](const fill_job& there, const row_list& some) { launch(where, there, &some); },
        [&](const fill_job& there) { launch(where, there, nullptr); });
  });
}

void fill_categorical(const cuda& where, const fill_job& job, const row_list* rows) {
  constexpr std::size_t bytes = sizeof(std::uint32_t);
  const int word_engine = job.engine_index - engines::size;
  detail::check_sequence(job, rows, categorical::words);
  fill_views<categorical>(
      where, job, rows, categorical::words, bytes, bytes,
      [&](const fill_job& there, const row_list& some) {
        if (word_engine < 0) return row_kernels().categories[job.engine_index](where, there, some);
        fill_rows(where, there, some, bytes, {}, [&](const fill_job& piece) {
          fill_job its = piece;
          its.engine_index = word_engine;
          fill_word_engine_categories(where, its);
        });
      },
      [&](const fill_job& there) {
        if (word_engine < 0) return kernels().categories[job.engine_index](where, there);
        fill_job its = there;
        its.engine_index = word_engine;
        fill_word_engine_categories(where, its);
      });
}

}  // namespace cuda_driver

namespace detail {

const void* cuda_table(const cuda& where, const table& t) {
  cuda_driver::check_device(where.ordinal);
  const runtime::current_device device(where.ordinal);
  return runtime::copy_of_bytes(t.copies(), 0, where.ordinal, t.data(), t.bytes());
}

template <class T>
void cuda_fill_permutation(const cuda& where, const permutation<T>& p, T first, T* to, std::size_t n) {
  check_index_range(first, n, p.last(), permutation_indices);
  cuda_driver::with_destination(where, to, n, sizeof(T),
                                [&] { cuda_driver::launch_permutation<T>(where, p, first, to, n); });
}

template void cuda_fill_permutation(const cuda&, const permutation<std::uint32_t>&, std::uint32_t,
                                    std::uint32_t*, std::size_t);
template void cuda_fill_permutation(const cuda&, const permutation<std::uint64_t>&, std::uint64_t,
                                    std::uint64_t*, std::size_t);

}  // namespace detail

}  // namespace tali
