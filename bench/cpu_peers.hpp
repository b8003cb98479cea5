// SPDX-License-Identifier: Apache-2.0
// What CPU users would use instead, as they would write it. Each fills a buffer with the next n numbers.
#pragma once

#include <cstddef>
#include <functional>
#include <string_view>
#include <vector>

namespace tali::bench {

/// A peer for one type of numbers.
struct cpu_peer {
  const char* engine;
  const char* distribution;
  const char* type;
  std::function<void(void* to, std::size_t n)> fill;
};

/// All that this build has.
std::vector<cpu_peer> cpu_peers();

/// The distribution of <random> that a distribution of tali with these parameters is like, with mt19937_64;
/// empty if there is none.
/// @param distribution  with its parameters, "gamma:shape=2.5"
std::function<void(void* to, std::size_t n)> standard_distribution(std::string_view distribution,
                                                                   std::string_view type);

}  // namespace tali::bench
