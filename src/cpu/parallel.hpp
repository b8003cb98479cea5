// A range cut into one piece a thread.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>

#include <omp.h>

#include <tali/device.hpp>
#include <tali/error.hpp>

namespace tali::cpu_driver {

/// How many threads a fill of `bytes` bytes takes.
/// @throws argument_error unless where.threads is 0 ... 4096
inline int threads_for(const cpu& where, std::size_t bytes) {
  // Fewer bytes than this are not worth waking another thread for (some 10 microseconds).
  constexpr std::size_t bytes_per_thread = std::size_t{1} << 16;
  constexpr int most_threads = 4096;
  if (where.threads < 0 || where.threads > most_threads) {
    throw argument_error("threads", std::to_string(where.threads), "0 (all processors) ... 4096");
  }
  if (where.threads == 1) return 1;
  const int wanted = where.threads != 0 ? where.threads : omp_get_num_procs();
  const std::size_t useful = where.threads != 0 ? bytes : bytes / bytes_per_thread;
  return static_cast<int>(std::clamp<std::size_t>(useful, 1, static_cast<std::size_t>(wanted)));
}

/// @throws argument_error unless the machine has the SIMD level and `to` is an address
inline void check_place(const cpu& where, const void* to, std::size_t n) {
  if (to == nullptr)
    throw argument_error("destination", "null", "the address of " + std::to_string(n) + " elements");
  if (where.level > best_simd_level()) {
    throw argument_error("SIMD level", simd_level_name(where.level),
                         std::string("at most ") + simd_level_name(best_simd_level()) + " on this machine");
  }
}

/// Calls f(begin, end) for pieces that make up 0 ... n - 1, each on a thread of its own.
template <class F>
void for_pieces(int threads, std::size_t n, const F& f) {
  if (threads == 1) {
    f(std::size_t{0}, n);
    return;
  }
  // Pieces begin at multiples of a page's worth of values, so that no two threads write to one cache line.
  constexpr std::size_t grain = 4096;
  const std::size_t grains = (n + grain - 1) / grain;
#pragma omp parallel num_threads(threads)
  {
    const auto all = static_cast<std::size_t>(omp_get_num_threads());
    const auto mine = static_cast<std::size_t>(omp_get_thread_num());
    f(std::min(n, grains * mine / all * grain), std::min(n, grains * (mine + 1) / all * grain));
  }
}

}  // namespace tali::cpu_driver
