// SPDX-License-Identifier: Apache-2.0
#include "gpu/attempts/rejection_launch.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>

#include <tali/catalogue.hpp>
#include <tali/cuda/detail/cut_range.hpp>
#include <tali/math/discrete_inversion.hpp>
#include <tali/rejection/words.hpp>

#include "gpu/attempts/each_samples.hpp"
#include "gpu/attempts/rejection_names.hpp"
#include "gpu/bulk/row_batch.hpp"
#include "gpu/runtime/kernel.hpp"
#include "registry/functions.hpp"
#include "registry/place.hpp"

namespace tali::cuda_driver {

namespace {

using detail::request;
using words_of_any_rounds = rejection_words<detail::rounds_at_run_time>;
using runtime::argument_at;
using engines = catalogue::counter_engines;
using distributions = catalogue::rejection_distributions;

struct is_by_inversion {
  template <class D>
  static constexpr bool of = detail::has_inversion<D>;
};
using inverted_distributions = detail::filtered_list<is_by_inversion, distributions>;

template <int Rounds>
runtime::named_kernel& kernel_of(rejection_kernel kernel, const distribution_info& d) {
  constexpr auto kernels = static_cast<std::size_t>(rejection_kernel::count);
  static std::array<std::array<runtime::named_kernel, kernels>, distributions::size> all;
  return all[static_cast<std::size_t>(detail::place<distributions>(d))][static_cast<std::size_t>(kernel)];
}

/// Enqueues a kernel of the request's distribution.
template <int Rounds, class... A>
void launch(const char* what, rejection_kernel kernel, const cuda& where, const request& r,
            const runtime::launch_grid& grid, const rejection_words<Rounds>& words, const A&... arguments) {
  const distribution_info& d = *r.distribution_entry;
  kernel_of<Rounds>(kernel, d).launch(
      what, [&] { return name_of(kernel, d.functions->spelling, Rounds); }, where.ordinal, grid, where.stream,
      words, arguments...);
}

/// Calls f(words) with the words of the request's engine.
template <class F>
void with_words(const request& r, const F& f) {
  detail::with_engine<engines>(r, [&](const auto& e) { f(rejection_words(e, r.distribution_entry->tag)); });
}
template <class F>
void with_words_of_any_rounds(const request& r, const F& f) {
  with_words(r, [&](const auto& words) { f(words_of_any_rounds(words)); });
}

// Inversion.

/// The value of f(distribution) if the request's distribution can be inverted, otherwise false.
template <class F>
bool with_inverted(const request& r, const F& f) {
  const int place = detail::place<inverted_distributions>(*r.distribution_entry);
  return place >= 0 && detail::with_type(inverted_distributions{}, place, [&]<class D>(detail::type_list<D>) {
           return f(*static_cast<const D*>(r.distribution));
         });
}

bool is_inverted(const request& r) {
  return with_inverted(r, [](const auto& d) { return d.by_inversion(); });
}

/// Calls launch(table) with the table of the request's distribution in device memory, and frees it
/// afterwards.
/// @param n  number of samples of the call
/// @return false if there is no table; then nothing was enqueued
template <class F>
bool with_inversion_table(const cuda& where, const request& r, std::uint64_t n, const F& launch) {
  constexpr std::uint64_t worth_table = 1 << 16;
  // The stream copies the table to the device. In a captured graph the copy would later read freed memory, so
  // inversion adds outcomes one by one there.
  if (n < worth_table || runtime::is_captured(where.stream)) return false;
  const auto table = std::make_unique<detail::inversion_table>();
  with_inverted(r, [&](const auto& d) {
    detail::make_table(d.law(), *table);
    return true;
  });
  if (table->outcomes == 0) return false;
  const runtime::stream_memory<detail::inversion_table> device_table(1, where.stream);
  runtime::copy_to_device(device_table.at(), table.get(), sizeof *table, where.stream);
  launch(static_cast<const detail::inversion_table*>(device_table.at()));
  return true;
}

/// Samples per block. Pieces are long, because each block first copies the table. If a cache line holds fewer
/// values, pieces are shorter, so that stores are closer together.
/// @param n  number of samples of the call
int inversion_piece_for(const cuda& where, const request& r, std::uint64_t n) {
  const int largest = r.distribution_entry->value_bytes == 4 ? 1 << 15 : 1 << 13;
  const std::uint64_t share = n / (static_cast<std::uint64_t>(runtime::multiprocessors(where.ordinal)) * 16);
  int piece = 1024;
  while (piece < largest && static_cast<std::uint64_t>(piece) < share) piece *= 2;
  return piece;
}

void launch_inversion(const cuda& where, const request& r) {
  const bool by_table = with_inversion_table(where, r, r.n, [&](const detail::inversion_table* table) {
    const int piece = inversion_piece_for(where, r, r.n);
    with_words(r, [&](const auto& words) {
      const unsigned blocks = blocks_of_pieces(words.first() + r.first, r.n, piece);
      launch("inversion kernel", rejection_kernel::inversion, where, r, {blocks, 256}, words,
             argument_at{r.distribution}, r.to, r.first, r.n, table, piece);
    });
  });
  if (by_table) return;
  with_words_of_any_rounds(r, [&](const words_of_any_rounds& words) {
    launch("counting kernel", rejection_kernel::counting, where, r,
           {runtime::blocks_for(where.ordinal, r.n, 256), 256}, words, argument_at{r.distribution}, r.to,
           r.first, r.n);
  });
}

// Separate parameters.

struct is_mostly_quick {
  template <class D>
  static constexpr bool of = mostly_quick<D>;
};
using quick_distributions = detail::filtered_list<is_mostly_quick, distributions>;

/// The kernel's device_arrays of this many parameters.
struct arrays_argument {
  alignas(8) std::byte bytes[(detail::max_numbers + 2) * sizeof(void*)] = {};

  arrays_argument(const void* const* arrays, std::size_t parameters, const detail::array_forms& forms) {
    std::memcpy(bytes, arrays, parameters * sizeof *arrays);
    std::memcpy(bytes + parameters * sizeof *arrays, &forms, sizeof forms);
  }
};

void launch_each(const cuda& where, const request& r) {
  const distribution_info& d = *r.distribution_entry;
  const bool quick = detail::place<quick_distributions>(d) >= 0;
  const arrays_argument arrays(r.arrays, d.parameter_list.size(), r.forms);
  with_words_of_any_rounds(r, [&](const words_of_any_rounds& words) {
    const auto launch_batch = [&](const row_batch& batch, unsigned row_count) {
      const std::uint64_t n = batch.has_rows ? r.rows->n : r.n;
      // More than the length requires, because the first piece begins at a tile.
      unsigned blocks = runtime::blocks_for(where.ordinal, n + words_of_any_rounds::inversion_tile,
                                            each_threads * static_cast<unsigned>(quick ? quick_samples : 1));
      if (quick)  // long parts, so that the list is rarely short
        blocks = std::min(blocks, 16u * static_cast<unsigned>(runtime::multiprocessors(where.ordinal)));
      launch("sampling kernel of parameter arrays", rejection_kernel::each, where, r,
             {blocks, each_threads, 0, 0, row_count}, words, argument_at{arrays.bytes}, r.to, r.first, n,
             r.record, batch);
    };
    if (r.rows == nullptr) return launch_batch(row_batch(), 1);
    for_each_batch(*r.rows, d.tag, launch_batch);
  });
}

// Rows.

/// All pieces of a row except the first begin at multiples of this.
constexpr std::uint64_t row_tile = words_of_any_rounds::inversion_tile;

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

void launch_inverted_rows(const cuda& where, const request& r, const words_of_any_rounds& words) {
  const detail::row_list& rows = *r.rows;
  const std::uint32_t tag = r.distribution_entry->tag;
  const int piece = piece_of_row(inversion_piece_for(where, r, rows.elements()), rows.n);
  const bool by_table =
      with_inversion_table(where, r, rows.elements(), [&](const detail::inversion_table* table) {
        const unsigned blocks = blocks_of_row(rows, words.first(), piece);
        // Enough blocks to occupy every multiprocessor, but no more, because each block copies the table.
        const unsigned target = 32u * static_cast<unsigned>(runtime::multiprocessors(where.ordinal));
        const unsigned lines = target / blocks + 1;
        for_each_batch(rows, tag, [&](const row_batch& batch, unsigned row_count) {
          launch("inversion kernel of rows", rejection_kernel::inversion_rows, where, r,
                 {blocks, 256, 0, 0, row_count < lines ? row_count : lines}, words,
                 argument_at{r.distribution}, r.to, rows.n, table, piece, batch, row_count);
        });
      });
  if (by_table) return;
  for_each_batch(rows, tag, [&](const row_batch& batch, unsigned row_count) {
    launch("counting kernel of rows", rejection_kernel::counting_rows, where, r,
           {runtime::blocks_for(where.ordinal, rows.n, 256), 256, 0, 0, row_count}, words,
           argument_at{r.distribution}, r.to, rows.n, batch);
  });
}

}  // namespace

void launch_rejection(const cuda& where, const request& r, const rejection_schedule& how) {
  if (r.arrays != nullptr) return launch_each(where, r);
  if (is_inverted(r)) return launch_inversion(where, r);
  if (how.kind == schedule::grouped) {
    const auto group = static_cast<unsigned>(how.group);
    return with_words_of_any_rounds(r, [&](const words_of_any_rounds& words) {
      launch("sampling kernel of groups", rejection_kernel::grouped, where, r,
             {runtime::blocks_for(where.ordinal, r.n * group, 256), 256}, words, argument_at{r.distribution},
             r.to, r.first, r.n, group, r.record);
    });
  }
  const int piece = piece_for(runtime::multiprocessors(where.ordinal), r.n);
  with_words(r, [&](const auto& words) {
    const unsigned blocks = blocks_of_pieces(words.first() + r.first, r.n, piece);
    launch("sampling kernel", rejection_kernel::compacting, where, r, {blocks, compacting_threads}, words,
           argument_at{r.distribution}, r.to, r.first, r.n, piece, r.record);
  });
}

void launch_rejection_rows(const cuda& where, const request& r) {
  const detail::row_list& rows = *r.rows;
  with_words_of_any_rounds(r, [&](const words_of_any_rounds& words) {
    if (is_inverted(r)) return launch_inverted_rows(where, r, words);
    const int piece =
        piece_of_row(piece_for(runtime::multiprocessors(where.ordinal), rows.elements()), rows.n);
    for_each_batch(rows, r.distribution_entry->tag, [&](const row_batch& batch, unsigned row_count) {
      launch("sampling kernel of rows", rejection_kernel::compacting_rows, where, r,
             {blocks_of_row(rows, words.first(), piece), compacting_threads, 0, 0, row_count}, words,
             argument_at{r.distribution}, r.to, rows.n, piece, batch);
    });
  });
}

}  // namespace tali::cuda_driver
