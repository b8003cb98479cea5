// SPDX-License-Identifier: Apache-2.0
// Processor time of the calling thread, the unit of "core-seconds".
#pragma once

#include <ctime>

namespace tali::lab::mtgp {

inline double cpu_seconds() {
  std::timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

}  // namespace tali::lab::mtgp
