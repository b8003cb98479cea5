// SPDX-License-Identifier: Apache-2.0
// The kernels of one engine of points. CMake compiles this file once per engine, with TALI_ENGINE.
#include "gpu/points/points.hpp"
#include "gpu/points/points_launch.cuh"

namespace tali::cuda_driver {

namespace {

template <class E, class... D>
void add_row(points_launcher (&row)[sizeof...(D)], type_list<D...>) {
  int j = 0;
  ((row[j++] = &launch_points<E, D>), ...);
}

template <int Index, class E>
void add_if_mine(points_table& table) {
  if constexpr (Index == TALI_ENGINE) add_row<E>(table.at[Index], coordinate_distributions{});
}

template <class... E>
void add_all(points_table& table, type_list<E...>) {
  (add_if_mine<quasi_engines::index_of<E>(), E>(table), ...);
}

}  // namespace

template <>
void add_points<TALI_ENGINE>(points_table& table) {
  add_all(table, quasi_engines{});
}

}  // namespace tali::cuda_driver
