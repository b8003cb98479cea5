// SPDX-License-Identifier: Apache-2.0
// The kernels of rejection distributions that all engines share, and their launchers: parameter arrays,
// groups of lanes, inversion without a table, and many rows in one launch.
#include <algorithm>

#include "gpu/attempts/arrays_kernel.cuh"
#include "gpu/attempts/inversion_launch.cuh"
#include "gpu/attempts/rejection_kernel.cuh"
#include "gpu/bulk/launch.cuh"
#include "gpu/kernels.hpp"
#include "gpu/runtime/runtime.hpp"

namespace tali::cuda_driver {

namespace {

template <class D>
typename D::result_type* values_of(const detail::request& fill) {
  return static_cast<typename D::result_type*>(fill.to);
}

template <class D>
void launch_arrays(const cuda& where, const words_of_any_rounds& words, const detail::request& fill) {
  const auto launch = [&](const row_batch& batch, unsigned row_count) {
    const std::uint64_t n = batch.has_rows ? fill.rows->n : fill.n;
    // More than the length requires, because the first piece begins at a tile.
    unsigned blocks = runtime::blocks_for(where.ordinal, n + row_tile, each_samples<D> * each_threads);
    if constexpr (mostly_quick<D>)  // long parts, so that the list is rarely short
      blocks = std::min(blocks, 16u * static_cast<unsigned>(runtime::multiprocessors(where.ordinal)));
    runtime::launch("sampling kernel of parameter arrays", each_kernel<D, detail::rounds_at_run_time>,
                    {blocks, each_threads, 0, 0, row_count}, where.stream, words,
                    device_arrays<D>(fill.arrays, fill.forms), values_of<D>(fill), fill.first, n, fill.record,
                    batch);
  };
  if (fill.rows == nullptr) return launch(row_batch(), 1);
  for_each_batch(*fill.rows, D::tag, launch);
}

template <class D>
void launch_grouped(const cuda& where, const words_of_any_rounds& words, const detail::request& fill,
                    unsigned group) {
  runtime::launch("sampling kernel of groups", grouped_kernel<D, detail::rounds_at_run_time>,
                  {runtime::blocks_for(where.ordinal, fill.n * group, 256), 256}, where.stream, words,
                  *static_cast<const D*>(fill.distribution), values_of<D>(fill), fill.first, fill.n, group,
                  fill.record);
}

template <class D>
void launch_counting(const cuda& where, const words_of_any_rounds& words, const detail::request& fill) {
  runtime::launch("counting kernel", counting_kernel<D, detail::rounds_at_run_time>,
                  {runtime::blocks_for(where.ordinal, fill.n, 256), 256}, where.stream, words,
                  *static_cast<const D*>(fill.distribution), values_of<D>(fill), fill.first, fill.n);
}

/// Number of blocks that suffices for any of the rows of samples.
/// @param position  the engine's
unsigned blocks_of_row(const detail::row_list& rows, std::uint64_t position, int piece) {
  bool at_tiles = (position + rows.first) % row_tile == 0;
  for (int d = 0; d < rows.dimensions; ++d)
    at_tiles = at_tiles && rows.dimension_of[d].index_step % row_tile == 0;
  const std::uint64_t before = at_tiles ? 0 : row_tile - 1, size = static_cast<std::uint64_t>(piece);
  return static_cast<unsigned>((before + rows.n + size - 1) / size);
}

/// A piece is no longer than a row needs.
int piece_of_row(int piece, std::uint64_t n) {
  while (piece > 1024 && static_cast<std::uint64_t>(piece) / 2 >= n) piece /= 2;
  return piece;
}

template <class D>
void launch_many(const cuda& where, const detail::request& fill) {
  const detail::row_list& rows = *fill.rows;
  const words_of_any_rounds words = detail::with_engine<catalogue::counter_engines>(
      fill, [](const auto& e) { return words_of_any_rounds(rejection_words(e, D::tag)); });
  const D& d = *static_cast<const D*>(fill.distribution);
  auto* const to = values_of<D>(fill);
  const std::uint64_t all = rows.elements();
  if constexpr (detail::has_inversion<D>) {
    if (d.by_inversion()) {
      const int piece = piece_of_row(inversion_piece_for<typename D::result_type>(where, all), rows.n);
      const bool by_table = with_inversion_table(where, d, all, [&](const detail::inversion_table* table) {
        const unsigned blocks = blocks_of_row(rows, words.first(), piece);
        // Enough blocks to occupy every multiprocessor, but no more, because each block copies the table.
        const unsigned target = 32u * static_cast<unsigned>(runtime::multiprocessors(where.ordinal));
        const unsigned lines = target / blocks + 1;
        for_each_batch(rows, D::tag, [&](const row_batch& batch, unsigned row_count) {
          runtime::launch("inversion kernel of rows", inversion_rows_kernel<D, detail::rounds_at_run_time>,
                          {blocks, 256, 0, 0, row_count < lines ? row_count : lines}, where.stream, words, d,
                          to, rows.n, table, piece, batch, row_count);
        });
      });
      if (by_table) return;
      for_each_batch(rows, D::tag, [&](const row_batch& batch, unsigned row_count) {
        runtime::launch("counting kernel of rows", counting_rows_kernel<D, detail::rounds_at_run_time>,
                        {runtime::blocks_for(where.ordinal, rows.n, 256), 256, 0, 0, row_count}, where.stream,
                        words, d, to, rows.n, batch);
      });
      return;
    }
  }
  const int piece = piece_of_row(piece_for(runtime::multiprocessors(where.ordinal), all), rows.n);
  for_each_batch(rows, D::tag, [&](const row_batch& batch, unsigned row_count) {
    runtime::launch("sampling kernel of rows", compacting_rows_kernel<D, detail::rounds_at_run_time>,
                    {blocks_of_row(rows, words.first(), piece), compacting_threads, 0, 0, row_count},
                    where.stream, words, d, to, rows.n, piece, batch);
  });
}

template <class D>
constexpr rejection_shared_launchers launchers_of() {
  rejection_shared_launchers all{&launch_arrays<D>, &launch_grouped<D>, nullptr, &launch_many<D>};
  if constexpr (detail::has_inversion<D>) all.counting = &launch_counting<D>;
  return all;
}

template <class... D>
const rejection_shared_launchers& launchers_of(const distribution_info& distribution,
                                               detail::type_list<D...>) {
  static constexpr detail::distribution_table<rejection_shared_launchers, catalogue::rejection_distributions>
      all = {{launchers_of<D>()...}};
  return all[distribution];
}

}  // namespace

const rejection_shared_launchers& rejection_shared(const distribution_info& distribution) {
  return launchers_of(distribution, catalogue::rejection_distributions{});
}

}  // namespace tali::cuda_driver
