// SPDX-License-Identifier: Apache-2.0
// What became of a test, as JSON: a line of a journal, an element of a part.
#pragma once

#include <utility>

#include <nlohmann/json.hpp>

#include "task.hpp"

namespace tali::lab {

nlohmann::ordered_json record_of(int test, const outcome& o);

/// A test's number and what became of it.
/// @throws nlohmann::json::exception for anything but what record_of() gave
std::pair<int, outcome> outcome_of(const nlohmann::ordered_json& record);

}  // namespace tali::lab
