// SPDX-License-Identifier: Apache-2.0
// "Did you mean": the known name nearest to a misspelled one.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tali::detail {

/// The minimum number of insertions, deletions, replacements and swaps of neighbouring letters between two
/// words, with no letter changed twice (optimal string alignment distance).
std::size_t edit_distance(std::string_view a, std::string_view b);

/// The first of the nearest names, if one is near enough: at most two mistakes or a third of the word's
/// letters, and fewer than its letters. A truncated word, such as "gam" for gamma, counts as one mistake.
/// @returns empty if none is near enough
std::string nearest(std::string_view word, const std::vector<std::string>& names);

}  // namespace tali::detail
