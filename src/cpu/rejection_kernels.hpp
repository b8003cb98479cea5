// SPDX-License-Identifier: Apache-2.0
// The single-thread fills of rejection distributions at one SIMD level, for every Philox engine.
#pragma once

#include <cstddef>
#include <cstdint>

#include <tali/catalogue.hpp>
#include <tali/rejection/schedule.hpp>

namespace tali::cpu_driver {

/// No sample failed.
inline constexpr std::uint64_t none_failed = ~std::uint64_t{0};

/// @param words  of the distribution's tag
/// @param how    if grouped, with its group
/// @returns the smallest index of a sample whose attempts were used up, or none_failed
using rejection_fill = std::uint64_t (*)(const rejection_words<rounds_at_run_time>& words,
                                         const void* distribution, const rejection_schedule& how,
                                         std::uint64_t first, void* to, std::size_t n);

struct rejection_kernels {
  rejection_fill fill[rejection_distributions::size];
};

}  // namespace tali::cpu_driver
