// SPDX-License-Identifier: Apache-2.0
// What the compiled library does for fills that are launched from a user's file.
#pragma once

#include <cstddef>
#include <cstdint>

#include <tali/cuda/device.hpp>

namespace tali {

struct cuda_failures;

namespace detail {

struct own_cuda_fill {
  int words;  ///< of an element; 1 of samples, which have words of their own
  std::size_t value_bytes;
  std::uint64_t first;
  const void* to;
  std::size_t n;
  const cuda_failures* record;  ///< may be null
  /// Launches the kernel, and returns CUDA's error code.
  int (*launch)(const void* context, int multiprocessors);
  const void* context;
};

/// Checks what fill checks, and launches while the device is current.
/// @throws as fill
void cuda_fill_with(const cuda& where, const own_cuda_fill& f);

}  // namespace detail

}  // namespace tali
