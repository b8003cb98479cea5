// SPDX-License-Identifier: Apache-2.0
// CUDA's entry point: dispatches every pair to the driver of its kind.
#include <string>
#include <vector>

#include <tali/cuda/fill.hpp>
#include <tali/error.hpp>

#include "core/names.hpp"
#include "core/stateless_filler.hpp"
#include "gpu/drivers.hpp"
#include "registry/pairs.hpp"

namespace tali {

namespace {

/// @throws argument_error for a pair that is not supported, or an engine that CUDA does not support
detail::pair_kind checked(const detail::request& r) {
  const detail::pair_kind kind = detail::checked_pair(r);
  const engine_info& e = *r.engine_entry;
  if (e.on_cuda) return kind;
  std::vector<engine_info> on_cuda;
  for (const engine_info& other : engine_list()) {
    if (other.on_cuda) on_cuda.push_back(other);
  }
  throw argument_error("engine", quoted(e.name), "an engine that CUDA supports", detail::names_of(on_cuda));
}

}  // namespace

namespace detail {

void run(const cuda& where, const request& r) {
  switch (checked(r)) {
    case pair_kind::fixed:
      return cuda_driver::fill_fixed(where, r);
    case pair_kind::rejection:
      return cuda_driver::fill_rejection(where, r);
    case pair_kind::vectors:
      return cuda_driver::fill_vectors(where, r);
    case pair_kind::categorical:
      return cuda_driver::fill_categorical(where, r);
    case pair_kind::points:
      return cuda_driver::fill_points(where, r);
    case pair_kind::bank:
      return cuda_driver::fill_bank(where, r);
    case pair_kind::per_thread:
      break;  // rejected above
  }
}

}  // namespace detail

filler open_filler(const cuda& where, const any_engine& e, const any_distribution& d) {
  const detail::request r = detail::request_of(e, d, 0, nullptr, 0);
  if (checked(r) == detail::pair_kind::bank) return filler(d, cuda_driver::open_bank(where, r));
  return filler(d, std::make_unique<detail::stateless_filler<cuda>>(where, e, d));
}

}  // namespace tali
