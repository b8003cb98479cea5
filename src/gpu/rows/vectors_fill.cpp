// SPDX-License-Identifier: Apache-2.0
// The CUDA drivers of vectors, categories and permutations: each checks the request, copies the tables to the
// device and calls the launcher.
#include <functional>

#include <tali/cuda/fill.hpp>

#include "core/checks.hpp"
#include "core/rows.hpp"
#include "gpu/drivers.hpp"
#include "gpu/kernels.hpp"
#include "gpu/runtime/arguments.hpp"
#include "gpu/runtime/runtime.hpp"
#include "gpu/words/word_engines.hpp"

namespace tali {

namespace cuda_driver {

namespace {

/// The part that both drivers share.
/// @param words  per element
/// @param bytes  per element, and per value
/// @param many_rows, single  enqueue a request whose distribution is a view with its table in device memory;
/// many_rows may be empty
template <class D, class Single>
void fill_views(const cuda& where, const request& r, int words, std::size_t bytes, std::size_t value_bytes,
                const std::function<void(const request&)>& many_rows, const Single& single) {
  const auto [first, n] = r.furthest();
  detail::check_range(first, n, words);
  with_destination(where, r.to, r.elements(), value_bytes, [&] {
    const auto view = view_on(where, *static_cast<const D*>(r.distribution));
    request of_view = r;
    of_view.distribution = &view;
    if (r.rows == nullptr) return single(of_view);
    fill_rows(where, of_view, bytes, many_rows, single);
  });
}

}  // namespace

void fill_vectors(const cuda& where, const request& r) {
  const auto launch = [&, make = vectors_launcher(r)](const request& of_view) { make(where, of_view); };
  detail::with_type(catalogue::vector_distributions{},
                    detail::place<catalogue::vector_distributions>(*r.distribution_entry),
                    [&]<class D>(detail::type_list<D>) {
                      constexpr std::size_t value_bytes = sizeof(typename D::result_type);
                      const std::uint32_t size = static_cast<const D*>(r.distribution)->size();
                      fill_views<D>(where, r, static_cast<int>(size), size * value_bytes, value_bytes, launch,
                                    launch);
                    });
}

void fill_categorical(const cuda& where, const request& r) {
  constexpr std::size_t bytes = sizeof(std::uint32_t);
  detail::check_sequence(r, categorical::words);
  if (r.engine_entry->kind == engine_kind::words) {
    return fill_views<categorical>(where, r, categorical::words, bytes, bytes, {},
                                   [&](const request& piece) { fill_word_engine_categories(where, piece); });
  }
  fill_views<categorical>(
      where, r, categorical::words, bytes, bytes,
      [&](const request& rows) { launchers_for<row_launchers>(r).categories(where, rows); },
      [&](const request& of_view) { categorical_launcher(r)(where, of_view); });
}

}  // namespace cuda_driver

namespace detail {

const void* cuda_table(const cuda& where, const table& t) {
  cuda_driver::check_device(where.ordinal);
  const runtime::current_device device(where.ordinal);
  return runtime::copy_of_bytes(t.copies(), 0, where.ordinal, t.data(), t.bytes());
}

template <class T>
void run(const cuda& where, const permutation_request<T>& r) {
  check_index_range(r.first, r.n, r.p.last(), permutation_indices);
  cuda_driver::with_destination(where, r.to, r.n, sizeof(T),
                                [&] { cuda_driver::launch_permutation<T>(where, r.p, r.first, r.to, r.n); });
}

template void run(const cuda&, const permutation_request<std::uint32_t>&);
template void run(const cuda&, const permutation_request<std::uint64_t>&);

}  // namespace detail

}  // namespace tali
