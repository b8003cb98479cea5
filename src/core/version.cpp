// SPDX-License-Identifier: Apache-2.0
#include <tali/version.hpp>

namespace tali {

const char* version() { return TALI_VERSION; }

}  // namespace tali
