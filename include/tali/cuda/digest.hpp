// SPDX-License-Identifier: Apache-2.0
// The digest of digest.hpp for elements in device memory.
#pragma once

#include <cstddef>
#include <cstdint>

#include <tali/cuda/device.hpp>

namespace tali {

/// The digest of n elements of `bytes` bytes (1, 2, 4 or 8) in memory of the device, starting with element
/// `first`. Waits for the stream.
/// @throws argument_error for any other `bytes`, or if n > 0 and `elements` is null, is unaligned, or is not
///         memory that the device can read
/// @throws device_error
std::uint64_t digest(const cuda& where, std::uint64_t first, const void* elements, std::size_t n,
                     std::size_t bytes);

}  // namespace tali
