// One SIMD level's kernels of a quarter of the engines. CMake compiles this file once for every level and
// shard, with the level's compiler flags, TALI_REGISTER_BYTES and TALI_SHARD.
#include "cpu/kernels.hpp"

#include "cpu/fill_blocks.hpp"
#include "cpu/fill_range.hpp"

namespace tali::cpu_driver {

namespace {

template <class E, class D>
void erased(const void* engine, const void* distribution, std::uint64_t first, void* to, std::size_t n) {
  const E& e = *static_cast<const E*>(engine);
  const D& d = *static_cast<const D*>(distribution);
  auto* const out = static_cast<typename D::result_type*>(to);
  if constexpr (collective_distribution<D>) {
    fill_blocks<E, D, TALI_REGISTER_BYTES>(e, d, first, out, n);
  } else {
    fill_range<E, D, TALI_REGISTER_BYTES>(e, d, first, out, n);
  }
}

template <class E, class... D>
void add_engine(range_fill (&row)[sizeof...(D)], type_list<D...>) {
  int j = 0;
  (
      [&] {
        if constexpr (!heavy_distribution<D>) row[j] = &erased<E, D>;
        ++j;
      }(),
      ...);
}

template <int Index, class E>
void add_if_mine(kernel_table& table) {
  if constexpr (Index % shards == TALI_SHARD) add_engine<E>(table.fill[Index], distributions{});
}

template <class... E>
void add_all(kernel_table& table, type_list<E...>) {
  (add_if_mine<engines::index_of<E>(), E>(table), ...);
}

}  // namespace

template <>
void add_kernels<TALI_REGISTER_BYTES, TALI_SHARD>(kernel_table& table) {
  add_all(table, engines{});
}

}  // namespace tali::cpu_driver
