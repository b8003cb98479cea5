// SPDX-License-Identifier: Apache-2.0
// A test's outcome as JSON: a line of a journal, or an element of a part.
#pragma once

#include <utility>

#include <nlohmann/json.hpp>

#include "task.hpp"

namespace tali::lab {

nlohmann::ordered_json record_of(int test, const outcome& o);

/// A test's number and outcome.
/// @throws nlohmann::json::exception unless record_of() made the record
std::pair<int, outcome> outcome_of(const nlohmann::ordered_json& record);

}  // namespace tali::lab
