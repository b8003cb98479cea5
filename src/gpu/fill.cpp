// SPDX-License-Identifier: Apache-2.0
// CUDA's entry point: it passes every request to the driver of its kind.
#include <string>

#include <tali/cuda/detail/user_fill.hpp>
#include <tali/cuda/fill.hpp>
#include <tali/error.hpp>
#include <tali/sequence.hpp>

#include "core/checks.hpp"
#include "core/names.hpp"
#include "core/stateless_filler.hpp"
#include "gpu/drivers.hpp"
#include "gpu/runtime/arguments.hpp"
#include "gpu/runtime/runtime.hpp"

namespace tali {

namespace {

/// @throws argument_error if the pair or CUDA's part of it does not exist
detail::pair_kind kind_of_checked(const detail::request& r) {
  const engine_info& e = *r.engine_entry;
  const distribution_info& d = *r.distribution_entry;
  if (e.kind != engine_kind::quasi && !detail::on_cuda(e, d)) {
    throw argument_error(
        "engine", quoted(e.name), std::string("an engine that makes ") + d.name + " on CUDA",
        detail::names_of(engine_list(), [&](const engine_info& other) { return detail::on_cuda(other, d); }));
  }
  return detail::checked_pair(r);
}

}  // namespace

namespace detail {

void run(const cuda& where, const request& r) {
  switch (kind_of_checked(r)) {
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
  if (kind_of_checked(r) == detail::pair_kind::bank) return filler(d, cuda_driver::open_bank(where, r));
  return filler(d, std::make_unique<detail::stateless_filler<cuda>>(where, e, d));
}

}  // namespace tali

namespace tali::detail {

// The CUDA driver of users' functors: only checks. The user's file launches the kernel.

void cuda_fill_with(const cuda& where, const user_cuda_fill& f) {
  using namespace cuda_driver;
  detail::check_range(f.first, f.n, f.words);
  check_group(where.rejection);
  with_destination(where, f.to, f.n, f.value_bytes, [&] {
    if (f.record != nullptr) check_memory("record", f.record, where.ordinal);
    runtime::check_code(f.launch(f.context, runtime::multiprocessors(where.ordinal)),
                        "launch of the kernel of a functor");
  });
}

}  // namespace tali::detail
