// SPDX-License-Identifier: Apache-2.0
// Ranges of elements that end before 2^64.
#pragma once

#include <cstdint>
#include <string>

#include <tali/error.hpp>

namespace tali::detail {

inline constexpr const char* permutation_indices = "indices of the permutation, up to ";
inline constexpr const char* point_elements = "up to the set's last element, ";

/// @param allowed  what the message says before the last index
/// @throws argument_error unless elements first ... first + n - 1 are among 0 ... last; an empty range may
/// stand just behind the end
inline void check_index_range(std::uint64_t first, std::uint64_t n, std::uint64_t last, const char* allowed) {
  if (n == 0 ? first == 0 || first - 1 <= last : n - 1 <= last && first <= last - (n - 1)) return;
  throw argument_error("first index + count", std::to_string(first) + " + " + std::to_string(n),
                       allowed + std::to_string(last));
}

}  // namespace tali::detail
