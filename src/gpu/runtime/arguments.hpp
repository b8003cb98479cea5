// SPDX-License-Identifier: Apache-2.0
// The argument checks of the GPU's drivers: missing devices, and memory that a device's kernels cannot use.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include <tali/error.hpp>

#include "gpu/runtime/runtime.hpp"

namespace tali::cuda_driver {

/// @throws device_error    if there is no device
/// @throws argument_error  unless `ordinal` is a device
inline void check_device(int ordinal) {
  const int count = runtime::device_count();
  if (count == 0) throw device_error("no CUDA device can be used here");
  if (ordinal < 0 || ordinal >= count) {
    throw argument_error("CUDA device", std::to_string(ordinal), "0 to " + std::to_string(count - 1));
  }
}

/// Device `ordinal` must be current, because the query creates a context on the current device.
/// @throws argument_error unless the kernels of device `ordinal` can use the memory at `p`
inline void check_memory(const char* argument, const void* p, int ordinal) {
  if (p == nullptr)
    throw argument_error(argument, "null", "the address of memory of device " + std::to_string(ordinal));
  if (runtime::is_memory_of(p, ordinal)) return;
  const runtime::memory_info m = runtime::memory_of(p);
  if (m.kind == runtime::memory_kind::managed || (m.kind == runtime::memory_kind::host && m.same_address))
    return;
  if (m.kind != runtime::memory_kind::device) {
    throw argument_error(argument, "host memory that no CUDA device can use",
                         "memory of device " + std::to_string(ordinal) + ", managed or mapped memory");
  }
  if (m.device != ordinal) {
    throw argument_error(argument, "memory of device " + std::to_string(m.device),
                         "memory of device " + std::to_string(ordinal));
  }
}

/// @throws argument_error unless `p` is such memory, aligned to elements of `bytes` bytes
inline void check_elements(const char* argument, const void* p, std::size_t bytes, int ordinal) {
  check_memory(argument, p, ordinal);
  if (reinterpret_cast<std::uintptr_t>(p) % bytes != 0) {
    throw argument_error(argument, "not aligned to its elements",
                         "an address that is a multiple of " + std::to_string(bytes) + " bytes");
  }
}

inline void check_destination(const void* to, std::size_t bytes, int ordinal) {
  check_elements("destination", to, bytes, ordinal);
}

/// The beginning of every fill: calls f() with the device current, if there are values to write.
/// @param bytes  per value
/// @throws device_error, argument_error as check_device and check_destination
template <class F>
void with_destination(const cuda& where, const void* to, std::size_t n, std::size_t bytes, const F& f) {
  check_device(where.ordinal);
  if (n == 0) return;
  const runtime::current_device device(where.ordinal);
  check_destination(to, bytes, where.ordinal);
  f();
}

}  // namespace tali::cuda_driver
