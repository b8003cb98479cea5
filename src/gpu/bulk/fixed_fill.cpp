// SPDX-License-Identifier: Apache-2.0
// The CUDA driver of fixed-budget distributions: it checks the request and calls the launcher from the table.
#include <functional>

#include <tali/catalogue.hpp>
#include <tali/sequence.hpp>

#include "core/checks.hpp"
#include "core/rows.hpp"
#include "gpu/bulk/arrays_check.hpp"
#include "gpu/drivers.hpp"
#include "gpu/kernels.hpp"
#include "gpu/runtime/arguments.hpp"
#include "gpu/runtime/runtime.hpp"
#include "gpu/words/word_engines.hpp"

namespace tali {

namespace cuda_driver {

namespace {

/// Fills from a word engine; rows are made one at a time.
void fill_words(const cuda& where, const request& r) {
  const auto fill_piece = [&](const request& piece) { fill_word_engine(where, piece); };
  if (r.rows != nullptr) {
    fill_rows(where, r, r.distribution_entry->value_bytes, {}, fill_piece);
  } else if (r.arrays == nullptr) {
    fill_piece(r);
  } else {
    fill_arrays(where, r, fill_piece);
  }
}

}  // namespace

void fill_fixed(const cuda& where, const request& r) {
  const distribution_info& d = *r.distribution_entry;
  detail::check_sequence(r, d.words);
  with_destination(where, r.to, r.elements(), d.value_bytes, [&] {
    if (r.arrays != nullptr && r.record != nullptr) check_memory("record", r.record, where.ordinal);
    if (r.engine_entry->kind == engine_kind::words) return fill_words(where, r);
    const auto launch_range = launchers_for<bulk_launchers>(r)[r];
    if (r.rows != nullptr && r.arrays != nullptr) {
      check_memory("keys", r.rows->keys, where.ordinal);
      launch_arrays(where, r);
    } else if (r.rows != nullptr) {
      std::function<void(const request&)> many_rows;
      if (const auto launch = launchers_for<row_launchers>(r)[r]; launch != nullptr)
        many_rows = [&where, launch](const request& rows) { launch(where, rows); };
      fill_rows(where, r, d.value_bytes, many_rows,
                [&](const request& piece) { launch_range(where, piece, false, nullptr); });
    } else if (r.arrays == nullptr) {
      launch_range(where, r, false, nullptr);
    } else {
      fill_arrays(where, r, [&](const request& noted) { launch_arrays(where, noted); });
    }
  });
}

}  // namespace cuda_driver

namespace detail {

void cuda_fill_chained(const cuda& where, const request& r, void* engine_after) {
  detail::check_range(r.first, r.n, r.distribution_entry->words);
  cuda_driver::check_device(where.ordinal);
  const runtime::current_device device(where.ordinal);
  if (r.n != 0) cuda_driver::check_destination(r.to, r.distribution_entry->value_bytes, where.ordinal);
  cuda_driver::check_memory("engine before", r.engine, where.ordinal);
  cuda_driver::check_memory("engine after", engine_after, where.ordinal);
  cuda_driver::launchers_for<cuda_driver::bulk_launchers>(r)[r](where, r, true, engine_after);
}

}  // namespace detail

}  // namespace tali
