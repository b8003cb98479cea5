// SPDX-License-Identifier: Apache-2.0
// Runs that make numbers in registers alone.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace tali::bench {

struct register_run {
  const char* engine;
  const char* distribution;
  const char* type;
  /// Enqueues the kernel on `grid` blocks and gives the count of numbers that it makes.
  std::function<double(unsigned grid, std::uint64_t* never)> run;
};

std::vector<register_run> register_runs();
/// Those of the engines of other libraries, of words alone.
std::vector<register_run> word_register_runs();

}  // namespace tali::bench
