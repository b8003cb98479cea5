// SPDX-License-Identifier: Apache-2.0
// Names for the lists in errors.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

namespace tali::detail {

/// The names of a list's entries, each once.
template <class List>
std::vector<std::string> names_of(const List& all) {
  std::vector<std::string> names;
  for (const auto& one : all) {
    if (std::find(names.begin(), names.end(), one.name) == names.end()) names.emplace_back(one.name);
  }
  return names;
}

}  // namespace tali::detail
