// SPDX-License-Identifier: Apache-2.0
// Parameter arrays in device memory: how the host finds out what kernels noted about them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include <tali/cuda/fill.hpp>

#include "core/arrays.hpp"
#include "gpu/runtime.hpp"

namespace tali::cuda_driver {

/// @throws argument_error always: about element i of parameter arrays in device memory
template <class List>
[[noreturn]] void refuse_element_there(List list, int index, const void* const* there, std::size_t i) {
  // The element's parameters, brought here, as arrays of one element.
  constexpr int most = 8;
  std::uint64_t values[most];
  const void* arrays[most];
  detail::with_parameters_of(list, index, [&]<class D>(type_list<D>) {
    static_assert(detail::parameter_count<D> <= most);
    using P = typename D::parameter;
    for (int k = 0; k < detail::parameter_count<D>; ++k) {
      const P* const from = static_cast<const P*>(there[k]) + i;
      runtime::read(&values[k], from, sizeof(P));
      arrays[k] = &values[k];
    }
  });
  detail::refuse_element(list, index, arrays, i, 0);
}

/// Calls launch(record) with a record of its own, waits for the stream, and looks at what was noted.
/// @throws argument_error with the first element whose parameters are not allowed
/// @throws sampling_error with the first sample, from `first` on, that all attempts failed
template <class List, class Launch>
void launch_and_look(runtime::stream stream, List list, int index, const void* const* arrays,
                     std::uint64_t first, const Launch& launch) {
  const runtime::stream_memory<cuda_failures> own(1, stream);
  runtime::set_bytes(own.at(), 0xff, sizeof(cuda_failures), stream);
  launch(own.at());
  cuda_failures seen{};
  runtime::copy_to_host(&seen, own.at(), sizeof seen, stream);
  runtime::synchronise(stream);
  constexpr auto none = std::numeric_limits<unsigned long long>::max();
  if (seen.bad != none) refuse_element_there(list, index, arrays, static_cast<std::size_t>(seen.bad));
  if (seen.exhausted != none) throw sampling_error(first + seen.exhausted);
}

}  // namespace tali::cuda_driver
