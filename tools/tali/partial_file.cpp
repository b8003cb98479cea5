// SPDX-License-Identifier: Apache-2.0
#include "partial_file.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <utility>

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <tali/error.hpp>

#include "errors.hpp"

namespace tali::tool {

partial_file::partial_file(std::string final_name, const std::string& what)
    : final_name_(std::move(final_name)), part_(final_name_ + ".part"), note_(part_ + ".of") {
  struct stat there {};
  const bool exists = stat(part_.c_str(), &there) == 0;
  if (exists) {
    std::ifstream in(note_);
    const std::string noted{std::istreambuf_iterator<char>(in), {}};
    if (noted != what + "\n") {
      throw usage_error(
          fmt::format("--resume: '{}' is a part of something else; allowed: a part of the same "
                      "command's file, or none",
                      part_));
    }
  } else {  // the note first: a part without one would be nobody's
    std::ofstream out(note_);
    out << what << '\n';
    out.close();
    if (!out) fail(note_, errno);
  }
  descriptor_ = open(part_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (descriptor_ < 0) fail(part_, errno);
  if (fstat(descriptor_, &there) != 0) fail(part_, errno);
  if (!S_ISREG(there.st_mode)) fail(part_, EINVAL);
  size_ = static_cast<std::uint64_t>(there.st_size);
}

partial_file::~partial_file() {
  if (descriptor_ >= 0) close(descriptor_);
}

void partial_file::fail(const std::string& name, int error) const {
  throw io_error(fmt::format("-o is '{}'; allowed: a file that can be written ({}: {})", final_name_, name,
                             std::strerror(error)));
}

void partial_file::read(std::uint64_t offset, void* to, std::size_t n) const {
  char* at = static_cast<char*>(to);
  while (n != 0) {
    const ssize_t done = pread(descriptor_, at, n, static_cast<off_t>(offset));
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) fail(part_, done == 0 ? EIO : errno);
    at += done;
    offset += static_cast<std::uint64_t>(done);
    n -= static_cast<std::size_t>(done);
  }
}

void partial_file::cut(std::uint64_t size) {
  if (ftruncate(descriptor_, static_cast<off_t>(size)) != 0) fail(part_, errno);
  if (lseek(descriptor_, static_cast<off_t>(size), SEEK_SET) < 0) fail(part_, errno);
  size_ = size;
}

void partial_file::commit() {
  if (close(std::exchange(descriptor_, -1)) != 0) fail(part_, errno);
  if (std::rename(part_.c_str(), final_name_.c_str()) != 0) fail(final_name_, errno);
  unlink(note_.c_str());
}

}  // namespace tali::tool
