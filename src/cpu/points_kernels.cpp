// One SIMD level's fills of one engine of points. CMake compiles this file once for every level and engine,
// with the level's compiler flags, TALI_REGISTER_BYTES and TALI_ENGINE.
#include "cpu/points.hpp"
#include "cpu/points_range.hpp"

namespace tali::cpu_driver {

namespace {

template <class Word, class D>
void erased(const void* engine, const void* distribution, std::uint64_t first, void* to, std::size_t n) {
  const sobol_view<Word>& s = static_cast<const sobol<Word>*>(engine)->view();
  const D& d = *static_cast<const D*>(distribution);
  auto* const out = static_cast<typename D::result_type*>(to);
  fill_points<Word, D, TALI_REGISTER_BYTES>(s, d, first, out, n);
}

template <int Index, class E>
void add_if_mine(points_table& table) {
  if constexpr (Index == TALI_ENGINE) {
    quasi_distributions::each(
        [&]<class D>(int j, type_list<D>) { table.fill[Index][j] = &erased<typename E::word_type, D>; });
  }
}

template <class... E>
void add_all(points_table& table, type_list<E...>) {
  (add_if_mine<quasi_engines::index_of<E>(), E>(table), ...);
}

}  // namespace

template <>
void add_points<TALI_REGISTER_BYTES, TALI_ENGINE>(points_table& table) {
  add_all(table, quasi_engines{});
}

}  // namespace tali::cpu_driver
