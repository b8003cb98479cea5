// SPDX-License-Identifier: Apache-2.0
// How kernels record failed samples.
#pragma once

#include <cstdint>

#include <tali/detail/device.hpp>

namespace tali::cuda_driver {

/// Keeps the smallest index.
__device__ __forceinline__ void note(unsigned long long* where, std::uint64_t i) {
  if (where != nullptr) detail::gpu::atomic_min(where, static_cast<unsigned long long>(i));
}

}  // namespace tali::cuda_driver
