// One SIMD level's fills of vectors, categories and permutations: CMake compiles this file once a level, with
// TALI_REGISTER_BYTES.
#include "cpu/structured_kernels.hpp"

#include "cpu/structured_range.hpp"

namespace tali::cpu_driver {

namespace {

template <class D>
struct rows_of;
template <class T>
struct rows_of<direction<T>> {
  template <int Rounds, int R>
  using maker = direction_rows<T, Rounds, R>;
};
template <class T>
struct rows_of<dirichlet<T>> {
  template <int Rounds, int R>
  using maker = dirichlet_rows<T, Rounds, R>;
};
template <class T>
struct rows_of<multivariate_normal<T>> {
  template <int Rounds, int R>
  using maker = multivariate_normal_rows<T, Rounds, R>;
};

template <class D, int Rounds>
void vectors_erased(const void* engine, const void* view, std::uint64_t first, void* to, std::size_t rows,
                    double* scratch) {
  const row_words<Rounds> words(*static_cast<const philox4x32_engine<Rounds>*>(engine), D::tag);
  rows_of<D>::template maker<Rounds, TALI_REGISTER_BYTES>::fill(
      words, *static_cast<const typename D::view_type*>(view), first,
      static_cast<typename D::result_type*>(to), rows, scratch);
}

template <int Rounds, class... D>
void add_vectors(vectors_fill* table, type_list<D...>) {
  ((*table++ = &vectors_erased<D, Rounds>), ...);
}

template <class... E>
void add_categories(categorical_fill* table, type_list<E...>) {
  ((*table++ = &categorical_range<E, TALI_REGISTER_BYTES>), ...);
}

}  // namespace

template <>
void add_structured<TALI_REGISTER_BYTES>(structured_table& table) {
  static_assert(vector_engines::index_of<philox4x32>() == 0 &&
                vector_engines::index_of<philox4x32_7>() == 1 && vector_engines::size == 2);
  add_vectors<10>(table.vectors[0], vector_distributions{});
  add_vectors<7>(table.vectors[1], vector_distributions{});
  add_categories(table.categories, engines{});
  table.permute32 = &permutation_range<std::uint32_t, TALI_REGISTER_BYTES>;
  table.permute64 = &permutation_range<std::uint64_t, TALI_REGISTER_BYTES>;
}

}  // namespace tali::cpu_driver
