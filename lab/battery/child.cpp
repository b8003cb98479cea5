// SPDX-License-Identifier: Apache-2.0
#include "child.hpp"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <system_error>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tali::lab {

piped_child start_piped(const std::function<void(int to)>& be) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) throw std::system_error(errno, std::generic_category(), "pipe");
  std::fflush(nullptr);  // otherwise the child would print it again
  const pid_t parent = ::getpid(), process = ::fork();
  if (process < 0) {
    const int error = errno;
    ::close(ends[0]);
    ::close(ends[1]);
    throw std::system_error(error, std::generic_category(), "fork");
  }
  if (process == 0) {
    ::close(ends[0]);
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() == parent) be(ends[1]);
    ::_exit(1);  // the parent ended before the line above
  }
  ::close(ends[1]);
  return {process, ends[0]};
}

int wait_for(pid_t process) {
  int status = 0;
  while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

}  // namespace tali::lab
