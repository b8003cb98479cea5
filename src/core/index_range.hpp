// SPDX-License-Identifier: Apache-2.0
// Ranges of elements that end before 2^64.
#pragma once

#include <cstdint>
#include <string>

#include <tali/error.hpp>

namespace tali::detail {

/// The texts of an error around the last index.
struct index_words {
  const char *before, *after;
};
inline constexpr index_words permutation_indices{"indices up to ", ", the last of the permutation"};
inline constexpr index_words point_elements{"elements up to ", ", the last of the point set"};

/// @throws argument_error unless elements first ... first + n - 1 are among 0 ... last; an empty range may be
/// directly after the end
inline void check_index_range(std::uint64_t first, std::uint64_t n, std::uint64_t last,
                              const index_words& words) {
  if (n == 0 ? first == 0 || first - 1 <= last : n - 1 <= last && first <= last - (n - 1)) return;
  throw argument_error("first index + count", std::to_string(first) + " + " + std::to_string(n),
                       words.before + std::to_string(last) + words.after);
}

}  // namespace tali::detail
