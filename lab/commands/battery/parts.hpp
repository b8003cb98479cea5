// SPDX-License-Identifier: Apache-2.0
// A plan in parts, which independent processes work on, and their joined results.
#pragma once

#include <string>
#include <vector>

#include "battery_report.hpp"
#include "plan.hpp"
#include "shard.hpp"

namespace tali::tool {

/// The tests of part s. The tests of each turn are distributed, the longest first, each to the part with the
/// least work. The result depends only on the plan, so every test is in exactly one part.
/// @returns a plan with the same entries and the part's tests
plan part_of(const plan& whole, const shard& s);

/// The results of a part, as text for --part's file.
/// @param whole    the plan that was divided
/// @param results  one for each entry
std::string part_text(const plan& whole, const shard& s, const std::vector<battery_result>& results);

/// The joined results of a plan's parts.
class merged_parts {
 public:
  /// @throws usage_error if a part is altered, repeated, missing or of another plan
  explicit merged_parts(const std::vector<named_part>& parts);

  /// One for each entry of the plan. They hold references to this object.
  [[nodiscard]] std::vector<battery_result> results() const;

 private:
  std::vector<plan_entry> entries_;
  std::vector<std::map<int, lab::outcome>> outcomes_;
};

}  // namespace tali::tool
