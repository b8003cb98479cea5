// SPDX-License-Identifier: Apache-2.0
// The kernels of elements with parameters of their own, for distributions of fixed budget: a thread an
// element.
#include <tali/sequence.hpp>

#include "gpu/device_arrays.cuh"
#include "gpu/kernels.hpp"
#include "gpu/runtime.hpp"

namespace tali::cuda_driver {

namespace {

constexpr unsigned threads_a_block = 256;

template <class E, class D>
__global__ void __launch_bounds__(threads_a_block)
    arrays_kernel(const E engine, const device_arrays<D> arrays, typename D::result_type* to,
                  const std::uint64_t first, const std::uint64_t count, cuda_failures* record) {
  const std::uint64_t threads = std::uint64_t{gridDim.x} * blockDim.x;
  for (std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += threads) {
    parameters_of<D> p;
    arrays.read(i, p);
    if (D::bad_parameter(p) >= 0) {
      to[i] = detail::no_value<typename D::result_type>();
      if (record != nullptr) note(&record->bad, i);
    } else {
      to[i] = value(engine, D(unchecked, p), first + i);
    }
  }
}

template <class E, class D>
void launch_arrays(const cuda& where, const detail::fill_job& fill, cuda_failures* record) {
  runtime::launch("kernel of parameter arrays", arrays_kernel<E, D>,
                  {runtime::blocks_for(where.ordinal, fill.n, threads_a_block), threads_a_block},
                  where.stream, *static_cast<const E*>(fill.engine), device_arrays<D>(fill.arrays),
                  static_cast<typename D::result_type*>(fill.to), fill.first, fill.n, record);
}

template <class E, class D>
constexpr arrays_launcher launcher_of() {
  if constexpr (takes_arrays<D>) {
    return &launch_arrays<E, D>;
  } else {
    return nullptr;
  }
}

template <class E, class... D>
void add_engine(arrays_launcher (&row)[sizeof...(D)], type_list<D...>) {
  int j = 0;
  ((row[j++] = launcher_of<E, D>()), ...);
}

template <class... E>
void add_all(kernel_table& table, type_list<E...>) {
  int i = 0;
  (add_engine<E>(table.arrays[i++], distributions{}), ...);
}

}  // namespace

void add_arrays(kernel_table& table) { add_all(table, engines{}); }

}  // namespace tali::cuda_driver
