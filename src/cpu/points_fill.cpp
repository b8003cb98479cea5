// SPDX-License-Identifier: Apache-2.0
// The CPU driver of point sets.
#include "core/index_range.hpp"
#include "cpu/by_level.hpp"
#include "cpu/drivers.hpp"
#include "cpu/parallel.hpp"
#include "cpu/point_kernels.hpp"
#include "cpu/rows.hpp"
#include "registry/functions.hpp"

namespace tali::cpu_driver {

void fill_points(const cpu& where, const request& r) {
  detail::check_furthest(r, [&](std::uint64_t first, std::uint64_t n) {
    detail::check_index_range(first, n, r.engine_entry->functions->last(r.engine), detail::point_elements);
  });
  const std::size_t n = r.elements(), value_bytes = r.distribution_entry->value_bytes;
  if (n == 0) return;
  check_destination(where, r.to, n);
  const int engine = detail::place<quasi_engines>(*r.engine_entry);
  const auto run = kernels_of_level<point_kernels, quasi_engines::size>(where.level, engine)[r];
  for_thread_pieces(threads_for(where, n * value_bytes), r, value_bytes, [&](const auto& pieces) {
    pieces(
        [&](const request& piece) { run(piece.engine, piece.distribution, piece.first, piece.to, piece.n); });
  });
}

}  // namespace tali::cpu_driver
