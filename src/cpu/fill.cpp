// The CPU driver: cuts a range into one piece a thread.
#include <tali/device.hpp>
#include <tali/registry.hpp>
#include <tali/sequence.hpp>

#include "cpu/kernels.hpp"
#include "cpu/parallel.hpp"
#include "facts.hpp"

namespace tali::detail {

void cpu_fill(const cpu& where, const fill_job& job) {
  const auto [words, value_bytes] = size_of_distribution(job.distribution_index);
  check_range(job.first, job.n, words);
  if (job.n == 0) return;
  cpu_driver::check_place(where, job.to, job.n);
  const auto run = cpu_driver::kernels(where.level).fill[job.engine_index][job.distribution_index];
  const int threads = cpu_driver::threads_for(where, job.n * value_bytes);
  cpu_driver::for_pieces(threads, job.n, [&](std::size_t begin, std::size_t end) {
    run(job.engine, job.distribution, job.first + begin, static_cast<char*>(job.to) + begin * value_bytes,
        end - begin);
  });
}

}  // namespace tali::detail
