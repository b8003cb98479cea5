// SPDX-License-Identifier: Apache-2.0
// The output of --json, the number of its schema (docs/json.md), and reports of the same keys as text.
#pragma once

#include <string>

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

/// Prints a report as JSON, or as text: a line per key, and a table for rows, which leaves
/// out their arrays. Keys have blanks in place of underscores.
void print_report(const nlohmann::ordered_json& j, bool as_json, int indent);

/// Rows as text: the keys, and a line per row; a key in an object has the object's before it.
std::string table_text(const nlohmann::ordered_json& rows);

}  // namespace tali::tool
