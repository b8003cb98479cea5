// The CUDA driver's entry: checks, then the launcher of the table.
#include <tali/registry.hpp>
#include <tali/sequence.hpp>

#include "cuda/kernels.hpp"
#include "cuda/memory.hpp"
#include "facts.hpp"

namespace tali::detail {

namespace {

using cuda_driver::check_device;
using cuda_driver::check_memory;

const cuda_driver::kernel_table& kernels() {
  static const cuda_driver::kernel_table table = [] {
    cuda_driver::kernel_table t{};
    cuda_driver::add_kernels<0>(t);
    cuda_driver::add_kernels<1>(t);
    cuda_driver::add_kernels<2>(t);
    cuda_driver::add_kernels<3>(t);
    static_assert(cuda_driver::shards == 4);
    return t;
  }();
  return table;
}

void run(const cuda& where, const fill_job& job, bool chained, void* engine_after) {
  const distribution_size size = size_of_distribution(job.distribution_index);
  check_range(job.first, job.n, size.words);
  check_device(where.ordinal);
  if (job.n != 0) {
    cuda_driver::check_destination(job.to, size.value_bytes, where.ordinal);
  }
  if (chained) {
    check_memory("engine before", job.engine, where.ordinal);
    check_memory("engine after", engine_after, where.ordinal);
  }
  if (job.n == 0 && !chained) return;
  const cuda_driver::current_device device(where.ordinal);
  kernels().launch[job.engine_index][job.distribution_index](where, job, chained, engine_after);
}

}  // namespace

void cuda_fill(const cuda& where, const fill_job& job) { run(where, job, false, nullptr); }

void cuda_fill_chained(const cuda& where, const fill_job& job, void* engine_after) {
  run(where, job, true, engine_after);
}

}  // namespace tali::detail
