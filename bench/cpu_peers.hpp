// SPDX-License-Identifier: Apache-2.0
// What CPU users would use instead, as they would write it. Each fills a buffer with the next n numbers.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

namespace tali::bench {

/// A peer for one type of numbers.
struct cpu_peer {
  const char* engine;
  const char* distribution;
  const char* type;
  std::size_t bytes;
  std::function<void(void* to, std::size_t n)> fill;
};

/// All that this build and this machine have.
/// @throws argument_error as mkl_peers
std::vector<cpu_peer> cpu_peers();

}  // namespace tali::bench
