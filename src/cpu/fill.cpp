// SPDX-License-Identifier: Apache-2.0
// The CPU's entry point: it passes every request to the driver of its kind.
#include <tali/error.hpp>
#include <tali/fill.hpp>
#include <tali/filler.hpp>

#include "core/checks.hpp"
#include "core/rows.hpp"
#include "core/stateless_filler.hpp"
#include "cpu/drivers.hpp"
#include "cpu/float_modes.hpp"

namespace tali {

namespace detail {

namespace {

/// Fills a range, or rows, from an engine that only moves step by step.
void fill_stepwise(filler::implementation& opened, const request& r) {
  if (r.rows == nullptr) return opened.fill(r.first, r.to, r.n);
  if (r.elements() == 0) return opened.fill(0, r.to, 0);
  for_each_piece(r, r.distribution_entry->value_bytes, 0, r.rows->elements(),
                 [&](const request& piece) { opened.fill(piece.first, piece.to, piece.n); });
}

}  // namespace

void run(const cpu& where, const request& r) {
  const standard_float_modes modes;
  switch (checked_pair(r)) {
    case pair_kind::fixed:
    case pair_kind::points:
      return r.arrays == nullptr ? cpu_driver::fill_fixed(where, r) : cpu_driver::fill_arrays(where, r);
    case pair_kind::rejection:
      return cpu_driver::fill_rejection(where, r);
    case pair_kind::vectors:
      return cpu_driver::fill_vectors(where, r);
    case pair_kind::categorical:
      return cpu_driver::fill_categorical(where, r);
    case pair_kind::bank:
      if (r.rows == nullptr && cpu_driver::fill_short_of_bank(where, r)) return;
      return fill_stepwise(*cpu_driver::open_bank(where, r), r);
    case pair_kind::per_thread:
      return fill_stepwise(*cpu_driver::open_per_thread(where, r), r);
  }
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
  const detail::request r = detail::request_of(e, d, 0, nullptr, 0);
  const detail::pair_kind kind = detail::checked_pair(r);
  if (kind == detail::pair_kind::bank) return cpu_driver::open_bank(where, r);
  if (kind == detail::pair_kind::per_thread) return cpu_driver::open_per_thread(where, r);
  return std::make_unique<detail::stateless_filler<cpu>>(where, e, d);
}

}  // namespace

filler::filler(const cpu& where, const any_engine& e, const any_distribution& d)
    : filler(d, open(where, e, d)) {}

}  // namespace tali
