// SPDX-License-Identifier: Apache-2.0
// The library's version.
#pragma once

#include <tali/detail/compiler.hpp>

namespace tali {

/// "major.minor.patch". A change of a pinned digest changes the minor version, and after 1.0 the major
/// version.
TALI_HOST_FN const char* version();

}  // namespace tali
