// SPDX-License-Identifier: Apache-2.0
#include <string>

#include <tali/digest.hpp>
#include <tali/error.hpp>

namespace tali {

std::uint64_t digest(std::uint64_t first, const void* elements, std::size_t n, std::size_t bytes) {
  switch (bytes) {
    case 1:
      return digest(first, static_cast<const std::uint8_t*>(elements), n);
    case 2:
      return digest(first, static_cast<const std::uint16_t*>(elements), n);
    case 4:
      return digest(first, static_cast<const std::uint32_t*>(elements), n);
    case 8:
      return digest(first, static_cast<const std::uint64_t*>(elements), n);
    default:
      throw argument_error("bytes", std::to_string(bytes), "1, 2, 4 or 8");
  }
}

}  // namespace tali
