// SPDX-License-Identifier: Apache-2.0
#include "command_words.hpp"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <thread>

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tali::tool {

namespace {

/// What a shell does with the command; nothing of this returns.
[[noreturn]] void be_command(const char* command, int to, pid_t parent) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(127);  // it ended before that
  std::signal(SIGPIPE, SIG_DFL);            // a command that writes without an end meets a closed pipe
  ::dup2(to, STDOUT_FILENO);
  ::execl("/bin/sh", "sh", "-c", command, static_cast<char*>(nullptr));
  ::_exit(127);
}

}  // namespace

command_words::~command_words() {
  if (process_ < 0) return;
  ::kill(process_, SIGKILL);
  ::close(from_);
  while (::waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

void command_words::begin() {
  int ends[2] = {-1, -1};
  pid_t process = -1;
  if (::pipe2(ends, O_CLOEXEC) == 0) {
    std::fflush(nullptr);  // or the child would print it again
    const pid_t parent = ::getpid();
    process = ::fork();
    if (process == 0) be_command(command_.c_str(), ends[1], parent);
    const int error = errno;
    ::close(ends[1]);
    if (process < 0) ::close(ends[0]);
    errno = error;
  }
  if (process < 0)
    throw std::runtime_error(fmt::format("'{}' cannot begin: {}", command_, std::strerror(errno)));
  process_ = process;
  from_ = ends[0];
}

std::string command_words::end() {
  ::close(from_);
  int status = 0;
  pid_t ended = 0;
  for (int k = 0; k < 100 && ended == 0; ++k) {
    ended = ::waitpid(process_, &status, WNOHANG);
    if (ended == 0) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  if (ended == 0) {
    ::kill(process_, SIGKILL);
    while (::waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
  process_ = -1;
  if (ended == 0) return "closed its output";
  if (WIFSIGNALED(status)) return fmt::format("was ended by signal {}", WTERMSIG(status));
  return fmt::format("ended with exit code {}", WEXITSTATUS(status));
}

void command_words::fill(std::uint64_t first, std::size_t n, void* to) {
  if (first != next_) {
    throw std::logic_error(fmt::format("word {} of a command is asked for; allowed: {}", first, next_));
  }
  if (process_ < 0) begin();
  const std::size_t wanted = n * sizeof(std::uint32_t);
  std::size_t come = 0;
  while (come < wanted) {
    const ssize_t some = ::read(from_, static_cast<char*>(to) + come, wanted - come);
    if (some > 0) {
      come += static_cast<std::size_t>(some);
    } else if (some == 0 || errno != EINTR) {
      const std::string how = end();
      throw std::runtime_error(fmt::format("'{}' {} after {} words; allowed: what writes without an end",
                                           command_, how, next_ + come / sizeof(std::uint32_t)));
    }
  }
  next_ += n;
}

}  // namespace tali::tool
