// SPDX-License-Identifier: Apache-2.0
// The data of direction_numbers.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include <tali/direction_numbers.hpp>

#include "core/device_copies.hpp"

namespace tali::detail {

/// One dimension's line: the polynomial x^degree + (inner terms) + 1, and m_1 ... m_degree.
struct direction_line {
  std::uint32_t degree, inner;
  std::uint32_t first_m;  ///< index of m_1 in `initial`
};

/// A table of one word length, in both orders.
template <class Word>
struct direction_words {
  std::once_flag dimension_once, bit_once;
  std::vector<Word> by_dimension, by_bit;
};

struct direction_tables {
  std::vector<direction_line> lines;   // dimensions from the second on
  std::vector<std::uint32_t> initial;  // all m_i
  direction_words<std::uint32_t> words32;
  direction_words<std::uint64_t> words64;
  device_copies copies;
};

// The table of data/new-joe-kuo-6.packed. scripts/make-direction-numbers.py writes the file and describes its
// format.

std::span<const std::uint8_t> joe_kuo_packed();

}  // namespace tali::detail
