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

void print_table(const ordered_json& rows, const std::vector<column>& columns) {
  // A format without its precision and type, for texts and whole numbers.
  const auto plain = [](const column& c) {
    return std::string(c.format.substr(0, c.format.find_first_of(".efgx}"))) + '}';
  };
  const auto text_of = [&](const column& c, const ordered_json& value) {
    if (value.is_number_float()) return fmt::format(fmt::runtime(c.format), value.get<double>());
    if (value.is_number()) return fmt::format(fmt::runtime(plain(c)), value.get<std::int64_t>());
    return fmt::format(fmt::runtime(plain(c)), value.is_string() ? value.get<std::string>() : "-");
  };
  std::string text;
  const auto add = [&](const std::string& cell) {
    text += (text.empty() || text.ends_with('\n') ? "" : "  ") + cell;
  };
  for (const column& c : columns) add(text_of(c, c.head));
  text += '\n';
  for (const ordered_json& row : rows) {
    for (const column& c : columns) {
      add(text_of(c, row.value(ordered_json::json_pointer('/' + std::string(c.key)), ordered_json())));
    }
    text += '\n';
  }
  fmt::print("{}", text);
}

}  // namespace tali::tool
