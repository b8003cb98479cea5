// SPDX-License-Identifier: Apache-2.0
#include "lines.hpp"

#include <cerrno>
#include <cstring>

#include <unistd.h>

#include "errors.hpp"
#include "system.hpp"

namespace tali::tool {

namespace {

[[noreturn]] void fail(const std::string& name, int error) {
  const char* const reason = std::strerror(error);
  if (name == "-") throw io_error("read standard input", "", reason);
  throw io_error("read FILE", name, reason);
}

/// The rest of standard input, or a whole file.
std::string text_of(const std::string& name) {
  constexpr std::size_t piece = 1 << 20;
  const int descriptor = name == "-" ? STDIN_FILENO : open_to_read(name);
  if (descriptor < 0) fail(name, errno);
  std::string all;
  for (;;) {
    const std::size_t before = all.size();
    if (all.capacity() < before + piece) all.reserve(2 * before + piece);
    all.resize(before + piece);
    const ssize_t n = read(descriptor, all.data() + before, piece);
    all.resize(before + static_cast<std::size_t>(n > 0 ? n : 0));
    if (n < 0 && errno != EINTR) fail(name, errno);  // the program ends, which closes the file
    if (n == 0) break;
  }
  if (name != "-") close(descriptor);
  return all;
}

}  // namespace

lines::lines(const std::string& name, char end) : text_(text_of(name)), begins_{0} {
  for (std::size_t at = 0; at < text_.size();) {
    const std::size_t found = text_.find(end, at);
    at = (found == std::string::npos ? text_.size() : found) + 1;
    begins_.push_back(at);
  }
}

}  // namespace tali::tool
