// SPDX-License-Identifier: Apache-2.0
// The ceiling on a GPU: plain stores.
#pragma once

#include <cstddef>

struct CUstream_st;

namespace tali::tool::demo {

/// Enqueues stores over `bytes` bytes of device memory, a multiple of 16, on the current device: 16 bytes per
/// thread and nothing else, the pattern that reaches most on an H200.
/// @throws device_error
void store_all(void* to, std::size_t bytes, unsigned pattern, CUstream_st* stream);

}  // namespace tali::tool::demo
