// SPDX-License-Identifier: Apache-2.0
// Loops on the library's threads, for the lab and the tools too. A thread that cannot be started costs speed
// and nothing else, where OpenMP's runtime would end the process; and what one call throws reaches the
// caller.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "cpu/team.hpp"

namespace tali::detail {

/// Calls f(next) once on each of up to `threads` threads. next(k) sets k to an index that no other call has
/// got, in ascending order, and is false when 0 ... n - 1 are given out or a call has thrown.
/// @throws what one of the calls threw
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
/// @param at_once  how many neighbouring indices a thread takes at a time, from 1 on
/// @throws what one of the calls threw
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
