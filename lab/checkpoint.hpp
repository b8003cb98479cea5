// SPDX-License-Identifier: Apache-2.0
// A file with finished work, from which an interrupted command resumes: JSON followed by a checksum. After a
// crash at any time, the file is the old one or the new one.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <system_error>

#include <nlohmann/json.hpp>

#include <tali/error.hpp>

#include "sealed_text.hpp"
#include "whole_file.hpp"

namespace tali::lab {

/// Reads a checkpoint, {"of": ..., ...}; empty if the file does not exist.
/// @param what  the kind of work in messages, such as "certificate"
/// @param of    identifies the work: the checkpoint's "of" must be equal
/// @throws argument_error for a damaged file, or one of other work; io_error
inline std::optional<nlohmann::ordered_json> read_checkpoint(const std::string& file, const std::string& what,
                                                             const std::string& of) {
  if (file.empty() || !std::filesystem::exists(file)) return {};
  const std::optional<std::string> text = verify_checksum(read_whole_file(file));
  if (!text) {
    throw argument_error("--checkpoint", "'" + file + "', which is truncated or altered",
                         "an unchanged checkpoint, or no file");
  }
  auto found = nlohmann::ordered_json::parse(*text, nullptr, false);
  if (!found.is_object() || !found.contains("of") || found["of"] != of) {
    const std::string other = found.is_object() && found.contains("of") ? found["of"].dump() : "nothing";
    throw argument_error("--checkpoint", "'" + file + "', of another " + what + ", " + other.substr(0, 200),
                         "a checkpoint of '" + of + "', or no file");
  }
  return found;
}

/// @param work  an object whose first key is "of"
/// @throws io_error
inline void write_checkpoint(const std::string& file, const nlohmann::ordered_json& work) {
  try {
    write_whole_file(file, append_checksum(work.dump() + "\n"));
  } catch (const std::system_error& e) {
    throw io_error("write --checkpoint", file, e.code().message());
  }
}

}  // namespace tali::lab
