// SPDX-License-Identifier: Apache-2.0
// The CPU's door: every pair of the catalogue goes to the driver of its kind.
#include <tali/error.hpp>
#include <tali/fill.hpp>
#include <tali/filler.hpp>

#include "core/route.hpp"
#include "core/stateless_filler.hpp"
#include "cpu/drivers.hpp"

namespace tali {

namespace detail {

void cpu_fill(const cpu& where, const fill_job& job) {
  const auto [kind, its] = route(job);
  switch (kind) {
    case pair_kind::fixed:
      return its.arrays == nullptr ? cpu_driver::fill_fixed(where, its) : cpu_driver::fill_arrays(where, its);
    case pair_kind::rejection:
      return cpu_driver::fill_rejection(where, its);
    case pair_kind::vectors:
      return cpu_driver::fill_vectors(where, its);
    case pair_kind::categorical:
      return cpu_driver::fill_categorical(where, its);
    case pair_kind::points:
      return cpu_driver::fill_points(where, its);
    case pair_kind::bank:
      return cpu_driver::open_bank(where, its)->fill(its.first, its.to, its.n);
    case pair_kind::per_thread:
      return cpu_driver::open_per_thread(where, its)->fill(its.first, its.to, its.n);
  }
}

std::size_t rows_of(std::size_t values, std::uint32_t size) {
  if (values % size == 0) return values / size;
  throw argument_error("number of values", std::to_string(values),
                       "a multiple of " + std::to_string(size) + ", the values of a row");
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
