// SPDX-License-Identifier: Apache-2.0
// The headers that kernels reach, as the build embeds them (cmake/embed_headers.cmake).
#pragma once

#include <span>

namespace tali::runtime {

struct embedded_header {
  const char* name;  ///< as in an #include
  const char* text;  ///< without comments
};

std::span<const embedded_header> kernel_headers();

/// A hash of their names and texts.
const char* kernel_headers_hash();

}  // namespace tali::runtime
