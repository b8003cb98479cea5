// The CPU driver: cuts a range into one piece a thread.
#include <algorithm>
#include <string>

#include <omp.h>

#include <tali/device.hpp>
#include <tali/error.hpp>
#include <tali/registry.hpp>
#include <tali/sequence.hpp>

#include "cpu/kernels.hpp"
#include "cpu/threads.hpp"
#include "facts.hpp"

namespace tali::detail {

void cpu_fill(const cpu& where, const fill_job& job) {
  const auto [words, value_bytes] = size_of_distribution(job.distribution_index);
  check_range(job.first, job.n, words);
  if (job.n == 0) return;
  if (job.to == nullptr)
    throw argument_error("destination", "null", "the address of " + std::to_string(job.n) + " elements");
  cpu_driver::check_level(where.level);
  const auto run = cpu_driver::kernels(where.level).fill[job.engine_index][job.distribution_index];
  const int threads = cpu_driver::threads_for(where, job.n * value_bytes);
  if (threads == 1) {
    run(job.engine, job.distribution, job.first, job.to, job.n);
    return;
  }
  // Pieces begin at multiples of a page's worth of values, so that no two threads write to one cache line.
  constexpr std::size_t grain = 4096;
  const std::size_t grains = (job.n + grain - 1) / grain;
#pragma omp parallel num_threads(threads)
  {
    const auto all = static_cast<std::size_t>(omp_get_num_threads());
    const auto mine = static_cast<std::size_t>(omp_get_thread_num());
    const std::size_t begin = std::min(job.n, grains * mine / all * grain);
    const std::size_t end = std::min(job.n, grains * (mine + 1) / all * grain);
    run(job.engine, job.distribution, job.first + begin, static_cast<char*>(job.to) + begin * value_bytes,
        end - begin);
  }
}

}  // namespace tali::detail
