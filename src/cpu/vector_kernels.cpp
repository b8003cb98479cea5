// SPDX-License-Identifier: Apache-2.0
// One SIMD level's fills of vectors. CMake compiles this file once a level, with TALI_REGISTER_BYTES.
#include "cpu/vector_kernels.hpp"

#include "cpu/level_kernels.hpp"
#include "cpu/vector_range.hpp"

namespace tali::cpu_driver {

namespace {

template <class D>
struct rows_of : rows_one_by_one<D> {};
template <>
struct rows_of<multinomial> : rows_by_components<multinomial> {};
template <>
struct rows_of<multivariate_hypergeometric> : rows_by_components<multivariate_hypergeometric> {};
template <class T>
struct rows_of<direction<T>> : direction_rows<T, TALI_REGISTER_BYTES> {};
template <class T>
struct rows_of<dirichlet<T>> : dirichlet_rows<T, TALI_REGISTER_BYTES> {};
template <class T>
struct rows_of<multivariate_normal<T>> : multivariate_normal_rows<T, TALI_REGISTER_BYTES> {};

template <class D>
void erased(const row_words<rounds_at_run_time>& words, const void* view, std::uint64_t first, void* to,
            std::size_t rows, double* scratch) {
  rows_of<D>::fill(words, *static_cast<const typename D::view_type*>(view), first,
                   static_cast<typename D::result_type*>(to), rows, scratch);
}

template <class... D>
constexpr vector_kernels kernels_of(type_list<D...>) {
  return {{{&erased<D>...}}};
}

}  // namespace

template <>
constinit const vector_kernels level_kernels<vector_kernels, TALI_REGISTER_BYTES>::table =
    kernels_of(vector_distributions{});

}  // namespace tali::cpu_driver
