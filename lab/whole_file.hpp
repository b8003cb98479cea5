// SPDX-License-Identifier: Apache-2.0
// Reads a small file whole, and writes one: after a crash at any time, the file is the old one or the new
// one.
#pragma once

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>

#include <fcntl.h>
#include <unistd.h>

#include <tali/error.hpp>

namespace tali::lab {

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

}  // namespace tali::lab
