// SPDX-License-Identifier: Apache-2.0
// A range cut into one piece a thread.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <string>

#include <omp.h>

#include <tali/device.hpp>
#include <tali/error.hpp>

#include "cpu/threads.hpp"

namespace tali::cpu_driver {

/// @throws argument_error unless the machine has the SIMD level and `to` is an address
inline void check_destination(const cpu& where, const void* to, std::size_t n) {
  if (to == nullptr)
    throw argument_error("destination", "null", "the address of " + std::to_string(n) + " elements");
  check_level(where.level);
}

/// Calls f(mine, all) on up to `threads` threads, `all` of them, and throws what one of the calls threw: an
/// exception that left the parallel region itself would end the process.
template <class F>
void in_parallel(int threads, const F& f) {
  if (threads == 1) {
    f(std::size_t{0}, std::size_t{1});
    return;
  }
  std::exception_ptr failure;
#pragma omp parallel num_threads(threads)
  {
    const auto all = static_cast<std::size_t>(omp_get_num_threads());
    const auto mine = static_cast<std::size_t>(omp_get_thread_num());
    try {
      f(mine, all);
    } catch (...) {
#pragma omp critical(tali_in_parallel)
      failure = std::current_exception();
    }
  }
  if (failure) std::rethrow_exception(failure);
}

/// Calls f(begin, end) for pieces that make up 0 ... n - 1, each on a thread of its own.
/// @param grain  pieces begin at multiples of it: a page's worth of values, so that no two threads write to
/// one cache line
/// @throws what one of the calls threw
template <class F>
void for_pieces(int threads, std::size_t n, const F& f, std::size_t grain = 4096) {
  if (threads == 1) {
    f(std::size_t{0}, n);
    return;
  }
  const std::size_t grains = (n + grain - 1) / grain;
  in_parallel(threads, [&](std::size_t mine, std::size_t all) {
    f(std::min(n, grains * mine / all * grain), std::min(n, grains * (mine + 1) / all * grain));
  });
}

/// to = min(to, x)
template <class T>
void fetch_min(std::atomic<T>& to, T x) {
  T now = to.load();
  while (x < now && !to.compare_exchange_weak(now, x)) {
  }
}

}  // namespace tali::cpu_driver
