// SPDX-License-Identifier: Apache-2.0
#include "json_output.hpp"

#include <algorithm>
#include <vector>

#include <fmt/ranges.h>
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

namespace {

/// A string without its quotes, and a number with at most 12 digits.
std::string text_of(const ordered_json& value) {
  if (value.is_number_float()) return fmt::format("{:.12g}", value.get<double>());
  if (value.is_string()) return value.get<std::string>();
  return value.is_null() ? "-" : value.dump();
}

}  // namespace

std::string table_text(const ordered_json& rows) {
  std::vector<std::vector<std::string>> lines(rows.size() + 1);
  const auto add = [&](const ordered_json::json_pointer& at, std::string head) {
    std::ranges::replace(head, '_', ' ');
    std::vector<std::string> cells{head};
    for (const ordered_json& row : rows) cells.push_back(text_of(row.value(at, ordered_json())));
    std::size_t width = 0;
    for (const std::string& cell : cells) width = std::max(width, cell.size());
    const bool is_text = rows[0].at(at).is_string();
    for (std::size_t i = 0; i < cells.size(); ++i)
      lines[i].push_back(is_text ? fmt::format("{:<{}}", cells[i], width)
                                 : fmt::format("{:>{}}", cells[i], width));
  };
  for (const auto& [key, value] : rows.at(0).items()) {
    const auto at = ordered_json::json_pointer() / key;
    if (value.is_primitive()) add(at, key);
    if (!value.is_object()) continue;
    for (const auto& [inner, ignored] : value.items()) add(at / inner, key + ' ' + inner);
  }
  std::string text;
  for (const auto& cells : lines) {
    std::string line = fmt::format("  {}", fmt::join(cells, "  "));
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + '\n';
  }
  return text;
}

namespace {

std::string joined(const ordered_json& values) {
  std::string text;
  for (const ordered_json& x : values) text += (text.empty() ? "" : "  ") + text_of(x);
  return text;
}

std::string report_text(const ordered_json& j, const std::string& indent) {
  std::string text;
  for (const auto& [key, value] : j.items()) {
    std::string name = indent + key;
    std::ranges::replace(name, '_', ' ');
    if (value.is_object()) {
      text += name + '\n' + report_text(value, indent + "  ");
    } else if (!value.is_array() || value.empty() || value[0].is_primitive()) {
      text += fmt::format("{:<34} {}\n", name, value.is_array() ? joined(value) : text_of(value));
    } else if (value[0].is_object()) {
      text += name + '\n' + table_text(value);
    } else {
      text += name + '\n';
      for (const ordered_json& row : value) text += indent + "  " + joined(row) + '\n';
    }
  }
  return text;
}

}  // namespace

void print_report(const ordered_json& j, bool as_json, int indent) {
  if (as_json) return print_json(j, indent);
  fmt::print("{}", report_text(j, ""));
}

}  // namespace tali::tool
