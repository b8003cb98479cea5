// SPDX-License-Identifier: Apache-2.0
// A child process that writes to this one through a pipe.
#pragma once

#include <functional>

#include <sys/types.h>

namespace tali::lab {

struct piped_child {
  pid_t process;
  int from;  ///< this end of the pipe; closed on exec
};

/// Forks. The child calls be(to), which writes to `to` and must not return. It is killed when this process
/// ends.
/// @throws std::system_error
piped_child start_piped(const std::function<void(int to)>& be);

/// Waits until the child has ended.
/// @return its status, as from waitpid()
int wait_for(pid_t process);

}  // namespace tali::lab
