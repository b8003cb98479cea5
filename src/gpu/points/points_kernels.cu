// SPDX-License-Identifier: Apache-2.0
// The kernels of one engine of point sets. CMake compiles this file once per engine, with TALI_ENGINE.
#include <algorithm>
#include <bit>
#include <cstdint>
#include <type_traits>

#include "gpu/bulk/launch.cuh"
#include "gpu/kernels.hpp"
#include "gpu/points/columns_kernel.cuh"
#include "gpu/points/dimensions_kernel.cuh"
#include "gpu/runtime/runtime.hpp"

namespace tali::cuda_driver {

// Turns a range of points into a launch.

template <class Word, class D>
void launch_rows(const cuda& where, const sobol_view<Word>& s, const D& d, const detail::request& job) {
  using T = typename D::result_type;
  constexpr std::uint64_t count = vector_of<T>::count;
  T* const to = static_cast<T*>(job.to);
  const auto number_bits = static_cast<int>(
      std::bit_width(s.set.first_point + (s.set.points - 1)));  // number of bits of the last point
  if (s.set.points < 32 * count && job.first + job.n <= 0xffffffffu) {
    check_shape(where.shape);
    const unsigned block = where.shape.block != 0 ? static_cast<unsigned>(where.shape.block) : 128;
    const auto n = static_cast<std::uint32_t>(job.n);
    runtime::launch("short rows' kernel", short_rows_kernel<Word, D>, {(n - 1) / block + 1, block},
                    where.stream, s, d, to, static_cast<std::uint32_t>(job.first), n, number_bits);
    return;
  }
  check_shape(where.shape);
  const int steps = reads_quantile_rows<D>                ? 64
                    : heavy_distribution<D>               ? 32
                    : s.set.scramble == scrambling::owen  ? 16
                    : std::is_same_v<Word, std::uint32_t> ? 6
                    : std::is_floating_point_v<T>         ? 10
                                                          : 8;
  launch_shape shape = rows_shape(job.n / (32 * count), runtime::multiprocessors(where.ordinal), steps);
  // Large blocks share a table, if there is work for several on every multiprocessor.
  if (reads_quantile_rows<D> && shape.steps == steps) shape.block = 512;
  if (where.shape.block != 0) shape.block = where.shape.block;
  if (where.shape.steps != 0) shape.steps = where.shape.steps;
  const std::uint64_t spans = (std::min(s.set.points, job.n) / count + 31) / 32;  // per row, at most
  const std::uint64_t last_row = (job.first + (job.n - 1)) / s.set.points;
  rows_plan p{};
  p.base = job.first;
  p.n = job.n;
  p.first_row = static_cast<std::uint32_t>(job.first / s.set.points);
  std::uint64_t items = 0;
  for (auto max_steps = static_cast<std::uint64_t>(shape.steps);; max_steps *= 2) {
    const std::uint64_t pieces = std::max<std::uint64_t>((spans + max_steps - 1) / max_steps, 1);
    items = (last_row - p.first_row + 1) * pieces;
    if (items > 0x7fffffffu) continue;  // more than a grid has: takes longer pieces
    p.pieces = static_cast<std::uint32_t>(pieces);
    p.steps = (spans + pieces - 1) / pieces;
    break;
  }
  p.items = static_cast<std::uint32_t>(items);
  const auto warps = static_cast<std::uint64_t>(shape.block) / 32;
  const std::uint64_t grid =
      where.shape.grid != 0 ? static_cast<std::uint64_t>(where.shape.grid) : (items + warps - 1) / warps;
  runtime::launch("rows' kernel", rows_kernel<Word, D>,
                  {static_cast<unsigned>(grid), static_cast<unsigned>(shape.block)}, where.stream, s, d, to,
                  p);
}

template <class Word, class D>
void launch_columns(const cuda& where, const sobol_view<Word>& s, const D& d, const detail::request& job) {
  using T = typename D::result_type;
  constexpr std::uint64_t count = vector_of<T>::count;
  check_shape(where.shape);
  columns_plan p{};
  p.cut = plan_of(job.first, static_cast<const T*>(job.to), job.n);
  launch_shape shape = points_shape(p.cut.vectors, runtime::multiprocessors(where.ordinal));
  if (reads_quantile_rows<D> && p.cut.vectors >= std::uint64_t{1} << 24) {  // large blocks share a table
    shape.block = 512;
    shape.steps = 64;
  }
  const auto max_threads =
      static_cast<std::uint64_t>(where.shape.block != 0 ? where.shape.block : shape.block);
  std::uint64_t steps = static_cast<std::uint64_t>(where.shape.steps != 0 ? where.shape.steps : shape.steps);
  const std::uint64_t dimensions = s.set.dimensions;
  const auto warps = [](std::uint64_t threads) { return (threads + 31) / 32 * 32; };
  std::uint64_t units = 1, block = 0;
  if (dimensions <= max_threads) {
    while (2 * units * dimensions <= max_threads) units *= 2;
    p.chunks = 1;
    block = warps(units * dimensions);
  } else {
    p.chunks = static_cast<unsigned>((dimensions + max_threads - 1) / max_threads);
    block = warps((dimensions + p.chunks - 1) / p.chunks);
    p.chunks = static_cast<unsigned>((dimensions + block - 1) / block);
  }
  p.active = units * dimensions;
  p.cut.stride = p.active;
  std::uint64_t groups = 0;
  for (;; steps *= 2) {  // more than a grid has: takes longer blocks
    p.cut.steps = steps;
    p.cut.block_span = p.active * steps;
    groups = std::max<std::uint64_t>((p.cut.vectors + p.cut.block_span - 1) / p.cut.block_span, 1);
    if (groups * p.chunks <= 0x7fffffffu) break;
  }
  p.leap = static_cast<int>(std::bit_width(units * count)) - 1;
  runtime::launch("columns' kernel", columns_kernel<Word, D>,
                  {static_cast<unsigned>(groups * p.chunks), static_cast<unsigned>(block)}, where.stream, s,
                  d, static_cast<T*>(job.to), p);
}

/// @tparam E  sobol32 or sobol64
template <class E, class D>
void launch_points(const cuda& where, const detail::request& job) {
  using Word = typename E::word_type;
  const E& e = *static_cast<const E*>(job.engine);
  const D& d = *static_cast<const D*>(job.distribution);
  sobol_view<Word> s = detail::cuda_view(where, e);
  if (s.set.dimensions == 1) {  // one row, starting at the range's first point
    detail::request row = job;
    s.set.layout = point_layout::dim_major;
    s.set.first_point += job.first;
    s.set.points = job.n;
    row.first = 0;
    launch_rows(where, s, d, row);
  } else if (s.set.layout == point_layout::dim_major) {
    launch_rows(where, s, d, job);
  } else {
    launch_columns(where, s, d, job);
  }
}

namespace {

template <class E, class... D>
TALI_COMPUTES_LAUNCHERS points_launchers all_of(detail::type_list<D...>) {
  points_launchers all{};
  int j = 0;
  ((all.at[j++] = &launch_points<E, D>), ...);
  return all;
}

}  // namespace

template <>
const points_launchers engine_launchers<points_launchers, TALI_ENGINE>::table =
    all_of<detail::type_at<TALI_ENGINE, catalogue::quasi_engines>>(catalogue::coordinate_distributions{});

}  // namespace tali::cuda_driver
