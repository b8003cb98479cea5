// SPDX-License-Identifier: Apache-2.0
// A range divided into one piece per thread.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <string>

#include <tali/device.hpp>
#include <tali/error.hpp>

#include "cpu/team.hpp"
#include "cpu/threads.hpp"

namespace tali::cpu_driver {

/// @throws argument_error unless the machine has the SIMD level and `to` is an address
inline void check_destination(const cpu& where, const void* to, std::size_t n) {
  if (to == nullptr)
    throw argument_error("destination", "null", "the address of " + std::to_string(n) + " elements");
  check_level(where.level);
}

using detail::in_parallel;

/// Calls f(begin, end) for pieces of 0 ... n - 1, each on a separate thread.
/// @param grain  pieces begin at multiples of it: a page's worth of values, so that no two threads write to
/// one cache line
/// @throws the exception of one of the calls
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
