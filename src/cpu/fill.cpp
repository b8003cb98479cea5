// The CPU driver: cuts a range into one piece a thread.
#include <algorithm>
#include <string>

#include <omp.h>

#include <tali/device.hpp>
#include <tali/error.hpp>
#include <tali/registry.hpp>
#include <tali/sequence.hpp>

#include "cpu/kernels.hpp"
#include "facts.hpp"

namespace tali::detail {

namespace {

/// Fewer bytes than this are not worth waking another thread for (some 10 microseconds).
constexpr std::size_t bytes_per_thread = std::size_t{1} << 16;
constexpr int most_threads = 4096;

int threads_for(const cpu& where, std::size_t bytes) {
  if (where.threads < 0 || where.threads > most_threads) {
    throw argument_error("threads", std::to_string(where.threads), "0 (all processors) ... 4096");
  }
  if (where.threads == 1) return 1;
  const int wanted = where.threads != 0 ? where.threads : omp_get_num_procs();
  const std::size_t useful = where.threads != 0 ? bytes : bytes / bytes_per_thread;
  return static_cast<int>(std::clamp<std::size_t>(useful, 1, static_cast<std::size_t>(wanted)));
}

}  // namespace

void cpu_fill(const cpu& where, const fill_job& job) {
  const auto [words, value_bytes] = size_of_distribution(job.distribution_index);
  check_range(job.first, job.n, words);
  if (job.n == 0) return;
  if (job.to == nullptr)
    throw argument_error("destination", "null", "the address of " + std::to_string(job.n) + " elements");
  if (where.level > best_simd_level()) {
    throw argument_error("SIMD level", simd_level_name(where.level),
                         std::string("at most ") + simd_level_name(best_simd_level()) + " on this machine");
  }
  const auto run = cpu_driver::kernels(where.level).fill[job.engine_index][job.distribution_index];
  const int threads = threads_for(where, job.n * value_bytes);
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
