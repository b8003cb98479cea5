// SPDX-License-Identifier: Apache-2.0
// The CPU's door: every pair of the catalogue goes to the driver of its kind.
#include <tali/error.hpp>
#include <tali/fill.hpp>
#include <tali/filler.hpp>

#include "core/batch.hpp"
#include "core/route.hpp"
#include "core/rows.hpp"
#include "core/stateless_filler.hpp"
#include "cpu/drivers.hpp"
#include "cpu/float_modes.hpp"

namespace tali {

namespace detail {

namespace {

/// A range, or rows, of an engine that goes from one to the next by steps.
void fill_stepwise(filler::implementation& opened, const fill_job& job, const row_list* rows) {
  if (rows == nullptr) return opened.fill(job.first, job.to, job.n);
  const std::size_t bytes = size_of_distribution(job.distribution_index).value_bytes;
  if (rows->elements() == 0) return opened.fill(0, job.to, 0);
  for_each_piece(job, *rows, bytes, 0, rows->elements(),
                 [&](const fill_job& piece) { opened.fill(piece.first, piece.to, piece.n); });
}

/// @param rows  null, or the ranges that are to be filled instead of the job's own
void fill_by_driver(const cpu& where, const fill_job& job, const row_list* rows) {
  const standard_float_modes modes;
  const auto [kind, its] = route(job);
  switch (kind) {
    case pair_kind::fixed:
      return its.arrays == nullptr ? cpu_driver::fill_fixed(where, its, rows)
                                   : cpu_driver::fill_arrays(where, its);
    case pair_kind::rejection:
      return cpu_driver::fill_rejection(where, its, rows);
    case pair_kind::vectors:
      return cpu_driver::fill_vectors(where, its, rows);
    case pair_kind::categorical:
      return cpu_driver::fill_categorical(where, its, rows);
    case pair_kind::points:
      return cpu_driver::fill_points(where, its, rows);
    case pair_kind::bank:
      if (rows == nullptr && cpu_driver::fill_short_of_bank(where, its)) return;
      return fill_stepwise(*cpu_driver::open_bank(where, its), its, rows);
    case pair_kind::per_thread:
      return fill_stepwise(*cpu_driver::open_per_thread(where, its), its, rows);
  }
}

}  // namespace

void cpu_fill(const cpu& where, const fill_job& job) { fill_by_driver(where, job, nullptr); }

void cpu_fill_rows(const cpu& where, const fill_job& job, const row_list& rows) {
  fill_by_driver(where, job, &rows);
}

std::size_t rows_of(std::size_t values, std::uint32_t size) {
  if (values % size == 0) return values / size;
  throw argument_error("number of values", std::to_string(values),
                       "a multiple of " + std::to_string(size) + ", the values per row");
}

}  // namespace detail

namespace {

std::unique_ptr<filler::implementation> open(const cpu& where, const any_engine& e,
                                             const any_distribution& d) {
  const auto [kind, job] = detail::route(detail::job_of(e, d, 0, nullptr, 0));
  if (kind == detail::pair_kind::bank) return cpu_driver::open_bank(where, job);
  if (kind == detail::pair_kind::per_thread) return cpu_driver::open_per_thread(where, job);
  return std::make_unique<detail::stateless_filler<cpu>>(where, e, d);
}

}  // namespace

filler::filler(const cpu& where, const any_engine& e, const any_distribution& d)
    : filler(d, open(where, e, d)) {}

}  // namespace tali
