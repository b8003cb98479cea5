// SPDX-License-Identifier: Apache-2.0
// Vectors, categories and permutations: their list, and their fills in host memory. Element i is a pure
// function of the sequence's name and i, as everywhere; of a vector distribution an element is a row of d
// values.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include <tali/device.hpp>
#include <tali/distribution/categorical.hpp>
#include <tali/distribution/direction.hpp>
#include <tali/distribution/dirichlet.hpp>
#include <tali/distribution/multivariate_normal.hpp>
#include <tali/distribution/permutation.hpp>
#include <tali/distribution/rows.hpp>
#include <tali/registry.hpp>
#include <tali/sequence.hpp>

namespace tali {

/// Engines whose words can be named by a counter.
using vector_engines = type_list<philox4x32, philox4x32_7>;

using vector_distributions = type_list<  //
    direction<float>,                    //
    direction<double>,                   //
    dirichlet<float>,                    //
    dirichlet<double>,                   //
    multivariate_normal<float>,          //
    multivariate_normal<double>>;

template <class E>
concept vector_engine = vector_engines::index_of<E>()
>= 0;

template <class D>
concept vector_distribution = vector_distributions::index_of<D>()
>= 0;

/// Row i of vector distribution d over the sequence that engine e stands for, to out[0] ... out[d.size() -
/// 1]: the definition. In a kernel, d.row() of a view (tali/cuda/structured.hpp) with a one_lane or a
/// lane_group.
template <int Rounds, vector_distribution D>
void row(const philox4x32_engine<Rounds>& e, const D& d, std::uint64_t i, typename D::result_type* out) {
  d.view().row(one_lane{}, row_words<Rounds>(e, D::tag), i, out);
}

namespace detail {

/// A fill of vectors: the places of engine and distribution in their lists, and rows instead of values.
struct vector_job {
  int engine_index;
  const void* engine;
  int distribution_index;
  const void* distribution;
  std::uint64_t first;
  void* to;
  std::size_t rows;
};

void cpu_fill_vectors(const cpu& where, const vector_job& job);

struct categorical_job {
  int engine_index;  ///< of `engines`
  const void* engine;
  const categorical* distribution;
  std::uint64_t first;
  std::uint32_t* to;
  std::size_t n;
};

void cpu_fill_categorical(const cpu& where, const categorical_job& job);

template <class T>
void cpu_fill_permutation(const cpu& where, const permutation<T>& p, T first, T* to, std::size_t n);
extern template void cpu_fill_permutation(const cpu&, const permutation<std::uint32_t>&, std::uint32_t,
                                          std::uint32_t*, std::size_t);
extern template void cpu_fill_permutation(const cpu&, const permutation<std::uint64_t>&, std::uint64_t,
                                          std::uint64_t*, std::size_t);

/// @throws argument_error unless elements first ... first + n - 1 are among 0 ... last
void check_permutation_range(std::uint64_t first, std::uint64_t n, std::uint64_t last);

/// @throws argument_error unless `values` is a multiple of a row's size
std::size_t rows_of(std::size_t values, std::uint32_t size);

}  // namespace detail

/// Writes rows first, first + 1, ... of vector distribution d over sequence e to `to`, one after the other.
/// The bits depend on e, d and the row alone: not on threads, SIMD level or cuts.
/// @param to  a whole number of rows of d.size() values
/// @throws argument_error if it is not, or the rows pass the sequence's 2^64 values, and as fill in fill.hpp
template <vector_engine E, vector_distribution D>
void fill(const cpu& where, const E& e, const D& d, std::uint64_t first,
          std::span<typename D::result_type> to) {
  detail::cpu_fill_vectors(where, {vector_engines::index_of<E>(), &e, vector_distributions::index_of<D>(), &d,
                                   first, to.data(), detail::rows_of(to.size(), d.size())});
}

/// Writes elements first ... first + to.size() - 1 of d over sequence e to `to`; value(e, d, i) is element i.
/// @throws argument_error as fill in fill.hpp
template <registered_engine E>
void fill(const cpu& where, const E& e, const categorical& d, std::uint64_t first,
          std::span<std::uint32_t> to) {
  detail::cpu_fill_categorical(where, {engines::index_of<E>(), &e, &d, first, to.data(), to.size()});
}

/// Writes p(first) ... p(first + to.size() - 1) to `to`.
/// @throws argument_error if these are not among its elements, and as fill in fill.hpp
template <class T>
void fill(const cpu& where, const permutation<T>& p, std::type_identity_t<T> first,
          std::span<std::type_identity_t<T>> to) {
  detail::cpu_fill_permutation<T>(where, p, first, to.data(), to.size());
}

}  // namespace tali
