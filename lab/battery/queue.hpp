// SPDX-License-Identifier: Apache-2.0
// Runs several tests at a time, each in a separate process: the batteries keep their state in global
// variables, end the process when they fail, and have no time limit.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "task.hpp"

namespace tali::lab {

struct limits {
  int jobs = 1;
  double seconds_a_task = 0;  ///< 0: no limit
  /// 0: no limit. A task that is not expected to end by then does not begin; running tasks are ended then.
  double seconds = 0;
};

/// Runs the tasks in their order; calls done(task, outcome) for each when it ends. The caller must have no
/// other threads, because tasks run after a fork.
void run_tasks(const std::vector<task>& tasks, const limits& l,
               const std::function<void(std::size_t, const outcome&)>& done);

}  // namespace tali::lab
