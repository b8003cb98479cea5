// SPDX-License-Identifier: Apache-2.0
// Flags that the rejection commands share. A wrong value is an argument_error as soon as it is read.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "flags.hpp"

namespace tali::tool {

/// --rho: 0 ... below 1; required.
void add_rho(const parser& command, double& to);
/// --lanes: 1 ... 1024; 32 by default.
void add_lanes(const parser& command, int& to);
/// --warp: 4, 8, ... 128. The default is the variable's value; 0: none.
void add_warp(const parser& command, int& to, const char* help);

/// --min, --max and --count: rejection probabilities, evenly spaced.
struct sweep_flags {
  std::string smallest, largest;
  std::uint64_t count = 0;

  void add_to(const parser& command, const char* default_min, const char* default_max,
              std::uint64_t default_count);
  /// @param limit  the largest allowed
  /// @throws argument_error
  [[nodiscard]] std::vector<double> rejections(double limit) const;
};

}  // namespace tali::tool
