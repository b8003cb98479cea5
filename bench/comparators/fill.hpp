// SPDX-License-Identifier: Apache-2.0
// Comparators in bulk on one thread and on SIMD lanes, with the words of philox4x32 as tali's own
// distributions have them: functions of words, and samples of the surrogate attempts.
#pragma once

#include <cstddef>
#include <cstdint>

#include <tali/device.hpp>

#include "cpu/kernels.hpp"

namespace tali::bench {

/// A function of words.
struct comparator {
  const char* name;
  const char* type;
  std::size_t bytes;
  /// Makes n numbers, a multiple of 1024, beginning with the words from `first` on.
  void (*fill)(std::uint64_t first, void* to, std::size_t n);
};

struct grouped_attempts {
  int words;  ///< of an attempt
  /// Samples 0 ... n - 1, `group` lanes per sample: a power of two up to the register's lanes.
  void (*make)(double rejection, int group, std::uint32_t* to, std::size_t n);
};

/// Those of one SIMD level.
struct level_comparators {
  comparator functions[4];
  grouped_attempts attempts[3];
};

/// By the bytes of the level's registers.
template <int RegisterBytes>
const level_comparators& comparators_of();
template <>
const level_comparators& comparators_of<16>();
#if defined(__x86_64__)
template <>
const level_comparators& comparators_of<32>();
template <>
const level_comparators& comparators_of<64>();
#endif

/// @param level  one that this machine has
inline const level_comparators& comparators(simd_level level) {
  return cpu_driver::by_level(
      level, []<int R>() -> const auto& { return comparators_of<R>(); });
}

}  // namespace tali::bench
