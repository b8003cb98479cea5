// SPDX-License-Identifier: Apache-2.0
// The demo's second part: one sequence, however it is made.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "progress.hpp"

namespace tali::tool::demo {

/// One range of one sequence, made in every way that this machine has.
struct agreement {
  struct result {
    std::string way;
    std::uint64_t digest;
  };
  std::string engine, distribution, type;
  std::uint64_t first;
  std::uint64_t n;
  std::vector<result> results;

  /// Whether all digests are one.
  [[nodiscard]] bool holds() const;
};

/// One agreement for every engine.
std::vector<agreement> compare(progress& line);

}  // namespace tali::tool::demo
