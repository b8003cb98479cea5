// SPDX-License-Identifier: Apache-2.0
#include "output.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <tali/error.hpp>

#include "system.hpp"

namespace tali::tool {

void add_output(const parser& command, std::string& to, const std::string& content) {
  command.add("-o,--output", to, "FILE",
              content + ": a file, which appears when it is complete; - is standard output");
}

namespace {

/// The file to which a name leads through symbolic links. So a link remains a link, even if its target does
/// not exist yet.
std::string target_of(const std::string& name) {
  std::filesystem::path file = name;
  std::error_code failed;
  for (int k = 0; k < 40 && std::filesystem::is_symlink(file, failed); ++k) {
    const std::filesystem::path next = std::filesystem::read_symlink(file, failed);
    if (failed) break;
    file = file.parent_path() / next;  // just `next` if it is absolute
  }
  return file.string();
}

}  // namespace

void check_checkpoint(const std::string& file) {
  if (file.empty()) return;
  struct stat status {};
  const std::string folder = std::filesystem::path(file).parent_path().string();
  int error = 0;
  if (stat(file.c_str(), &status) == 0) {
    error = S_ISREG(status.st_mode)   ? access(file.c_str(), R_OK) == 0 ? 0 : errno
            : S_ISDIR(status.st_mode) ? EISDIR
                                      : EINVAL;
  } else if (errno != ENOENT) {
    error = errno;
  }
  if (error == 0 && access(folder.empty() ? "." : folder.c_str(), W_OK | X_OK) != 0) error = errno;
  if (error == 0) return;
  throw io_error("write --checkpoint", file, std::strerror(error));
}

bool is_same_file(const std::string& a, const std::string& b) {
  std::error_code failed;
  const std::filesystem::path one = std::filesystem::weakly_canonical(std::filesystem::absolute(a), failed);
  const std::filesystem::path other = std::filesystem::weakly_canonical(std::filesystem::absolute(b), failed);
  return !failed && one == other;
}

output::output(const std::string& path) : path_(path), descriptor_(STDOUT_FILENO) {
  if (path_.empty()) throw argument_error("-o", quoted(""), "the name of a file, or - for standard output");
  if (path_ == "-") path_.clear();
  struct stat status {};
  if (!path_.empty()) {
    const bool exists = stat(path_.c_str(), &status) == 0;
    if (!exists && errno != ENOENT) fail(errno);  // reported now, not after the work
    if (exists &&
        !S_ISREG(status.st_mode)) {  // a pipe or device is opened by its name; a directory fails here
      descriptor_ = open_to_write(path_);
      if (descriptor_ < 0) fail(errno);
    } else {
      if (exists && access(path_.c_str(), W_OK) != 0) fail(errno);
      try {
        file_.emplace(target_of(path_));
      } catch (const std::system_error& e) {
        fail(e.code().value());
      }
      descriptor_ = file_->descriptor();
      std::error_code refused;  // optional: errors do not matter
      if (exists)
        permissions(std::filesystem::path(file_->name()), std::filesystem::perms(status.st_mode & 07777u),
                    refused);
    }
  }
#if defined(F_SETPIPE_SZ)
  if (fstat(descriptor_, &status) == 0 && S_ISFIFO(status.st_mode)) {
    fcntl(descriptor_, F_SETPIPE_SZ, 1 << 20);  // fewer switches between writer and reader; may fail
  }
#endif
}

output::~output() {
  if (!path_.empty() && !file_ && descriptor_ >= 0) close(descriptor_);
}

void output::fail(int error) const {
  const char* const reason = std::strerror(error);
  if (path_.empty()) throw io_error("write to standard output", "", reason);
  throw io_error("write -o", path_, reason);
}

bool output::is_terminal() const { return isatty(descriptor_) != 0; }

bool output::write(const void* bytes, std::size_t n) {
  const char* at = static_cast<const char*>(bytes);
  while (n != 0) {
    const ssize_t done = ::write(descriptor_, at, static_cast<unsigned>(std::min(n, std::size_t{1} << 30)));
    if (done >= 0) {
      at += done;
      n -= static_cast<std::size_t>(done);
    } else if (errno == EPIPE) {
      return false;
    } else if (errno != EINTR) {
      fail(errno);
    }
  }
  return true;
}

const std::string& output::name_for_now() const {
  if (file_) return file_->name();
  throw argument_error("-o", quoted(path_.empty() ? "-" : path_), "a regular file with --mpi");
}

void output::check_space(double bytes) const {
  std::error_code failed;
  if (!file_) return;
  const std::filesystem::space_info disk = std::filesystem::space(file_->name(), failed);
  if (failed) return;
  const double free_bytes = static_cast<double>(disk.available);
  if (bytes > free_bytes) {
    throw io_error(
        "write -o", path_,
        fmt::format("the file takes {:.0f} bytes, but the disk has {:.0f} left", bytes, free_bytes));
  }
}

void output::commit() {
  if (path_.empty()) return;
  if (!file_) {
    if (close(std::exchange(descriptor_, -1)) != 0) fail(errno);
    return;
  }
  try {
    file_->commit();
  } catch (const std::system_error& e) {
    fail(e.code().value());
  }
}

}  // namespace tali::tool
