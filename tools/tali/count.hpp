// SPDX-License-Identifier: Apache-2.0
// Whole numbers as people write them: 12345, 1e9, 1.5e3, 2^30, 0xff; and inf where there may be no end.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tali::tool {

/// The number that the text stands for, exactly: no rounding on the way, so 1.5 and 1e20 are refused.
/// @param flag  what the error names
/// @throws argument_error unless it is a whole number of 64 bits
std::uint64_t parse_whole(const std::string& flag, std::string_view text);

/// The same, or nothing for "inf".
std::optional<std::uint64_t> parse_count(const std::string& flag, std::string_view text);

}  // namespace tali::tool
