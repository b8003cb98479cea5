// SPDX-License-Identifier: Apache-2.0
// Vectors, categories and permutations into device memory. Link tali::cuda. Needs no CUDA header.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <tali/cuda/device.hpp>
#include <tali/structured.hpp>

namespace tali {

namespace detail {

void cuda_fill_vectors(const cuda& where, const vector_job& job);
void cuda_fill_categorical(const cuda& where, const categorical_job& job);

template <class T>
void cuda_fill_permutation(const cuda& where, const permutation<T>& p, T first, T* to, std::size_t n);
extern template void cuda_fill_permutation(const cuda&, const permutation<std::uint32_t>&, std::uint32_t,
                                           std::uint32_t*, std::size_t);
extern template void cuda_fill_permutation(const cuda&, const permutation<std::uint64_t>&, std::uint64_t,
                                           std::uint64_t*, std::size_t);

/// The address of a table's copy in the device's memory, which is made when it is first asked for.
const void* cuda_table(const cuda& where, const table& t);

}  // namespace detail

/// As fill in structured.hpp, for `rows` rows of d.size() values each; the rules for `to` are those of fill
/// in cuda/fill.hpp. The same bits as on the CPU.
///
/// The first fill of a distribution with a table (all but direction) on a device copies the table there,
/// which waits for the device and cannot be captured into a graph; later ones, of copies of the distribution
/// too, only enqueue. The copy goes with the last copy of the distribution, so work must be done by then.
/// launch_shape is taken no notice of.
/// @throws argument_error, device_error
template <vector_engine E, vector_distribution D>
void fill(const cuda& where, const E& e, const D& d, std::uint64_t first, typename D::result_type* to,
          std::size_t rows) {
  detail::cuda_fill_vectors(
      where, {vector_engines::index_of<E>(), &e, vector_distributions::index_of<D>(), &d, first, to, rows});
}

template <registered_engine E>
void fill(const cuda& where, const E& e, const categorical& d, std::uint64_t first, std::uint32_t* to,
          std::size_t n) {
  detail::cuda_fill_categorical(where, {engines::index_of<E>(), &e, &d, first, to, n});
}

template <class T>
void fill(const cuda& where, const permutation<T>& p, std::type_identity_t<T> first,
          std::type_identity_t<T>* to, std::size_t n) {
  detail::cuda_fill_permutation<T>(where, p, first, to, n);
}

/// A distribution of structured.hpp with its table in the device's memory, to be passed to a kernel: a vector
/// distribution's row(team, row_words(e, D::tag), i, out), or value(e, view, i) of categorical. Valid as long
/// as a copy of d lives.
/// @throws device_error
template <class D>
requires vector_distribution<D> || std::is_same_v<D, categorical>
typename D::view_type view_on(const cuda& where, const D& d) {
  if constexpr (requires { d.table(); }) {
    return d.view(detail::cuda_table(where, d.table()));
  } else {
    (void)where;
    return d.view();
  }
}

}  // namespace tali
