// SPDX-License-Identifier: Apache-2.0
// The single-thread fills of vectors at one SIMD level.
#pragma once

#include <cstddef>
#include <cstdint>

#include <tali/catalogue.hpp>

#include "registry/place.hpp"

namespace tali::cpu_driver {

/// Lanes of the widest register: the maximum number of rows that a kernel makes at a time.
inline constexpr std::size_t most_lanes = 16;

/// Longer rows are made one by one if their lanes would need scratch memory.
inline constexpr std::uint32_t most_scratch = std::uint32_t{1} << 14;

/// @param words    of the distribution's tag
/// @param scratch  most_lanes * size doubles, aligned to 64, if the distribution needs it
using vectors_fill = void (*)(const row_words<rounds_at_run_time>& words, const void* view,
                              std::uint64_t first, void* to, std::size_t rows, double* scratch);

struct vector_kernels : detail::distribution_table<vectors_fill, vector_distributions> {};

}  // namespace tali::cpu_driver
