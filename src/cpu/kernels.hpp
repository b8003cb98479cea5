// The table of single-thread fills of one SIMD level: a function for every engine and distribution.
#pragma once

#include <cstddef>
#include <cstdint>

#include <tali/device.hpp>
#include <tali/registry.hpp>

namespace tali::cpu_driver {

using range_fill = void (*)(const void* engine, const void* distribution, std::uint64_t first, void* to,
                            std::size_t n);

struct kernel_table {
  range_fill fill[engines::size][distributions::size];  ///< null of heavy distributions
};

/// The kernels of shard `shard` of a level write their entries into the table; kernels.cpp is compiled
/// once a level and shard.
template <int RegisterBytes, int Shard>
void add_kernels(kernel_table& table);

inline constexpr int shards = 4;

/// The table of a level that this build has.
const kernel_table& kernels(simd_level level);

}  // namespace tali::cpu_driver
