// SPDX-License-Identifier: Apache-2.0
// A battery's results, as a table and as JSON.
#pragma once

#include <map>
#include <string>

#include <battery/task.hpp>
#include <nlohmann/json.hpp>

#include "plan.hpp"

namespace tali::tool {

/// One battery, or selected tests of it, on one sequence.
struct battery_result {
  const plan_entry& entry;
  std::map<int, lab::outcome> tests;  ///< one for each of entry.tests
};

nlohmann::ordered_json json_of(const battery_result& r);

/// The last line is a summary.
std::string table_of(const battery_result& r);

/// Whether a p-value shows that the sequence is not random.
bool has_failed(const battery_result& r);
bool is_complete(const battery_result& r);

}  // namespace tali::tool
