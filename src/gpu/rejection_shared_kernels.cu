// SPDX-License-Identifier: Apache-2.0
// The kernels of samples of variable cost that serve every engine, and their launchers: parameter arrays,
// groups of lanes, and inversion without a table.
#include "gpu/launch.cuh"
#include "gpu/rejection.hpp"
#include "gpu/rejection_kernel.cuh"
#include "gpu/runtime.hpp"

namespace tali::cuda_driver {

namespace {

template <class D>
typename D::result_type* values_of(const detail::fill_job& fill) {
  return static_cast<typename D::result_type*>(fill.to);
}

template <class D>
void launch_arrays(const cuda& where, const words_of_any_rounds& words, const detail::fill_job& fill,
                   cuda_failures* record) {
  runtime::launch("sampling kernel of parameter arrays", each_kernel<D, rounds_at_run_time>,
                  {runtime::blocks_for(where.ordinal, fill.n, 256), 256}, where.stream, words,
                  device_arrays<D>(fill.arrays), values_of<D>(fill), fill.first, fill.n, record);
}

template <class D>
void launch_grouped(const cuda& where, const words_of_any_rounds& words, const detail::fill_job& fill,
                    unsigned group, cuda_failures* record) {
  runtime::launch("sampling kernel of groups", grouped_kernel<D, rounds_at_run_time>,
                  {runtime::blocks_for(where.ordinal, fill.n * group, 256), 256}, where.stream, words,
                  *static_cast<const D*>(fill.distribution), values_of<D>(fill), fill.first, fill.n, group,
                  record);
}

template <class D>
void launch_counting(const cuda& where, const words_of_any_rounds& words, const detail::fill_job& fill) {
  runtime::launch("counting kernel", counting_kernel<D, rounds_at_run_time>,
                  {runtime::blocks_for(where.ordinal, fill.n, 256), 256}, where.stream, words,
                  *static_cast<const D*>(fill.distribution), values_of<D>(fill), fill.first, fill.n);
}

template <class D>
constexpr rejection_shared_launchers launchers_of() {
  rejection_shared_launchers all{&launch_arrays<D>, &launch_grouped<D>, nullptr};
  if constexpr (detail::has_inversion<D>) all.counting = &launch_counting<D>;
  return all;
}

template <class... D>
const rejection_shared_launchers& launchers_of(int distribution, type_list<D...>) {
  static constexpr rejection_shared_launchers all[] = {launchers_of<D>()...};
  return all[distribution];
}

}  // namespace

const rejection_shared_launchers& rejection_shared(int distribution) {
  return launchers_of(distribution, rejection_distributions{});
}

}  // namespace tali::cuda_driver
