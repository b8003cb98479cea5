// SPDX-License-Identifier: Apache-2.0
// The CUDA driver of rejection distributions: checks, the launcher, and what became of arrays of parameters.
#include <cstdint>
#include <utility>

#include <tali/rejection/plan.hpp>
#include <tali/sequence.hpp>

#include "core/batch.hpp"
#include "core/rejection_info.hpp"
#include "core/rows.hpp"
#include "gpu/arguments.hpp"
#include "gpu/arrays_check.hpp"
#include "gpu/drivers.hpp"
#include "gpu/rejection.hpp"
#include "gpu/row_fill.hpp"
#include "gpu/runtime.hpp"

namespace tali::cuda_driver {

namespace {

const rejection_table& kernels() {
  static const rejection_table table = [] {
    rejection_table t{};
    [&]<int... Engine>(std::integer_sequence<int, Engine...>) { (add_rejection<Engine>(t), ...); }
    (std::make_integer_sequence<int, counter_engines::size>{});
    return t;
  }();
  return table;
}

}  // namespace

void fill_rejection(const cuda& where, const fill_job& job, cuda_failures* record, const row_list* rows) {
  const int index = job.distribution_index;
  detail::check_furthest(job, rows, [](std::uint64_t first, std::uint64_t n) { check_range(first, n, 1); });
  const rejection_schedule how =
      detail::chosen_schedule(where.rejection, index, job.distribution, 32, &round_overhead);
  const std::size_t bytes = detail::size_of_distribution(index, rejection_distributions{}).value_bytes;
  with_destination(where, job.to, detail::elements_of(job, rows), bytes, [&] {
    const auto launch = kernels().launch[job.engine_index][index];
    if (rows != nullptr) {
      fill_rows(
          where, job, *rows, bytes,
          [&](const row_list& some) { rejection_shared(index).rows(where, job, some); },
          [&](const fill_job& piece) { launch(where, piece, how, nullptr); });
      return;
    }
    if (record != nullptr) check_memory("record", record, where.ordinal);
    if (job.arrays != nullptr) detail::check_arrays(rejection_distributions{}, index, job.arrays);
    if (job.arrays == nullptr || record != nullptr) {
      launch(where, job, how, record);
      return;
    }
    launch_and_look(where.stream, rejection_distributions{}, index, job.arrays, job.first,
                    [&](cuda_failures* own) { launch(where, job, how, own); });
  });
}

}  // namespace tali::cuda_driver
