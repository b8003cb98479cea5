// SPDX-License-Identifier: Apache-2.0
// How many threads this process may use. OpenMP is not needed; if the program has its runtime, that is asked.
#pragma once

namespace tali::cpu_driver {

inline constexpr int max_threads = 4096;

/// Processors that the process may run on.
int processors() noexcept;

/// The number of threads if the caller gives none, 1 ... 4096: from omp_set_num_threads or OMP_NUM_THREADS,
/// otherwise the number of processors. MPI launchers set these to share a machine's processors among its
/// processes.
int default_threads() noexcept;

/// Maximum number of threads of one call on this thread: OMP_THREAD_LIMIT, or 1 if this thread is already in
/// a parallel region of OpenMP.
int allowed_threads() noexcept;

}  // namespace tali::cpu_driver
