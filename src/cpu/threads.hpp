// SPDX-License-Identifier: Apache-2.0
// The number of threads for a fill, and checks of `cpu`.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>

#include <tali/device.hpp>
#include <tali/error.hpp>

#include "cpu/processors.hpp"

namespace tali::cpu_driver {

/// For fewer bytes waking another thread (about 10 microseconds) is not worth it.
inline constexpr std::size_t bytes_per_thread = std::size_t{1} << 16;

inline int threads_for(const cpu& where, std::size_t bytes) {
  if (where.threads < 0 || where.threads > max_threads) {
    throw argument_error("threads", std::to_string(where.threads), "1 to 4096, or 0 for OpenMP's setting");
  }
  const std::size_t useful = where.threads != 0 ? bytes : bytes / bytes_per_thread;
  if (where.threads == 1 || useful <= 1) return 1;
  const int requested = where.threads != 0 ? where.threads : default_threads();
  return static_cast<int>(std::min(useful, static_cast<std::size_t>(requested)));
}

/// The highest level of this machine, even if this build does not have it.
simd_level machine_simd_level() noexcept;

/// Whether this machine and this build have a level. aarch64 has only neon; architectures other than x86-64
/// have only the baseline; a build for one x86-64 machine has only that machine's level.
bool has_level(simd_level level);

[[noreturn]] void refuse_level(simd_level level);

/// @throws argument_error unless has_level(level)
inline void check_level(simd_level level) {
  if (!has_level(level)) refuse_level(level);
}

}  // namespace tali::cpu_driver
