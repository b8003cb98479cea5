// SPDX-License-Identifier: Apache-2.0
#include "names.hpp"

#include <algorithm>

#include <tali/named.hpp>
#include <tali/named_grid.hpp>
#include <tali/named_thread_grid.hpp>
#include <tali/quasi.hpp>

namespace tali::tool {

std::vector<name_and_summary> engine_names() {
  std::vector<name_and_summary> all;
  for (const auto list : {engine_list(), bank_engine_list(), thread_grid_list()}) {
    for (const engine_info& e : list) all.push_back({e.name, e.summary});
  }
  for (const quasi_info& e : quasi_engine_list()) all.push_back({e.name, e.summary});
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
