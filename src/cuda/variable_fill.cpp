// The CUDA driver of samples of variable cost: checks, the launcher, and what became of arrays of parameters.
#include <cstdint>
#include <limits>

#include <cuda_runtime.h>

#include <tali/sequence.hpp>

#include "cuda/memory.hpp"
#include "cuda/variable.hpp"
#include "variable_facts.hpp"

namespace tali::detail {

namespace {

const cuda_driver::variable_table& kernels() {
  static const cuda_driver::variable_table table = [] {
    cuda_driver::variable_table t{};
    cuda_driver::add_variable<0>(t);
    cuda_driver::add_variable<1>(t);
    static_assert(variable_engines::size == 2);
    return t;
  }();
  return table;
}

/// About element i of parameter arrays in device memory.
[[noreturn]] void refuse(const variable_job& job, std::size_t i) {
  // The element's parameters, brought here, as arrays of one element.
  constexpr int most = 8;
  std::uint64_t values[most];
  const void* arrays[most];
  variable_distributions::each([&]<class D>(int index, type_list<D>) {
    if (index != job.fill.distribution_index) return;
    static_assert(parameter_count<D> <= most);
    using P = typename D::parameter;
    for (int k = 0; k < parameter_count<D>; ++k) {
      const P* const from = static_cast<const P*>(job.arrays[k]) + i;
      cuda_driver::check(cudaMemcpy(&values[k], from, sizeof(P), cudaMemcpyDefault), "cudaMemcpy");
      arrays[k] = &values[k];
    }
  });
  refuse_element(job.fill.distribution_index, arrays, i, 0);
}

}  // namespace

void cuda_fill_variable(const cuda& where, const variable_job& job, cuda_failures* record) {
  const fill_job& fill = job.fill;
  check_range(fill.first, fill.n, 1);
  const rejection_schedule how =
      chosen_schedule(where.rejection, fill.distribution_index, fill.distribution, 32);
  cuda_driver::check_device(where.ordinal);
  if (fill.n == 0) return;
  cuda_driver::check_destination(fill.to, variable_value_bytes(fill.distribution_index), where.ordinal);
  const auto launch = kernels().launch[fill.engine_index][fill.distribution_index];
  if (record != nullptr) cuda_driver::check_memory("record", record, where.ordinal);
  const cuda_driver::current_device device(where.ordinal);
  if (job.arrays == nullptr || record != nullptr) {
    if (job.arrays != nullptr) check_arrays(fill.distribution_index, job.arrays);
    launch(where, job, how, record);
    return;
  }
  check_arrays(fill.distribution_index, job.arrays);
  const cuda_driver::stream_memory<cuda_failures> own(1, where.stream);
  cuda_driver::check(cudaMemsetAsync(own.at(), 0xff, sizeof(cuda_failures), where.stream), "cudaMemsetAsync");
  launch(where, job, how, own.at());
  cuda_failures seen{};
  cuda_driver::check(cudaMemcpyAsync(&seen, own.at(), sizeof seen, cudaMemcpyDeviceToHost, where.stream),
                     "cudaMemcpyAsync");
  cuda_driver::check(cudaStreamSynchronize(where.stream), "cudaStreamSynchronize");
  constexpr auto none = std::numeric_limits<unsigned long long>::max();
  if (seen.bad != none) refuse(job, static_cast<std::size_t>(seen.bad));
  if (seen.exhausted != none) throw sampling_error(fill.first + seen.exhausted);
}

}  // namespace tali::detail
