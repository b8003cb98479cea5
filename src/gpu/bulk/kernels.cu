// SPDX-License-Identifier: Apache-2.0
// The bulk kernels of one engine. CMake compiles this file once per engine, with TALI_ENGINE.
#include "gpu/bulk/kernels.hpp"
#include "gpu/bulk/lanes_launch.cuh"
#include "gpu/bulk/launch.cuh"

namespace tali::cuda_driver {

namespace {

template <class E, class... D>
void add_engine(launcher (&row)[sizeof...(D)], type_list<D...>) {
  int j = 0;
  ((row[j++] = &launch<E, D>), ...);
}

template <int Index, class E>
void add_if_mine(kernel_table& table) {
  if constexpr (Index == TALI_ENGINE) add_engine<E>(table.launch.at[Index], distributions{});
}

template <class... E>
void add_all(kernel_table& table, type_list<E...>) {
  (add_if_mine<engines::index_of<E>(), E>(table), ...);
}

}  // namespace

template <>
void add_kernels<TALI_ENGINE>(kernel_table& table) {
  add_all(table, engines{});
}

}  // namespace tali::cuda_driver
