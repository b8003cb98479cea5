// SPDX-License-Identifier: Apache-2.0
// Given numbers, as bounds that contain the original numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tali::lab::identify {

/// One interpretation of numbers: as values of a type, each between two bounds, inclusive. Exact numbers have
/// equal bounds.
struct reading {
  std::string type;                     ///< u32, u64, f32 or f64
  std::string note;                     ///< how the numbers were changed, such as "rounded to f32"; or ""
  std::vector<std::uint64_t> integers;  ///< for u32 and u64
  std::vector<double> low, high;        ///< for f32 and f64

  [[nodiscard]] std::size_t size() const { return integers.empty() ? low.size() : integers.size(); }
  [[nodiscard]] bool are_integers() const { return type[0] == 'u'; }
};

/// Exact values of a type, in the machine's byte order. f32 has two readings: floats, and doubles that were
/// rounded to floats.
/// @param type  u32, u64, i32, i64, f32 or f64; signed integers are read as unsigned ones with the same bits
/// @throws argument_error for another type, for a number of bytes that is not a multiple of the type's, and
/// for numbers that are not finite
std::vector<reading> readings_of(std::string_view type, std::span<const std::byte> values);

/// Numbers as text, separated by blanks, commas, semicolons, brackets or ends of lines. Whole numbers are
/// words. The last digit of other numbers may be rounded, so each is an interval, for f64 and for f32.
/// @param type  the values' type; empty: guessed from the text
/// @throws argument_error for text that is not a number
std::vector<reading> readings_of_text(std::string_view text, std::string_view type = {});

}  // namespace tali::lab::identify
