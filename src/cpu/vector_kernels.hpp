// SPDX-License-Identifier: Apache-2.0
// The single-thread fills of vectors at one SIMD level.
#pragma once

#include <cstddef>
#include <cstdint>

#include <tali/catalogue.hpp>

#include "registry/place.hpp"

namespace tali::cpu_driver {

/// Lanes of the widest register, so rows that a kernel may make at a time.
inline constexpr std::size_t most_lanes = 16;

/// Rows of more values than this are made one by one where their lanes would need scratch memory.
inline constexpr std::uint32_t most_scratch = std::uint32_t{1} << 14;

/// @param words    of the distribution's tag
/// @param scratch  most_lanes * size doubles, aligned to 64, where the driver says so of the distribution
using vectors_fill = void (*)(const row_words<rounds_at_run_time>& words, const void* view,
                              std::uint64_t first, void* to, std::size_t rows, double* scratch);

struct vector_kernels : detail::distribution_table<vectors_fill, vector_distributions> {};

}  // namespace tali::cpu_driver
