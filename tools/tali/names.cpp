// SPDX-License-Identifier: Apache-2.0
#include "names.hpp"

#include <algorithm>

#include <tali/any.hpp>

namespace tali::tool {

std::vector<name_and_summary> engine_names() {
  std::vector<name_and_summary> all;
  for (const engine_info& e : engine_list()) all.push_back({e.name, e.summary});
  return all;
}

std::vector<name_and_summary> distribution_names() {
  std::vector<name_and_summary> all;
  for (const distribution_info& d : distribution_list()) {
    const auto is_it = [&](const name_and_summary& known) { return known.name == d.name; };
    if (std::none_of(all.begin(), all.end(), is_it)) all.push_back({d.name, d.summary});
  }
  return all;
}

std::vector<std::string> type_names() {
  std::vector<std::string> all;
  for (const distribution_info& d : distribution_list()) {
    if (std::find(all.begin(), all.end(), d.type) == all.end()) all.emplace_back(d.type);
  }
  return all;
}

}  // namespace tali::tool
