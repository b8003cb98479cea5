// SPDX-License-Identifier: Apache-2.0
// The CPU driver of point sets.
#include "core/batch.hpp"
#include "core/index_range.hpp"
#include "cpu/by_level.hpp"
#include "cpu/drivers.hpp"
#include "cpu/parallel.hpp"
#include "cpu/point_kernels.hpp"
#include "cpu/rows.hpp"

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

void fill_points(const cpu& where, const fill_job& job, const row_list* rows) {
  check_furthest(job, rows, [&](std::uint64_t first, std::uint64_t n) {
    detail::check_index_range(first, n, last_of(job), detail::point_elements);
  });
  const std::size_t n = elements_of(job, rows);
  if (n == 0) return;
  check_destination(where, job.to, n);
  const std::size_t value_bytes =
      detail::size_of_distribution(job.distribution_index, coordinate_distributions{}).value_bytes;
  const auto run = kernels_of_level<point_kernels, quasi_engines::size>(where.level, job.engine_index)
                       .fill[job.distribution_index];
  for_thread_pieces(threads_for(where, n * value_bytes), job, rows, value_bytes, [&](const auto& pieces) {
    pieces([&](const fill_job& piece) {
      run(piece.engine, piece.distribution, piece.first, piece.to, piece.n);
    });
  });
}

}  // namespace tali::cpu_driver
