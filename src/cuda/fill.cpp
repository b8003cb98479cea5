// SPDX-License-Identifier: Apache-2.0
// The CUDA driver's entry: checks, then the launcher of the table.
#include <utility>

#include <tali/registry.hpp>
#include <tali/sequence.hpp>

#include "batch.hpp"
#include "cuda/arrays_check.hpp"
#include "cuda/kernels.hpp"
#include "cuda/memory.hpp"

namespace tali::detail {

namespace {

using cuda_driver::check_device;
using cuda_driver::check_memory;

const cuda_driver::kernel_table& kernels() {
  static const cuda_driver::kernel_table table = [] {
    cuda_driver::kernel_table t{};
    [&]<int... Engine>(std::integer_sequence<int, Engine...>) { (cuda_driver::add_kernels<Engine>(t), ...); }
    (std::make_integer_sequence<int, engines::size>{});
    cuda_driver::add_each(t);
    return t;
  }();
  return table;
}

void run(const cuda& where, const fill_job& job, bool chained, void* engine_after) {
  const distribution_size size = size_of_distribution(job.distribution_index);
  check_range(job.first, job.n, size.words);
  check_device(where.ordinal);
  if (job.n == 0 && !chained) return;
  const cuda_driver::current_device device(where.ordinal);
  if (job.n != 0) cuda_driver::check_destination(job.to, size.value_bytes, where.ordinal);
  if (chained) {
    check_memory("engine before", job.engine, where.ordinal);
    check_memory("engine after", engine_after, where.ordinal);
  }
  kernels().launch[job.engine_index][job.distribution_index](where, job, chained, engine_after);
}

}  // namespace

void cuda_fill(const cuda& where, const fill_job& job) { run(where, job, false, nullptr); }

void cuda_fill_chained(const cuda& where, const fill_job& job, void* engine_after) {
  run(where, job, true, engine_after);
}

void cuda_fill_each(const cuda& where, const arrays_job& job, cuda_failures* record) {
  const fill_job& fill = job.fill;
  const distribution_size size = size_of_distribution(fill.distribution_index);
  check_range(fill.first, fill.n, size.words);
  check_device(where.ordinal);
  if (fill.n == 0) return;
  const cuda_driver::current_device device(where.ordinal);
  cuda_driver::check_destination(fill.to, size.value_bytes, where.ordinal);
  check_arrays(distributions{}, fill.distribution_index, job.arrays);
  if (record != nullptr) check_memory("record", record, where.ordinal);
  const auto launch = kernels().each[fill.engine_index][fill.distribution_index];
  if (record != nullptr) {
    launch(where, job, record);
    return;
  }
  cuda_driver::launch_and_look(where.stream, distributions{}, fill.distribution_index, job.arrays, fill.first,
                               [&](cuda_failures* own) { launch(where, job, own); });
}

}  // namespace tali::detail
