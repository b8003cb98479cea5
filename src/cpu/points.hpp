// The table of single-thread fills of point sets of one SIMD level.
#pragma once

#include <cstddef>
#include <cstdint>

#include <tali/device.hpp>
#include <tali/quasi.hpp>

namespace tali::cpu_driver {

using points_fill = void (*)(const void* engine, const void* distribution, std::uint64_t first, void* to,
                             std::size_t n);

struct points_table {
  points_fill fill[quasi_engines::size][quasi_distributions::size];
};

/// points_kernels.cpp is compiled once a level and engine, and writes that engine's entries.
template <int RegisterBytes, int Engine>
void add_points(points_table& table);

}  // namespace tali::cpu_driver
