// SPDX-License-Identifier: Apache-2.0
// Names as messages list them.
#pragma once

#include <string>

namespace tali::detail {

/// The names of a list's entries, each once, separated by commas.
template <class List>
std::string names_of(const List& all) {
  std::string out;
  for (const auto& one : all) {
    const std::string name = one.name;
    if ((", " + out + ", ").find(", " + name + ", ") == std::string::npos)
      out += (out.empty() ? "" : ", ") + name;
  }
  return out;
}

}  // namespace tali::detail
