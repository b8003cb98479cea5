// SPDX-License-Identifier: Apache-2.0
// Several tests at a time, each in a process of its own: the batteries keep their state in global variables,
// end the process where they fail, and have no time limit.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "task.hpp"

namespace tali::lab {

struct limits {
  int jobs = 1;
  double seconds_a_task = 0;  ///< 0: no limit
  /// 0: no limit. A task that is not expected to end by then is not begun; what still runs then is ended.
  double seconds = 0;
};

/// Runs the tasks, the first ones first; done(task, outcome) for every one of them as it ends. The caller
/// must have no other thread, since tasks run after a fork.
void run_tasks(const std::vector<task>& tasks, const limits& l,
               const std::function<void(std::size_t, const outcome&)>& done);

}  // namespace tali::lab
