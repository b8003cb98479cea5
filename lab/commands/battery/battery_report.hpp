// SPDX-License-Identifier: Apache-2.0
// What a battery has found, as a table and as JSON.
#pragma once

#include <map>
#include <string>

#include <battery/task.hpp>
#include <nlohmann/json.hpp>

#include "plan.hpp"

namespace tali::tool {

/// One battery, or the chosen tests of it, on one sequence.
struct battery_result {
  const plan_entry& what;
  std::map<int, lab::outcome> tests;  ///< every one of what.tests
};

nlohmann::ordered_json json_of(const battery_result& r);

/// Ends with a line that sums up.
std::string table_of(const battery_result& r);

/// Whether a p-value says that the sequence is not random.
bool has_failed(const battery_result& r);
bool is_complete(const battery_result& r);

}  // namespace tali::tool
