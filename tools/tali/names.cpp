// SPDX-License-Identifier: Apache-2.0
#include "names.hpp"

#include <algorithm>
#include <string_view>

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

namespace {

/// The keys of "mexp=P,sets=S" or "shape, scale".
std::vector<std::string> keys_of(std::string_view list) {
  std::vector<std::string> keys;
  while (!list.empty()) {
    const std::string_view one = list.substr(0, list.find(','));
    list.remove_prefix(std::min(list.size(), one.size() + 1));
    const std::string_view key = one.substr(0, one.find('='));
    keys.emplace_back(key.substr(std::min(key.size(), key.find_first_not_of(' '))));
  }
  return keys;
}

void add(std::vector<name_and_parameters>& all, const char* name, std::string_view list) {
  const bool known = std::any_of(all.begin(), all.end(), [&](const auto& x) { return x.name == name; });
  if (!known && !list.empty()) all.push_back({name, keys_of(list)});
}

}  // namespace

std::vector<name_and_parameters> engine_options() {
  std::vector<name_and_parameters> all;
  for (const engine_info& e : engine_list()) add(all, e.name, e.options);
  return all;
}

std::vector<name_and_parameters> distribution_parameters() {
  std::vector<name_and_parameters> all;
  for (const distribution_info& d : distribution_list()) add(all, d.name, d.parameters);
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
