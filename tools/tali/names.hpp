// SPDX-License-Identifier: Apache-2.0
// The names that the library gives to what flags choose among, for completions and the manual.
#pragma once

#include <string>
#include <vector>

namespace tali::tool {

struct name_and_summary {
  std::string name, summary;
};

/// What --engine takes: engines, banks, comparators and quasi-random engines.
std::vector<name_and_summary> engine_names();

/// What --dist takes, each name once.
std::vector<name_and_summary> distribution_names();

/// What --dtype takes.
std::vector<std::string> type_names();

}  // namespace tali::tool
