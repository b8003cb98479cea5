// SPDX-License-Identifier: Apache-2.0
// The comparators that are functions of words, in bulk on one thread and on SIMD lanes, with the words of
// philox4x32 as tali's own distributions have them.
#pragma once

#include <cstddef>
#include <cstdint>

#include <tali/device.hpp>

#include "cpu/kernels.hpp"

namespace tali::bench {

/// Makes n numbers, a multiple of 1024, beginning with the words from `first` on.
using comparator_fill = void (*)(std::uint64_t first, void* to, std::size_t n);

struct comparator {
  const char* name;
  const char* type;
  std::size_t bytes;
  comparator_fill fill;
};

inline constexpr int comparator_count = 4;

/// Those of one SIMD level, by the bytes of its registers.
template <int RegisterBytes>
const comparator (&comparators_of())[comparator_count];
template <>
const comparator (&comparators_of<16>())[comparator_count];
#if defined(__x86_64__)
template <>
const comparator (&comparators_of<32>())[comparator_count];
template <>
const comparator (&comparators_of<64>())[comparator_count];
#endif

/// @param level  one that this machine has
inline const comparator (&comparators(simd_level level))[comparator_count] {
  return cpu_driver::by_level(
      level, []<int R>() -> const auto& { return comparators_of<R>(); });
}

}  // namespace tali::bench
