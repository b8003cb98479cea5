// SPDX-License-Identifier: Apache-2.0
// The library's version.
#pragma once

#include <tali/detail/compiler.hpp>

namespace tali {

/// "major.minor.patch". A change of a pinned digest is a change of the minor version, and after 1.0 of the
/// major.
TALI_HOST_FN const char* version();

}  // namespace tali
