// SPDX-License-Identifier: Apache-2.0
// Whole numbers in common notations: 12345, 1e9, 1.5e3, 2^30, 0xff; also inf, if there may be no end.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tali::tool {

/// The number in the text, exactly: nothing is rounded, so 1.5 and 1e20 are errors.
/// @param flag  the flag's name in the error
/// @throws argument_error unless it is a whole number of 64 bits
std::uint64_t parse_whole(const std::string& flag, std::string_view text);

/// The same, or nothing for "inf".
std::optional<std::uint64_t> parse_count(const std::string& flag, std::string_view text);

// Real numbers on the command line.

/// The number in a text, which must contain nothing else. The number must be finite.
/// @param flag, expected  for the error
/// @throws argument_error
double parse_real(const std::string& flag, const std::string& text, const std::string& expected);

/// The same for a number from `min` to `max`.
double parse_real(const std::string& flag, const std::string& text, const std::string& expected, double min,
                  double max);

}  // namespace tali::tool
