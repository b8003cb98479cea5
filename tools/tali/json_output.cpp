// SPDX-License-Identifier: Apache-2.0
#include "json_output.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace tali::tool {

using nlohmann::ordered_json;

ordered_json with_schema(const ordered_json& j) {
  if (j.is_array()) {
    ordered_json all = ordered_json::array();
    for (const ordered_json& row : j) all.push_back(with_schema(row));
    return all;
  }
  ordered_json all{{"schema", json_schema}};
  for (const auto& [key, value] : j.items()) all[key] = value;
  return all;
}

std::string json_text(const ordered_json& j, int indent) { return with_schema(j).dump(indent) + "\n"; }

void print_json(const ordered_json& j, int indent) { fmt::print("{}", json_text(j, indent)); }

}  // namespace tali::tool
