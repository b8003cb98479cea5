// SPDX-License-Identifier: Apache-2.0
#include "temporary_file.hpp"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

namespace tali::tool {

namespace {

// For the signal handler: a plain array, since a handler may allocate nothing.
char unfinished[4096];
volatile std::sig_atomic_t has_unfinished = 0;

extern "C" void remove_and_die(int signal_number) {
  if (has_unfinished) unlink(unfinished);
  std::signal(signal_number, SIG_DFL);
  std::raise(signal_number);  // takes effect when the handler returns
}

[[noreturn]] void fail(int error) { throw std::system_error(error, std::generic_category()); }

}  // namespace

void remove_unfinished_file_on_signals() {
  // SIGBUS: a file that was mapped to be read has been cut by another program.
  for (const int s : {SIGINT, SIGTERM, SIGHUP, SIGBUS}) {
    if (std::signal(s, remove_and_die) == SIG_IGN) std::signal(s, SIG_IGN);  // nohup and the like
  }
}

temporary_file::temporary_file(std::string final_name) : final_name_(std::move(final_name)) {
  const std::filesystem::path parent = std::filesystem::path(final_name_).parent_path();
  for (int k = 0;; ++k) {
    name_ = (parent / fmt::format(".tali-{}-{}.tmp", getpid(), k)).string();
    if (name_.size() >= sizeof unfinished) fail(ENAMETOOLONG);
    sigset_t all, before;  // no signal between the file's birth and its announcement
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    descriptor_ = open(name_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    const int error = errno;
    if (descriptor_ >= 0) {
      std::strcpy(unfinished, name_.c_str());
      has_unfinished = 1;
    }
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    if (descriptor_ >= 0) return;
    if (error != EEXIST) fail(error);  // a leftover of another process of our number may stay
  }
}

temporary_file::~temporary_file() {
  if (descriptor_ >= 0) close(descriptor_);
  if (!name_.empty()) unlink(name_.c_str());
  has_unfinished = 0;
}

void temporary_file::commit() {
  // Some file systems report a full disk only on closing.
  if (close(std::exchange(descriptor_, -1)) != 0) fail(errno);
  if (std::rename(name_.c_str(), final_name_.c_str()) != 0) fail(errno);
  name_.clear();
  has_unfinished = 0;
}

}  // namespace tali::tool
