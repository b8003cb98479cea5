// SPDX-License-Identifier: Apache-2.0
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string_view>
#include <system_error>
#include <utility>

#include <dirent.h>
#include <fcntl.h>
#include <fmt/core.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#if defined(__APPLE__)
#include <mach-o/dyld.h>
#endif

#include "system.hpp"

namespace tali::tool {

void prepare_standard_files() {
  // Opens closed standard files, so that no file opened later gets their numbers: messages would be written
  // into an output. They are opened for the wrong direction, so using them fails as it should.
  for (const int k : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(k, F_GETFD) != -1 || errno != EBADF) continue;
    [[maybe_unused]] const int opened = open("/dev/null", k == STDIN_FILENO ? O_WRONLY : O_RDONLY);
  }
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
}

int open_to_read(const std::string& name) { return open(name.c_str(), O_RDONLY | O_CLOEXEC); }
int open_to_write(const std::string& name) { return open(name.c_str(), O_WRONLY | O_CLOEXEC); }

std::optional<std::filesystem::path> this_program() {
#if defined(__APPLE__)
  char self[4096];
  std::uint32_t bytes = sizeof self;
  return _NSGetExecutablePath(self, &bytes) == 0 ? std::optional<std::filesystem::path>(self) : std::nullopt;
#else
  std::error_code failed;
  const auto self = std::filesystem::read_symlink("/proc/self/exe", failed);
  return failed ? std::nullopt : std::optional(self);
#endif
}

void become_program(const std::string& program, char** argv) { execv(program.c_str(), argv); }

std::size_t memory_bytes() {
  return static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

std::size_t cache_bytes() {
#if defined(_SC_LEVEL3_CACHE_SIZE)
  if (const long bytes = sysconf(_SC_LEVEL3_CACHE_SIZE); bytes > 0) return static_cast<std::size_t>(bytes);
#endif
  return 0;
}

namespace {

// For the signal handler: a plain array, because a handler must not allocate.
char unfinished[4096];
volatile std::sig_atomic_t has_unfinished = 0;

extern "C" void remove_and_die(int signal_number) {
  if (has_unfinished) unlink(unfinished);
  std::signal(signal_number, SIG_DFL);
  std::raise(signal_number);  // takes effect when the handler returns
}

[[noreturn]] void fail(int error) { throw std::system_error(error, std::generic_category()); }

/// Whether a name has the form of a temporary_file's: .tali-PID-K.tmp.
bool is_temporary_name(std::string_view name) {
  if (!name.starts_with(".tali-") || !name.ends_with(".tmp") || name.size() < 13) return false;
  name = name.substr(6, name.size() - 10);
  const char* const end = name.data() + name.size();
  long process = 0, k = 0;
  const auto [dash, error] = std::from_chars(name.data(), end, process);
  if (error != std::errc() || dash == end || *dash != '-') return false;
  const auto [rest, second_error] = std::from_chars(dash + 1, end, k);
  return second_error == std::errc() && rest == end && process > 0 && k >= 0;
}

/// Removes temporary files whose process has ended: their lock is free. Locks work across containers and
/// machines too; process numbers would not. A file that cannot be locked or removed stays.
void sweep(const std::string& directory) {
  DIR* const files = opendir(directory.c_str());
  if (files == nullptr) return;
  const int within = dirfd(files);
  while (const dirent* const entry = readdir(files)) {
    if (!is_temporary_name(entry->d_name)) continue;
    const int file = openat(within, entry->d_name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (file < 0) continue;
    struct stat status {};
    if (fstat(file, &status) == 0 && S_ISREG(status.st_mode) && flock(file, LOCK_EX | LOCK_NB) == 0) {
      unlinkat(within, entry->d_name, 0);
    }
    close(file);
  }
  closedir(files);
}

std::string directory_of(const std::string& file) {
  const std::size_t slash = file.rfind('/');
  return slash == std::string::npos ? "." : file.substr(0, slash + 1);
}

}  // namespace

void remove_unfinished_file_on_signals() {
  // SIGABRT: the C library ends the program.
  for (const int s : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGBUS, SIGABRT}) {
    if (std::signal(s, remove_and_die) == SIG_IGN)
      std::signal(s, SIG_IGN);  // ignored signals stay ignored, as under nohup
  }
}

void remove_unfinished_file() noexcept {
  if (has_unfinished) unlink(unfinished);
  has_unfinished = 0;
}

temporary_file::temporary_file(std::string final_name) : final_name_(std::move(final_name)) {
  const std::string directory = directory_of(final_name_);
  sweep(directory);
  for (int k = 0;; ++k) {
    name_ = fmt::format("{}/.tali-{}-{}.tmp", directory, getpid(), k);
    if (name_.size() >= sizeof unfinished) fail(ENAMETOOLONG);
    sigset_t all, before;  // no signal between the file's creation and its registration
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    descriptor_ = open(name_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    int error = errno;
    if (descriptor_ >= 0) {
      std::strcpy(unfinished, name_.c_str());
      has_unfinished = 1;
    }
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    if (descriptor_ >= 0) {
      // Before it was locked, another process may have removed it as abandoned.
      struct stat status {};
      (void)flock(descriptor_, LOCK_EX);
      if (fstat(descriptor_, &status) != 0)
        error = errno;
      else if (status.st_nlink != 0)
        return;
      else
        error = EEXIST;
      unlink(name_.c_str());
      close(std::exchange(descriptor_, -1));
      has_unfinished = 0;
    }
    if (error != EEXIST) fail(error);  // another process with the same number may have left one
  }
}

temporary_file::~temporary_file() {
  if (descriptor_ >= 0) close(descriptor_);
  if (!name_.empty()) unlink(name_.c_str());
  has_unfinished = 0;
}

void temporary_file::commit() {
  // The content goes to the disk before the name: after a crash, the name refers to the whole file or to the
  // old one. EINVAL and ENOTSUP: the file system has nothing to synchronise.
  if (fsync(descriptor_) != 0 && errno != EINVAL && errno != ENOTSUP) fail(errno);
  // Everything that can fail does so before the file has its name. A directory that is writable but not
  // readable cannot be synchronised.
  const int directory = open(directory_of(final_name_).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  // The lock is kept until the file has its name: otherwise another process would remove it.
  const int lock = fcntl(descriptor_, F_DUPFD_CLOEXEC, 0);
  // Some file systems report a full disk only on closing.
  int error = close(std::exchange(descriptor_, -1)) != 0 ? errno : 0;
  if (error == 0 && std::rename(name_.c_str(), final_name_.c_str()) != 0) error = errno;
  if (error != 0) unlink(name_.c_str());
  if (lock >= 0) close(lock);
  name_.clear();
  has_unfinished = 0;
  if (directory >= 0) {
    if (error == 0) (void)fsync(directory);
    close(directory);
  }
  if (error != 0) fail(error);
}

}  // namespace tali::tool
