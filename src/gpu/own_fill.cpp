// SPDX-License-Identifier: Apache-2.0
// The CUDA driver of users' functors: checks. The kernel is launched from the user's file.
#include <tali/cuda/detail/own_fill.hpp>
#include <tali/sequence.hpp>

#include "core/schedule.hpp"
#include "gpu/runtime/arguments.hpp"
#include "gpu/runtime/runtime.hpp"

namespace tali::detail {

void cuda_fill_with(const cuda& where, const own_cuda_fill& f) {
  using namespace cuda_driver;
  check_range(f.first, f.n, f.words);
  check_group(where.rejection);
  with_destination(where, f.to, f.n, f.value_bytes, [&] {
    if (f.record != nullptr) check_memory("record", f.record, where.ordinal);
    runtime::check_code(f.launch(f.context, runtime::multiprocessors(where.ordinal)),
                        "launch of the kernel of a functor");
  });
}

}  // namespace tali::detail
