// SPDX-License-Identifier: Apache-2.0
// Fills whose elements have parameters of their own: element by element, with the distribution's scalar code,
// at one SIMD level. Wider registers are not used, so the AVX-512 level has AVX2's kernels.
#pragma once

#include <cstddef>
#include <cstdint>

#include <tali/catalogue.hpp>

#include "cpu/by_level.hpp"
#include "registry/place.hpp"

namespace tali::cpu_driver {

/// As convert_each.
using convert_each_function = std::size_t (*)(const void* const* arrays, const std::uint32_t* words, void* to,
                                              std::size_t begin, std::size_t end);

/// Sample first + i of a rejection distribution with the parameters at index i of the arrays, for i = begin
/// ... end - 1.
/// @param words  of the distribution's tag
/// @returns the smallest index of a sample without an accepted attempt, or none_failed; `bad` becomes the
/// first i with invalid parameters, if it is smaller
using rejection_each = std::uint64_t (*)(const rejection_words<rounds_at_run_time>& words,
                                         const void* const* arrays, std::uint64_t first, void* to,
                                         std::size_t begin, std::size_t end, std::size_t* bad);

struct array_kernels {
  /// Null if there are no parameters.
  detail::distribution_table<convert_each_function, distributions> convert;
  detail::distribution_table<rejection_each, rejection_distributions> sample;
};

// array_kernels.cpp is compiled once for registers of 16 bytes and once for 32.
template <>
const array_kernels level_kernels<array_kernels, 16>::table;
template <>
const array_kernels level_kernels<array_kernels, 32>::table;

inline const array_kernels& kernels_of_arrays(simd_level level) {
  return by_level(
      level, []<int R>() -> const auto& { return level_kernels<array_kernels, (R == 64 ? 32 : R)>::table; });
}

}  // namespace tali::cpu_driver
