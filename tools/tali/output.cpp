#include "output.hpp"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <utility>

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <tali/error.hpp>

namespace tali::tool {

namespace {

// The unfinished file, for the signal handler: a plain array, since a handler may allocate nothing.
char unfinished[4096];
volatile std::sig_atomic_t has_unfinished = 0;

extern "C" void remove_and_die(int signal_number) {
  if (has_unfinished) unlink(unfinished);
  std::signal(signal_number, SIG_DFL);
  std::raise(signal_number);  // takes effect when the handler returns
}

}  // namespace

void remove_unfinished_output_on_signals() {
  for (const int s : {SIGINT, SIGTERM, SIGHUP}) {
    if (std::signal(s, remove_and_die) == SIG_IGN) std::signal(s, SIG_IGN);  // nohup and the like
  }
}

output::output(const std::string& path) : path_(path), fd_(STDOUT_FILENO) {
  struct stat there {};
  if (!path_.empty()) {
    const bool exists = stat(path_.c_str(), &there) == 0;
    if (exists && !S_ISREG(there.st_mode)) {  // a pipe or device keeps its name; a directory fails here
      fd_ = open(path_.c_str(), O_WRONLY | O_CLOEXEC);
      if (fd_ < 0) fail(errno);
    } else {
      if (exists && access(path_.c_str(), W_OK) != 0) fail(errno);
      // Through symbolic links, so that a link stays one.
      std::error_code ignored;
      final_ = exists ? std::filesystem::canonical(path_, ignored).string() : path_;
      open_temporary();
      if (exists) (void)fchmod(fd_, there.st_mode & 07777u);  // a courtesy, not a promise
    }
  }
#if defined(F_SETPIPE_SZ)
  if (fstat(fd_, &there) == 0 && S_ISFIFO(there.st_mode)) {
    fcntl(fd_, F_SETPIPE_SZ, 1 << 20);  // fewer switches between writer and reader; refused is fine
  }
#endif
}

output::~output() {
  if (!temporary_.empty()) unlink(temporary_.c_str());
  has_unfinished = 0;
  if (fd_ >= 0 && !path_.empty()) close(fd_);
}

void output::open_temporary() {
  const std::filesystem::path parent = std::filesystem::path(final_).parent_path();
  for (int k = 0;; ++k) {
    temporary_ = (parent / fmt::format(".tali-{}-{}.tmp", getpid(), k)).string();
    if (temporary_.size() >= sizeof unfinished) fail(ENAMETOOLONG);
    std::strcpy(unfinished, temporary_.c_str());
    sigset_t all, before;  // no signal between the file's birth and its announcement
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    fd_ = open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    const int error = errno;
    has_unfinished = fd_ >= 0;
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    if (fd_ >= 0) return;
    temporary_.clear();
    if (error != EEXIST) fail(error);
  }
}

void output::fail(int error) const {
  const char* const reason = std::strerror(error);
  if (path_.empty()) throw io_error(fmt::format("standard output cannot be written: {}", reason));
  throw io_error(fmt::format("-o is '{}'; allowed: a file that can be written ({})", path_, reason));
}

bool output::is_terminal() const { return isatty(fd_) != 0; }

bool output::write(const void* bytes, std::size_t n) {
  const char* at = static_cast<const char*>(bytes);
  while (n != 0) {
    const ssize_t done = ::write(fd_, at, n);
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

void output::commit() {
  if (path_.empty()) return;
  // Some file systems report a full disk only here.
  if (const int fd = std::exchange(fd_, -1); close(fd) != 0) fail(errno);
  if (final_.empty()) return;
  if (std::rename(temporary_.c_str(), final_.c_str()) != 0) fail(errno);
  temporary_.clear();
  has_unfinished = 0;
}

}  // namespace tali::tool
