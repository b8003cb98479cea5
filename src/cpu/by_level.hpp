// SPDX-License-Identifier: Apache-2.0
// Selects the table of kernels for a SIMD level.
//
// A table is constant data, made by the compiler: no code of a level runs before that level is chosen, and a
// level's code is reachable only through its tables (tests/isa_symbols.cmake).
#pragma once

#include <array>
#include <cstddef>
#include <type_traits>
#include <utility>

#include <tali/device.hpp>

#include "cpu/level_kernels.hpp"

namespace tali::cpu_driver {

/// Bytes of the widest registers that x86-64's kernels are compiled for: CMake's TALI_SIMD.
#if defined(TALI_WIDEST_REGISTER_BYTES)
inline constexpr int widest_register_bytes = TALI_WIDEST_REGISTER_BYTES;
#else
inline constexpr int widest_register_bytes = 64;
#endif
/// Bytes of the narrowest ones: the widest if the build is for one machine, else the baseline's.
#if defined(TALI_NARROWEST_REGISTER_BYTES)
inline constexpr int narrowest_register_bytes = TALI_NARROWEST_REGISTER_BYTES;
#else
inline constexpr int narrowest_register_bytes = 16;
#endif

/// @param level  one that this machine and this build have
/// @param table  table.template operator()<RegisterBytes>() refers to a level's table
template <class Table>
const auto& by_level(simd_level level, Table table) {
  static_assert(std::is_lvalue_reference_v<decltype(table.template operator()<narrowest_register_bytes>())>);
  constexpr int narrowest = narrowest_register_bytes;
#if defined(__x86_64__)
  if constexpr (widest_register_bytes >= 64 && narrowest < 64) {
    if (level == simd_level::avx512) return table.template operator()<64>();
  }
  if constexpr (widest_register_bytes >= 32 && narrowest < 32) {
    if (level == simd_level::avx2) return table.template operator()<32>();
  }
#endif
  (void)level;  // baseline and neon have registers of one size, and a build for one machine has one level
  return table.template operator()<narrowest>();
}

/// @param level  one that this machine has
template <class Kernels>
const Kernels& kernels_of_level(simd_level level) {
  return by_level(
      level, []<int R>() -> const auto& { return level_kernels<Kernels, R>::table; });
}

template <class Kernels, int RegisterBytes, int... Engine>
constexpr std::array<const Kernels*, sizeof...(Engine)> tables_of(std::integer_sequence<int, Engine...>) {
  return {&level_kernels<Kernels, RegisterBytes, Engine>::table...};
}
template <class Kernels, int RegisterBytes, int Engines>
inline constexpr auto tables_of_engines =
    tables_of<Kernels, RegisterBytes>(std::make_integer_sequence<int, Engines>{});

/// The kernels of one engine of a list of `Engines`.
template <class Kernels, int Engines>
const Kernels& kernels_of_level(simd_level level, int engine) {
  const auto& all = by_level(
      level, []<int R>() -> const auto& { return tables_of_engines<Kernels, R, Engines>; });
  return *all[static_cast<std::size_t>(engine)];
}

/// 32-bit lanes of a register of the level.
inline int lanes_of(simd_level level) {
  return level == simd_level::avx512 ? 16 : level == simd_level::avx2 ? 8 : 4;
}

}  // namespace tali::cpu_driver
