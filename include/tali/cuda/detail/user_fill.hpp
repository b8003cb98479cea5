// SPDX-License-Identifier: Apache-2.0
// The compiled part of fills that are launched from a user's file.
#pragma once

#include <cstddef>
#include <cstdint>

#include <tali/cuda/device.hpp>

namespace tali::detail {

struct cuda_failures;

struct user_cuda_fill {
  int words;  ///< per element; 1 for samples, which have separate words
  std::size_t value_bytes;
  std::uint64_t first;
  const void* to;
  std::size_t n;
  const cuda_failures* record;  ///< may be null
  /// Launches the kernel, and returns CUDA's error code.
  int (*launch)(const void* context, int multiprocessors);
  const void* context;
};

/// Checks the arguments as fill does, and launches with the device current.
/// @throws as fill
void cuda_fill_with(const cuda& where, const user_cuda_fill& f);

}  // namespace tali::detail
