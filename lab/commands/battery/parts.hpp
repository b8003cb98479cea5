// SPDX-License-Identifier: Apache-2.0
// A plan in parts, which processes work off without knowing of each other, and the whole of what they found.
#pragma once

#include <string>
#include <vector>

#include "battery_report.hpp"
#include "plan.hpp"
#include "shard.hpp"

namespace tali::tool {

/// The tests of part s: those of each turn are dealt out, the longest first, each to the part that has the
/// least to do. Depends on the plan alone, so all tests are in one part each.
/// @returns a plan of the same entries, whose tests are the part's
plan part_of(const plan& whole, const shard& s);

/// What a part found, as text for --part's file.
/// @param whole    the plan that was cut
/// @param results  one for each entry
std::string part_text(const plan& whole, const shard& s, const std::vector<battery_result>& results);

/// What the parts of a plan found together.
class merged_parts {
 public:
  /// @throws usage_error where a part is altered, there twice, missing or of another plan
  explicit merged_parts(const std::vector<named_part>& parts);

  /// One for each entry of the plan. They hold references to this object.
  [[nodiscard]] std::vector<battery_result> results() const;

 private:
  std::vector<plan_entry> entries_;
  std::vector<std::map<int, lab::outcome>> outcomes_;
};

}  // namespace tali::tool
