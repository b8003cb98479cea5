// SPDX-License-Identifier: Apache-2.0
// What is to be tested: lines of a file, or what the command line says.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "battery_sequence.hpp"

namespace tali::tool {

struct plan_entry {
  std::string name;  ///< of the journal's file, in a plan
  lab::testu01_battery battery;
  std::set<int> tests;
  battery_sequence sequence;
};

/// Tests of an entry, which are run after those of the turn before.
struct plan_turn {
  std::size_t entry;
  std::set<int> tests;
};

struct plan {
  std::vector<plan_entry> entries;
  std::vector<plan_turn> turns;
};

/// @throws usage_error
lab::testu01_battery battery_of(const std::string& flag, const std::string& text);

/// "all", or numbers and ranges: "7,8,70:71".
/// @throws usage_error
std::set<int> tests_of(const std::string& flag, const std::string& text, const lab::testu01_battery& b);

/// @param where  what messages begin with
/// @param flags  of the sequence
/// @throws usage_error
plan_entry entry_of(const std::string& where, const std::string& name, const std::string& battery,
                    const std::string& tests, const std::string& flags);

/// Lines of NAME BATTERY TESTS FLAGS..., a turn each; empty ones and what follows a # count for nothing.
/// Words with blanks or a # in them stand in ' or ". Where a name comes again with the same battery and
/// flags, its tests are added to the entry.
/// @throws usage_error that names file and line; io_error
plan read_plan(const std::string& path);

}  // namespace tali::tool
