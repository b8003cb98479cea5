// SPDX-License-Identifier: Apache-2.0
#include "command_words.hpp"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <stdexcept>
#include <system_error>
#include <thread>

#include <battery/child.hpp>
#include <fmt/core.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tali::tool {

namespace {

/// Runs the command instead of this program.
[[noreturn]] void be_command(const char* command, int to) {
  std::signal(SIGPIPE, SIG_DFL);  // a command that writes without an end gets a closed pipe
  ::dup2(to, STDOUT_FILENO);
  ::execl("/bin/sh", "sh", "-c", command, static_cast<char*>(nullptr));
  ::_exit(127);
}

}  // namespace

command_words::~command_words() {
  if (process_ < 0) return;
  ::kill(process_, SIGKILL);
  ::close(from_);
  lab::wait_for(process_);
}

void command_words::begin() {
  try {
    const lab::piped_child c = lab::start_piped([this](int to) { be_command(command_.c_str(), to); });
    process_ = c.process;
    from_ = c.from;
  } catch (const std::system_error& e) {
    throw std::runtime_error(fmt::format("cannot start '{}': {}", command_, e.code().message()));
  }
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
    lab::wait_for(process_);
  }
  process_ = -1;
  if (ended == 0) return "closed its output";
  if (WIFSIGNALED(status)) return fmt::format("was ended by signal {}", WTERMSIG(status));
  return fmt::format("ended with exit code {}", WEXITSTATUS(status));
}

void command_words::fill(std::uint64_t first, std::size_t n, void* to) {
  if (first != next_) {
    throw std::logic_error(fmt::format("word {} of a command is requested; expected {}", first, next_));
  }
  if (process_ < 0) begin();
  const std::size_t byte_count = n * sizeof(std::uint32_t);
  std::size_t received = 0;
  while (received < byte_count) {
    const ssize_t some = ::read(from_, static_cast<char*>(to) + received, byte_count - received);
    if (some > 0) {
      received += static_cast<std::size_t>(some);
    } else if (some == 0 || errno != EINTR) {
      const std::string how = end();
      throw std::runtime_error(
          fmt::format("'{}' {} after {} words; expected a command that writes without an end", command_, how,
                      next_ + received / sizeof(std::uint32_t)));
    }
  }
  next_ += n;
}

}  // namespace tali::tool
