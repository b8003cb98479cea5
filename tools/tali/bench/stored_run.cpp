// SPDX-License-Identifier: Apache-2.0
// Reads the JSON of an earlier run of the benchmark.
#include "bench/stored_run.hpp"

#include <algorithm>
#include <cstddef>
#include <fstream>
#include <utility>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "errors.hpp"

namespace tali::tool {

namespace {

using nlohmann::json;

argument_error complaint(const std::string& file, const std::string& problem) {
  return {"--against", "'" + file + "', which " + problem,
          "a file written by 'tali bench -o FILE', or evidence/NAME.json"};
}

/// The rows of a file that `tali bench -o` has written, or of a record in evidence/. In a record they are
/// those of each table with speeds, under its columns, after the values that all rows share.
json rows_of(const json& file) {
  if (!file.is_object() || !file.contains("tables")) return file;
  json all = json::array();
  for (const json& table : file["tables"]) {
    const json columns = table.is_object() ? table.value("columns", json::array()) : json::array();
    if (std::find(columns.begin(), columns.end(), "gb_per_s") == columns.end()) continue;
    for (const json& values : table.value("rows", json::array())) {
      json row = table.value("all", json::object());
      for (std::size_t k = 0; k < columns.size(); ++k) row[columns.at(k).get<std::string>()] = values.at(k);
      all.push_back(std::move(row));
    }
  }
  return all;
}

}  // namespace

stored_run::stored_run(const std::string& file) {
  std::ifstream in(file);
  if (!in) throw complaint(file, "cannot be read");
  json rows = json::parse(in, nullptr, false);
  try {
    rows = rows_of(rows);
  } catch (const json::exception&) {
    throw complaint(file, "has a table of another form");
  }
  if (!rows.is_array())
    throw complaint(file, rows.is_discarded() ? "is not JSON" : "is not an array of rows");
  for (const json& r : rows) {
    if (!r.is_object()) throw complaint(file, "has an entry that is not a row");
    const auto text = [&](const char* name) {
      const auto at = r.find(name);
      if (at == r.end() || !at->is_string())
        throw complaint(file, fmt::format("has a row without '{}'", name));
      return at->get<std::string>();
    };
    if (text("engine") == "threshold") continue;  // a line of the Sobol paper's table 1, which has no time
    const auto n = r.find("n"), speed = r.find("gb_per_s");
    for (const auto& [name, at] : {std::pair{"n", n}, {"gb_per_s", speed}}) {
      if (at == r.end() || !at->is_number() || !(at->get<double>() > 0)) {
        throw complaint(file, fmt::format("has a row without a positive '{}'", name));
      }
    }
    gb_per_s_[{text("table"), text("engine"), text("distribution"), text("type"), text("device"),
               text("variant"), n->get<double>()}] = speed->get<double>();
  }
}

std::optional<double> stored_run::gb_per_s(const bench::row& current) const {
  const auto found = gb_per_s_.find({current.group, current.engine, current.distribution, current.type,
                                     current.device, current.variant, current.n});
  if (found == gb_per_s_.end()) return std::nullopt;
  return found->second;
}

}  // namespace tali::tool
