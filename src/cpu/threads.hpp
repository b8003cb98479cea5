// SPDX-License-Identifier: Apache-2.0
// How many threads pay for a fill, and which `cpu` the CPU drivers reject.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>

#include <tali/device.hpp>
#include <tali/error.hpp>

#include "cpu/processors.hpp"

namespace tali::cpu_driver {

/// Fewer bytes than this are not worth waking another thread for (some 10 microseconds).
inline constexpr std::size_t bytes_per_thread = std::size_t{1} << 16;

inline int threads_for(const cpu& where, std::size_t bytes) {
  if (where.threads < 0 || where.threads > most_threads) {
    throw argument_error("threads", std::to_string(where.threads), "1 to 4096, or 0 for OpenMP's setting");
  }
  const std::size_t useful = where.threads != 0 ? bytes : bytes / bytes_per_thread;
  if (where.threads == 1 || useful <= 1) return 1;
  const int wanted = where.threads != 0 ? where.threads : default_threads();
  return static_cast<int>(std::min(useful, static_cast<std::size_t>(wanted)));
}

/// The highest level that this machine has, whatever this build has.
simd_level machine_simd_level() noexcept;

/// Whether this machine and this build have a level. aarch64 has neon alone, what is neither x86-64 nor
/// aarch64 the baseline alone, and a build for one x86-64 machine that machine's level alone.
bool has_level(simd_level level);

[[noreturn]] void refuse_level(simd_level level);

/// @throws argument_error unless has_level(level)
inline void check_level(simd_level level) {
  if (!has_level(level)) refuse_level(level);
}

}  // namespace tali::cpu_driver
