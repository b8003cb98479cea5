// The table of single-thread fills of samples of variable cost, of one SIMD level.
#pragma once

#include <cstddef>
#include <cstdint>

#include <tali/schedule.hpp>
#include <tali/variable.hpp>

namespace tali::cpu_driver {

/// @param how  if grouped, with its group
/// @returns the smallest index of a sample whose attempts were used up, or none_failed
using variable_fill = std::uint64_t (*)(const void* engine, const void* distribution,
                                        const rejection_schedule& how, std::uint64_t first, void* to,
                                        std::size_t n);

/// Sample first + i with the parameters at index i of the arrays.
/// @returns as above; the first i whose parameters are not allowed goes to `bad`, if it is before what is
/// there
using variable_each = std::uint64_t (*)(const void* engine, const void* const* arrays, std::uint64_t first,
                                        void* to, std::size_t begin, std::size_t end, std::size_t* bad);

struct variable_table {
  variable_fill fill[variable_engines::size][variable_distributions::size];
  variable_each each[variable_engines::size][variable_distributions::size];
};

/// The kernels of a level and of engine `Engine` write their entries; variable_kernels.cpp is compiled once
/// for each.
template <int RegisterBytes, int Engine>
void add_variable(variable_table& table);

}  // namespace tali::cpu_driver
