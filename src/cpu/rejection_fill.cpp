// SPDX-License-Identifier: Apache-2.0
// The CPU driver of rejection distributions: checks, and a piece of the range for every thread.
#include <algorithm>
#include <atomic>
#include <limits>

#include <tali/error.hpp>
#include <tali/rejection.hpp>
#include <tali/sequence.hpp>

#include "arrays.hpp"
#include "cpu/array_kernels.hpp"
#include "cpu/by_level.hpp"
#include "cpu/parallel.hpp"
#include "cpu/rejection_kernels.hpp"
#include "rejection_info.hpp"
#include "type_at.hpp"

namespace tali::detail {

namespace {

const cpu_driver::rejection_kernels& kernels(simd_level level) {
  return cpu_driver::by_level(
      level, []<int R>() -> const auto& { return cpu_driver::rejection_level<R>::table; });
}

/// The words of a job's samples.
rejection_words<rounds_at_run_time> words_of(const fill_job& job) {
  std::uint32_t tag = 0;
  rejection_distributions::each([&]<class D>(int index, type_list<D>) {
    if (index == job.distribution_index) tag = D::tag;
  });
  return with_engine(counter_engines{}, job.engine_index, job.engine, [&](const auto& e) {
    return rejection_words<rounds_at_run_time>(rejection_words(e, tag));
  });
}

}  // namespace

void cpu_fill_rejection(const cpu& where, const rejection_job& job) {
  const fill_job& fill = job.fill;
  check_range(fill.first, fill.n, 1);
  const rejection_schedule how = chosen_schedule(where.rejection, fill.distribution_index, fill.distribution,
                                                 cpu_driver::lanes_of(where.level));
  if (fill.n == 0) return;
  cpu_driver::check_destination(where, fill.to, fill.n);
  const std::size_t bytes = rejection_value_bytes(fill.distribution_index);
  const rejection_words<rounds_at_run_time> words = words_of(fill);
  std::atomic<std::uint64_t> failed = std::numeric_limits<std::uint64_t>::max();
  std::atomic<std::size_t> bad = std::numeric_limits<std::size_t>::max();
  if (job.arrays != nullptr) check_arrays(rejection_distributions{}, fill.distribution_index, job.arrays);
  cpu_driver::for_pieces(
      cpu_driver::threads_for(where, fill.n * bytes), fill.n, [&](std::size_t begin, std::size_t end) {
        if (job.arrays != nullptr) {
          std::size_t first_bad = std::numeric_limits<std::size_t>::max();
          const auto each = cpu_driver::kernels_of_arrays(where.level).sample[fill.distribution_index];
          cpu_driver::lower(failed, each(words, job.arrays, fill.first, fill.to, begin, end, &first_bad));
          cpu_driver::lower(bad, first_bad);
          return;
        }
        const auto run = kernels(where.level).fill[fill.distribution_index];
        cpu_driver::lower(failed, run(words, fill.distribution, how, fill.first + begin,
                                      static_cast<char*>(fill.to) + begin * bytes, end - begin));
      });
  if (bad != std::numeric_limits<std::size_t>::max())
    refuse_element(rejection_distributions{}, fill.distribution_index, job.arrays, bad, bad);
  if (failed != std::numeric_limits<std::uint64_t>::max()) throw sampling_error(failed);
}

}  // namespace tali::detail
