// SPDX-License-Identifier: Apache-2.0
// How many threads this process may use. OpenMP is asked where the program has its runtime, and is not
// needed.
#pragma once

namespace tali::cpu_driver {

inline constexpr int max_threads = 4096;

/// Processors that the process may run on.
int processors() noexcept;

/// Threads where the caller names no number, 1 ... 4096: what omp_set_num_threads or OMP_NUM_THREADS, or else
/// the processors, allow. Several processes on one machine, as of MPI, share its processors by these.
int default_threads() noexcept;

/// Threads that one call may have on this thread: what OMP_THREAD_LIMIT allows, and 1 where OpenMP already
/// runs this thread beside others.
int allowed_threads() noexcept;

}  // namespace tali::cpu_driver
