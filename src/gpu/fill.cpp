// SPDX-License-Identifier: Apache-2.0
// CUDA's door: every pair of the catalogue goes to the driver of its kind.
#include <string>
#include <vector>

#include <tali/cuda/fill.hpp>
#include <tali/error.hpp>

#include "core/names.hpp"
#include "core/route.hpp"
#include "core/stateless_filler.hpp"
#include "gpu/drivers.hpp"

namespace tali {

namespace {

/// @throws argument_error unless CUDA makes the engine's sequence
void check_engine(const detail::fill_job& job) {
  const engine_info& e = engine_list()[static_cast<std::size_t>(job.engine_index)];
  if (e.on_cuda) return;
  std::vector<engine_info> on_cuda;
  for (const engine_info& other : engine_list()) {
    if (other.on_cuda) on_cuda.push_back(other);
  }
  throw argument_error("engine", quoted(e.name), "an engine that CUDA makes", detail::names_of(on_cuda));
}

}  // namespace

namespace detail {

namespace {

void fill_by_driver(const cuda& where, const fill_job& job, cuda_failures* record, const row_list* rows) {
  const auto [kind, its] = route(job);
  check_engine(job);
  switch (kind) {
    case pair_kind::fixed:
      return cuda_driver::fill_fixed(where, its, record, rows);
    case pair_kind::rejection:
      return cuda_driver::fill_rejection(where, its, record, rows);
    case pair_kind::vectors:
      return cuda_driver::fill_vectors(where, its, rows);
    case pair_kind::categorical:
      return cuda_driver::fill_categorical(where, its, rows);
    case pair_kind::points:
      return cuda_driver::fill_points(where, its, rows);
    case pair_kind::bank:
      return cuda_driver::fill_bank(where, its, rows);
    case pair_kind::per_thread:
      break;  // check_engine has refused it
  }
}

}  // namespace

void cuda_fill(const cuda& where, const fill_job& job, cuda_failures* record) {
  fill_by_driver(where, job, record, nullptr);
}

void cuda_fill_rows(const cuda& where, const fill_job& job, const row_list& rows) {
  fill_by_driver(where, job, nullptr, &rows);
}

}  // namespace detail

filler open_filler(const cuda& where, const any_engine& e, const any_distribution& d) {
  const detail::fill_job job = detail::job_of(e, d, 0, nullptr, 0);
  const auto [kind, its] = detail::route(job);
  check_engine(job);
  if (kind == detail::pair_kind::bank) {
    return filler(d, cuda_driver::open_bank(where, its));
  }
  return filler(d, std::make_unique<detail::stateless_filler<cuda>>(where, e, d));
}

}  // namespace tali
