// SPDX-License-Identifier: Apache-2.0
// One SIMD level's fills of one engine of points. CMake compiles this file once for every level and engine,
// with the level's compiler flags, TALI_REGISTER_BYTES and TALI_PART.
#include "cpu/point_kernels.hpp"

#include "cpu/level_kernels.hpp"
#include "cpu/points_range.hpp"

namespace tali::cpu_driver {

namespace {

using word_type = typename detail::type_at<TALI_PART, quasi_engines>::word_type;

template <class D>
void erased(const void* engine, const void* distribution, std::uint64_t first, void* to, std::size_t n) {
  const sobol_view<word_type>& s = static_cast<const sobol<word_type>*>(engine)->view();
  const D& d = *static_cast<const D*>(distribution);
  fill_points<word_type, D, TALI_REGISTER_BYTES>(s, d, first, static_cast<typename D::result_type*>(to), n);
}

template <class... D>
constexpr point_kernels kernels_of(type_list<D...>) {
  return {{{&erased<D>...}}};
}

}  // namespace

template <>
constinit const point_kernels level_kernels<point_kernels, TALI_REGISTER_BYTES, TALI_PART>::table =
    kernels_of(coordinate_distributions{});

}  // namespace tali::cpu_driver
