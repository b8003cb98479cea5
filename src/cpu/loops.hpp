// SPDX-License-Identifier: Apache-2.0
// Loops on the library's threads, also used by the lab and the tools. If a thread cannot be started, the loop
// runs on fewer; OpenMP's runtime would end the process. The caller gets the exceptions of a call.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "cpu/team.hpp"

namespace tali::detail {

/// Calls f(next) once on each of up to `threads` threads. next(k) sets k to the next unused index, in
/// ascending order, and returns false after 0 ... n - 1 are used or a call has thrown.
/// @throws the exception of one of the calls
template <class F>
void share_indices(int threads, std::uint64_t n, const F& f) {
  std::atomic<std::uint64_t> next_unused{0};
  in_parallel(threads, [&](std::size_t, std::size_t) {
    try {
      f([&](std::uint64_t& k) {
        k = next_unused.fetch_add(1, std::memory_order_relaxed);
        return k < n;
      });
    } catch (...) {
      next_unused = n;
      throw;
    }
  });
}

/// Calls f(k) once for each k = 0 ... n - 1, on up to `threads` threads.
/// @param chunk  number of consecutive indices that a thread takes at a time, at least 1
/// @throws the exception of one of the calls
template <class F>
void for_indices(int threads, std::uint64_t n, const F& f, std::uint64_t chunk = 1) {
  const std::uint64_t pieces = n / chunk + (n % chunk != 0 ? 1 : 0);
  share_indices(threads, pieces, [&](const auto& next) {
    for (std::uint64_t piece = 0; next(piece);) {
      const std::uint64_t first = piece * chunk;
      for (std::uint64_t k = first; k < n && k - first < chunk; ++k) f(k);
    }
  });
}

}  // namespace tali::detail
