// SPDX-License-Identifier: Apache-2.0
// Flags that the rejection commands share, as text until they are checked.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "flags.hpp"

namespace tali::tool {

/// --rho: 0 ... below 1. @throws usage_error
double parse_rho(const std::string& flag, const std::string& text);
/// --threads: 1 ... 1024. @throws usage_error
int parse_threads(const std::string& text);
/// --warp: 4, 8, ... 128. @throws usage_error
int parse_warp(const std::string& text);

/// --min, --max and --count: rejection probabilities, evenly spaced.
struct sweep_flags {
  std::string smallest, largest, count;

  void add_to(const parser& command, const char* default_min, const char* default_max,
              const char* default_count);
  /// @param limit  the largest allowed
  /// @throws usage_error
  [[nodiscard]] std::vector<double> rejections(double limit) const;
};

}  // namespace tali::tool
