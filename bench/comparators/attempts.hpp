// SPDX-License-Identifier: Apache-2.0
// Samples of the surrogate attempts by groups of a register's lanes, on one thread.
#pragma once

#include <cstddef>
#include <cstdint>

#include <tali/device.hpp>

namespace tali::bench {

struct grouped_attempts {
  int words;  ///< of an attempt
  /// Samples 0 ... n - 1, `group` lanes per sample: a power of two up to the register's lanes.
  void (*make)(double rejection, int group, std::uint32_t* to, std::size_t n);
};

inline constexpr int grouped_attempts_count = 3;

/// Those of one SIMD level, by the bytes of its registers.
template <int RegisterBytes>
const grouped_attempts (&grouped_attempts_of())[grouped_attempts_count];
template <>
const grouped_attempts (&grouped_attempts_of<16>())[grouped_attempts_count];
#if defined(__x86_64__)
template <>
const grouped_attempts (&grouped_attempts_of<32>())[grouped_attempts_count];
template <>
const grouped_attempts (&grouped_attempts_of<64>())[grouped_attempts_count];
#endif

}  // namespace tali::bench
