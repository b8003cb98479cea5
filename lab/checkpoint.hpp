// SPDX-License-Identifier: Apache-2.0
// A file with finished work, from which an interrupted command resumes: JSON followed by a checksum. After a
// crash at any time, the file is the old one or the new one.
#pragma once

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include <tali/error.hpp>

namespace tali::lab {

// Reads a small file whole, and writes one: after a crash at any time, the file is the old one or the new
// one.

/// @throws io_error if it cannot be read, std::bad_alloc if memory is exhausted; never returns a part of it
inline std::string read_whole_file(const std::filesystem::path& file) {
  const int from = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  int error = from < 0 ? errno : 0;
  std::string text;
  try {
    std::array<char, 1 << 14> some;
    while (error == 0) {
      const ssize_t n = ::read(from, some.data(), some.size());
      if (n == 0) break;
      if (n > 0) {
        text.append(some.data(), static_cast<std::size_t>(n));
      } else if (errno != EINTR) {
        error = errno;
      }
    }
  } catch (...) {
    ::close(from);
    throw;
  }
  if (from >= 0) ::close(from);
  if (error != 0) throw io_error("read", file.string(), std::strerror(error));
  return text;
}

/// Writes FILE.partial, waits until it is on the disk, and renames it.
/// @throws std::system_error; then the file is unchanged and FILE.partial is removed
inline void write_whole_file(const std::filesystem::path& file, std::string_view text) {
  const std::string partial = file.string() + ".partial", parent = file.parent_path().string();
  const int to = ::open(partial.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (to < 0) throw std::system_error(errno, std::generic_category(), partial);
  int error = 0;
  while (!text.empty() && error == 0) {
    const ssize_t n = ::write(to, text.data(), text.size());
    if (n >= 0) {
      text.remove_prefix(static_cast<std::size_t>(n));
    } else if (errno != EINTR) {
      error = errno;
    }
  }
  // EINVAL: the file system has nothing to synchronise.
  if (error == 0 && ::fsync(to) != 0 && errno != EINVAL) error = errno;
  if (::close(to) != 0 && error == 0) error = errno;
  if (error == 0 && std::rename(partial.c_str(), file.c_str()) != 0) error = errno;
  if (error != 0) {
    ::unlink(partial.c_str());
    throw std::system_error(error, std::generic_category(), file.string());
  }
  if (const int directory = ::open(parent.empty() ? "." : parent.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
      directory >= 0) {
    (void)::fsync(directory);
    ::close(directory);
  }
}

// Text with a checksum as its last line, for checkpoints.

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
