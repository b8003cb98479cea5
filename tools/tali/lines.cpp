// SPDX-License-Identifier: Apache-2.0
#include "lines.hpp"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "errors.hpp"

namespace tali::tool {

namespace {

[[noreturn]] void fail(const std::string& name, int error) {
  const char* const reason = std::strerror(error);
  if (name == "-") throw io_error("read standard input", "", reason);
  throw io_error("read FILE", name, reason);
}

/// Everything that is left of a pipe, a device or a file.
std::string read_all(int descriptor, const std::string& name) {
  constexpr std::size_t piece = 1 << 20;
  std::string all;
  for (;;) {
    const std::size_t before = all.size();
    if (all.capacity() < before + piece) all.reserve(2 * before + piece);
    all.resize(before + piece);
    const ssize_t n = read(descriptor, all.data() + before, piece);
    all.resize(before + static_cast<std::size_t>(n > 0 ? n : 0));
    if (n == 0) return all;
    if (n < 0 && errno != EINTR) fail(name, errno);
  }
}

}  // namespace

text_of_file::text_of_file(const std::string& name) {
  if (name == "-") {
    take(STDIN_FILENO, name);
    return;
  }
  const int descriptor = open(name.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) fail(name, errno);
  try {
    take(descriptor, name);
  } catch (...) {
    close(descriptor);
    throw;
  }
  close(descriptor);
}

void text_of_file::take(int descriptor, const std::string& name) {
  struct stat there {};
  if (fstat(descriptor, &there) != 0) fail(name, errno);
  // Standard input may be a file that another program has read the beginning of; files of /proc say that they
  // are empty.
  if (S_ISREG(there.st_mode) && there.st_size > 0 && lseek(descriptor, 0, SEEK_CUR) == 0) {
    const auto size = static_cast<std::size_t>(there.st_size);
    void* const at = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
    if (at != MAP_FAILED) {
      mapped_ = at;
      view_ = {static_cast<const char*>(at), size};
      return;
    }
  }
  held_ = read_all(descriptor, name);
  view_ = held_;
}

text_of_file::~text_of_file() {
  if (mapped_ != nullptr) munmap(mapped_, view_.size());
}

lines::lines(const std::string& name, char end) : text_(name), begins_{0} {
  const std::string_view all = text_.view();
  for (std::size_t at = 0; at < all.size();) {
    const std::size_t found = all.find(end, at);
    at = (found == std::string_view::npos ? all.size() : found) + 1;
    begins_.push_back(at);
  }
}

}  // namespace tali::tool
