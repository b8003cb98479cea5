// SPDX-License-Identifier: Apache-2.0
// What --json prints, and the number of its schema: docs/json.md.
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

namespace tali::tool {

/// Grows where a key goes, or gets another meaning; a new key is no new schema.
inline constexpr int json_schema = 2;

/// An object with "schema" before its keys, or an array of such objects: every row has the number, so that
/// files of rows can be cut and put together.
nlohmann::ordered_json with_schema(const nlohmann::ordered_json& j);

/// with_schema as text.
/// @param indent  blanks a level; -1: all on one line
std::string json_text(const nlohmann::ordered_json& j, int indent);

/// Prints it as a line or lines on standard output.
void print_json(const nlohmann::ordered_json& j, int indent);

}  // namespace tali::tool
