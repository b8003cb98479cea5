// The digest of digest.hpp for elements in device memory.
#pragma once

#include <cstddef>
#include <cstdint>

#include <tali/cuda/device.hpp>

namespace tali {

/// The digest of n elements of `bytes` bytes (1, 2, 4 or 8) that lie in memory of the device, element `first`
/// foremost. Waits for the stream.
/// @throws argument_error, device_error
std::uint64_t digest(const cuda& where, std::uint64_t first, const void* elements, std::size_t n,
                     std::size_t bytes);

}  // namespace tali
