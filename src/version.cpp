#include <tali/version.hpp>

namespace tali {

const char* version() { return TALI_VERSION; }

}  // namespace tali
