// SPDX-License-Identifier: Apache-2.0
// "Did you mean": the known name that is nearest to a misspelt one.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tali::detail {

/// The fewest letters put in, left out, replaced or swapped with their neighbour that make one word of the
/// other, none of them touched twice (optimal string alignment).
std::size_t edit_distance(std::string_view a, std::string_view b);

/// The first of the nearest names, if one is near enough: two mistakes or a third of the word's letters, and
/// fewer than it has letters. A word cut short, "gam" for gamma, counts as one mistake.
/// @returns empty if none is
std::string nearest(std::string_view word, const std::vector<std::string>& names);

}  // namespace tali::detail
