// SPDX-License-Identifier: Apache-2.0
// What CUDA users would use instead.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

namespace tali::bench {

/// A peer for one type of numbers; `fill` enqueues n of them on the default stream.
struct cuda_peer {
  const char* engine;
  const char* distribution;
  const char* type;
  std::size_t bytes;
  std::function<void(void* to, std::size_t n)> fill;
};

/// All that this build has.
std::vector<cuda_peer> cuda_peers();

/// Poisson numbers; `distribution` is the mean, as the rows of sampling_cases.hpp show it.
std::vector<cuda_peer> cuda_poisson_peers();

}  // namespace tali::bench
