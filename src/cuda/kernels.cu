// The bulk kernels of a quarter of the engines. CMake compiles this file once a shard, with TALI_SHARD.
#include "cuda/kernels.hpp"
#include "cuda/lanes_launch.cuh"
#include "cuda/launch.cuh"

namespace tali::cuda_driver {

namespace {

template <class E, class... D>
void add_engine(launcher (&row)[sizeof...(D)], type_list<D...>) {
  int j = 0;
  ((row[j++] = &launch<E, D>), ...);
}

template <int Index, class E>
void add_if_mine(kernel_table& table) {
  if constexpr (Index % shards == TALI_SHARD) add_engine<E>(table.launch[Index], distributions{});
}

template <class... E>
void add_all(kernel_table& table, type_list<E...>) {
  (add_if_mine<engines::index_of<E>(), E>(table), ...);
}

}  // namespace

template <>
void add_kernels<TALI_SHARD>(kernel_table& table) {
  add_all(table, engines{});
}

}  // namespace tali::cuda_driver
