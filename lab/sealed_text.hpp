// SPDX-License-Identifier: Apache-2.0
// Text with a checksum as its last line, for checkpoints.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include <fmt/format.h>

namespace tali::lab {

/// FNV-1a, which detects truncation and accidental changes.
inline std::uint64_t checksum(const std::string& text) {
  std::uint64_t h = 0xcbf29ce484222325u;
  for (const unsigned char c : text) h = (h ^ c) * 0x100000001b3u;
  return h;
}

/// @param text  whole lines
inline std::string append_checksum(const std::string& text) {
  return text + fmt::format("checksum {:016x}\n", checksum(text));
}

/// The text without its checksum; nothing if it is truncated or altered.
inline std::optional<std::string> verify_checksum(const std::string& whole) {
  const std::size_t end = whole.rfind("checksum ");
  if (end == std::string::npos) return {};
  std::string text = whole.substr(0, end);
  if (append_checksum(text) != whole) return {};
  return text;
}

}  // namespace tali::lab
