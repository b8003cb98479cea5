// SPDX-License-Identifier: Apache-2.0
// The output of --json, the number of its schema (docs/json.md), and tables of the same rows as text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace tali::tool {

/// Increases if a key is removed or changes its meaning; a new key does not change it.
inline constexpr int json_schema = 2;

/// An object with "schema" before its keys, or an array of such objects. Every row has the number, so that
/// files of rows can be cut and joined.
nlohmann::ordered_json with_schema(const nlohmann::ordered_json& j);

/// with_schema as text.
/// @param indent  number of blanks per level; -1: one line
std::string json_text(const nlohmann::ordered_json& j, int indent);

/// Prints it on standard output.
void print_json(const nlohmann::ordered_json& j, int indent);

/// A column of a table: the key in the rows, "outer/inner" in an object there, the heading, and fmt's format
/// of a value, such as "{:>8.4g}".
struct column {
  std::string_view key, head, format;
};

/// Prints the headings and a line per row; a value that a row lacks, or that is null, is "-".
void print_table(const nlohmann::ordered_json& rows, const std::vector<column>& columns);

}  // namespace tali::tool
