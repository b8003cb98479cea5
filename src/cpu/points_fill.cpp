// SPDX-License-Identifier: Apache-2.0
// The CPU driver of point sets.
#include "core/batch.hpp"
#include "core/index_range.hpp"
#include "cpu/by_level.hpp"
#include "cpu/drivers.hpp"
#include "cpu/parallel.hpp"
#include "cpu/point_kernels.hpp"

namespace tali::cpu_driver {

namespace {

std::uint64_t last_of(const fill_job& job) {
  std::uint64_t last = 0;
  quasi_engines::for_each([&]<class E>(int index, type_list<E>) {
    if (index == job.engine_index) last = static_cast<const E*>(job.engine)->last();
  });
  return last;
}

}  // namespace

void fill_points(const cpu& where, const fill_job& job) {
  detail::check_index_range(job.first, job.n, last_of(job), detail::point_elements);
  if (job.n == 0) return;
  check_destination(where, job.to, job.n);
  const std::size_t value_bytes =
      detail::size_of_distribution(job.distribution_index, coordinate_distributions{}).value_bytes;
  const auto run = kernels_of_level<point_kernels, quasi_engines::size>(where.level, job.engine_index)
                       .fill[job.distribution_index];
  const int threads = threads_for(where, job.n * value_bytes);
  for_pieces(threads, job.n, [&](std::size_t begin, std::size_t end) {
    run(job.engine, job.distribution, job.first + begin, static_cast<char*>(job.to) + begin * value_bytes,
        end - begin);
  });
}

}  // namespace tali::cpu_driver
