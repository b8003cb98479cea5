// SPDX-License-Identifier: Apache-2.0
// Loops on the library's threads, also for the lab and the tools. If a thread cannot be started, only speed
// is lost, while OpenMP's runtime would end the process. Exceptions of a call reach the caller.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "cpu/team.hpp"

namespace tali::detail {

/// Calls f(next) once on each of up to `threads` threads. next(k) sets k to the next unused index, in
/// ascending order, and returns false when 0 ... n - 1 are used or a call has thrown.
/// @throws the exception of one of the calls
template <class F>
void share_indices(int threads, std::uint64_t n, const F& f) {
  std::atomic<std::uint64_t> given{0};
  in_parallel(threads, [&](std::size_t, std::size_t) {
    try {
      f([&](std::uint64_t& k) {
        k = given.fetch_add(1, std::memory_order_relaxed);
        return k < n;
      });
    } catch (...) {
      given = n;
      throw;
    }
  });
}

/// Calls f(k) for k = 0 ... n - 1, each once, on up to `threads` threads.
/// @param at_once  number of consecutive indices that a thread takes at a time, at least 1
/// @throws the exception of one of the calls
template <class F>
void for_indices(int threads, std::uint64_t n, const F& f, std::uint64_t at_once = 1) {
  const std::uint64_t pieces = n / at_once + (n % at_once != 0 ? 1 : 0);
  share_indices(threads, pieces, [&](const auto& next) {
    for (std::uint64_t piece = 0; next(piece);) {
      const std::uint64_t first = piece * at_once;
      for (std::uint64_t k = first; k < n && k - first < at_once; ++k) f(k);
    }
  });
}

}  // namespace tali::detail
