// SPDX-License-Identifier: Apache-2.0
// Names for the lists in errors.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

namespace tali::detail {

/// The names of a list's entries for which `has` is true, each once.
template <class List, class F>
std::vector<std::string> names_of(const List& all, const F& has) {
  std::vector<std::string> names;
  for (const auto& one : all) {
    if (has(one) && std::find(names.begin(), names.end(), one.name) == names.end())
      names.emplace_back(one.name);
  }
  return names;
}
template <class List>
std::vector<std::string> names_of(const List& all) {
  return names_of(all, [](const auto&) { return true; });
}

}  // namespace tali::detail
