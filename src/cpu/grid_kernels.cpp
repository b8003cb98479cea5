// One SIMD level's kernels of the grid engines. CMake compiles this file once for every level, with the
// level's compiler flags and TALI_REGISTER_BYTES.
#include "cpu/grid_kernels.hpp"

#include "cpu/convert_range.hpp"
#include "mtgp/tile.hpp"

namespace tali::cpu_driver {

namespace {

template <int RegisterBytes, class... D>
void add_conversions(convert_function (&row)[sizeof...(D)], type_list<D...>) {
  int j = 0;
  ((row[j++] = &convert_range<D, RegisterBytes>), ...);
}

template <int RegisterBytes, class... D>
void add_each(convert_each_function (&row)[sizeof...(D)], type_list<D...>) {
  int j = 0;
  (
      [&] {
        if constexpr (takes_arrays<D>) row[j] = &convert_each<D, RegisterBytes>;
        ++j;
      }(),
      ...);
}

}  // namespace

template <>
grid_kernels make_grid_kernels<TALI_REGISTER_BYTES>() {
  grid_kernels k{};
  k.tile32 = &detail::mtgp_tile<std::uint32_t, TALI_REGISTER_BYTES>;
  k.tile64 = &detail::mtgp_tile<std::uint64_t, TALI_REGISTER_BYTES>;
  add_conversions<TALI_REGISTER_BYTES>(k.convert, distributions{});
  add_each<TALI_REGISTER_BYTES>(k.each, distributions{});
  return k;
}

}  // namespace tali::cpu_driver
