// SPDX-License-Identifier: Apache-2.0
// The demo's first part: the speed of fills, compared to plain stores to the same memory in the same minute.
#pragma once

#include <string>
#include <vector>

#include "demo/device.hpp"
#include "progress.hpp"

namespace tali::tool::demo {

/// Medians over rounds; every round times the plain store and every fill once, so that a change of the
/// machine's mood meets all of them.
struct throughput {
  struct row {
    std::string engine, distribution, type;
    std::uint64_t n;  ///< values per fill
    double gb_per_s;
  };
  std::string device, description;
  double ceiling_gb_per_s;
  std::vector<row> rows;
  std::uint64_t numbers;  ///< made in all rounds
};

/// @param seconds  when to stop starting rounds
throughput measure(timed_device& device, double seconds, progress& line);

}  // namespace tali::tool::demo
