// SPDX-License-Identifier: Apache-2.0
// The single-thread fills of rejection distributions at one SIMD level, for every Philox engine.
#pragma once

#include <cstddef>
#include <cstdint>

#include <tali/catalogue.hpp>
#include <tali/math/discrete_inversion.hpp>
#include <tali/rejection/schedule.hpp>

#include "registry/place.hpp"

namespace tali::cpu_driver {

/// No sample failed.
inline constexpr std::uint64_t none_failed = ~std::uint64_t{0};

/// @param words  of the distribution's tag
/// @param how    if grouped, with the group size; only the lowest level has this comparator
/// @param table  by make_inversion_table; null: inversion adds outcomes one by one
/// @returns the smallest index of a sample without an accepted attempt, or none_failed
using rejection_fill = std::uint64_t (*)(const rejection_words<rounds_at_run_time>& words,
                                         const void* distribution, const rejection_schedule& how,
                                         const inversion_table* table, std::uint64_t first, void* to,
                                         std::size_t n);

/// False if the distribution does not use inversion, or does not fit a table.
using make_inversion_table = bool (*)(const void* distribution, inversion_table& table);

/// For fewer values a table is not worth computing.
inline constexpr std::size_t worth_inversion_table = 128;

/// Number of objects that share the fills of a level: object k has the distributions with index k modulo
/// this.
inline constexpr int rejection_parts = 2;

struct rejection_kernels {
  detail::distribution_table<rejection_fill, rejection_distributions> fill;
  /// Null if there is no inversion.
  detail::distribution_table<make_inversion_table, rejection_distributions> make_table;
};

}  // namespace tali::cpu_driver
