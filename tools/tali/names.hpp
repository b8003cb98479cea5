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

/// What may stand behind a name and a colon: "shape" and "scale" behind gamma.
struct name_and_parameters {
  std::string name;
  std::vector<std::string> parameters;
};

/// The engines that have options, and theirs.
std::vector<name_and_parameters> engine_options();

/// The distributions that have parameters, and theirs.
std::vector<name_and_parameters> distribution_parameters();

/// What --dtype takes.
std::vector<std::string> type_names();

}  // namespace tali::tool
