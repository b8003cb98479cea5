// The library's version.
#pragma once

namespace tali {

/// "major.minor.patch". A change of a pinned digest is a change of the minor version, and after 1.0 of the
/// major.
const char* version();

}  // namespace tali
