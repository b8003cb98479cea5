// SPDX-License-Identifier: Apache-2.0
// The words of attempts at one SIMD level, for attempts in a user's file.
#pragma once

#include <cstddef>
#include <cstdint>

#include <tali/device.hpp>
#include <tali/rejection/attempts.hpp>

namespace tali::cpu_driver {

/// Number of additional blocks that a function of attempt_kernels may write after the requested ones.
inline constexpr std::size_t most_blocks_over = 15;

struct attempt_kernels {
  /// Blocks {group + i, k, b} for i = 0 ... n - 1, four words each. The groups have one upper half.
  void (*blocks)(const rejection_words<rounds_at_run_time>& words, std::uint64_t group, std::uint32_t k,
                 std::uint32_t b, std::size_t n, std::uint32_t* to);
  /// Blocks {base + at[i], k, b} in the same way.
  /// @param at  has room for most_blocks_over further elements
  void (*listed_blocks)(const rejection_words<rounds_at_run_time>& words, std::uint64_t base,
                        const std::uint16_t* at, std::uint32_t k, std::uint32_t b, std::size_t n,
                        std::uint32_t* to);
};

}  // namespace tali::cpu_driver
