// SPDX-License-Identifier: Apache-2.0
// The tests to run: from lines of a file, or from the command line.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "battery_sequence.hpp"

namespace tali::tool {

struct plan_entry {
  std::string name;  ///< name of the journal's file, in a plan
  lab::testu01_battery battery;
  std::set<int> tests;
  battery_sequence sequence;
};

/// Tests of an entry. They run after the tests of the previous turn.
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

/// @param where  the beginning of messages
/// @param flags  of the sequence
/// @throws usage_error
plan_entry entry_of(const std::string& where, const std::string& name, const std::string& battery,
                    const std::string& tests, const std::string& flags);

/// Reads lines of NAME BATTERY TESTS FLAGS..., one turn each; ignores empty lines and text after a #. Words
/// with blanks or a # are in ' or ". If a name is repeated with the same battery and flags, its tests are
/// added to the entry.
/// @throws usage_error that names file and line; io_error
plan read_plan(const std::string& path);

}  // namespace tali::tool
