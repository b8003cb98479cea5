// SPDX-License-Identifier: Apache-2.0
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <system_error>

#include <fcntl.h>
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

}  // namespace tali::tool
