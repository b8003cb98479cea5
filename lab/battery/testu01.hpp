// SPDX-License-Identifier: Apache-2.0
// The batteries of TestU01 (P. L'Ecuyer and R. Simard, ACM TOMS 33(4), 2007), called one test at a time.
// TestU01 is not part of tali: this file is built only if the library is installed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "task.hpp"

namespace tali::lab {

/// Writes the next n words of a sequence.
using word_source = std::function<void(std::uint32_t* to, std::size_t n)>;

struct testu01_battery {
  const char* name;
  int tests;
};

/// SmallCrush, Crush, BigCrush.
const std::vector<testu01_battery>& testu01_batteries();

/// A test's approximate duration on one core: only the order of durations matters.
double testu01_seconds(const std::string& battery, int test);

/// Runs one test from the beginning of the source's words. Call it once per process.
std::vector<statistic> run_testu01(const std::string& battery, int test, word_source source);

}  // namespace tali::lab
