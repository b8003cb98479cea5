// SPDX-License-Identifier: Apache-2.0
// The CUDA driver of samples of variable cost: checks, the launcher, and what became of arrays of parameters.
#include <cstdint>

#include <cuda_runtime.h>

#include <tali/sequence.hpp>

#include "cuda/arrays_check.hpp"
#include "cuda/memory.hpp"
#include "cuda/rejection.hpp"
#include "rejection_info.hpp"

namespace tali::detail {

namespace {

const cuda_driver::rejection_table& kernels() {
  static const cuda_driver::rejection_table table = [] {
    cuda_driver::rejection_table t{};
    cuda_driver::add_rejection<0>(t);
    cuda_driver::add_rejection<1>(t);
    static_assert(counter_engines::size == 2);
    return t;
  }();
  return table;
}

}  // namespace

void cuda_fill_rejection(const cuda& where, const rejection_job& job, cuda_failures* record) {
  const fill_job& fill = job.fill;
  check_range(fill.first, fill.n, 1);
  const rejection_schedule how =
      chosen_schedule(where.rejection, fill.distribution_index, fill.distribution, 32);
  cuda_driver::check_device(where.ordinal);
  if (fill.n == 0) return;
  const cuda_driver::current_device device(where.ordinal);
  cuda_driver::check_destination(fill.to, rejection_value_bytes(fill.distribution_index), where.ordinal);
  const auto launch = kernels().launch[fill.engine_index][fill.distribution_index];
  if (record != nullptr) cuda_driver::check_memory("record", record, where.ordinal);
  if (job.arrays != nullptr) check_arrays(rejection_distributions{}, fill.distribution_index, job.arrays);
  if (job.arrays == nullptr || record != nullptr) {
    launch(where, job, how, record);
    return;
  }
  cuda_driver::launch_and_look(where.stream, rejection_distributions{}, fill.distribution_index, job.arrays,
                               fill.first, [&](cuda_failures* own) { launch(where, job, how, own); });
}

}  // namespace tali::detail
