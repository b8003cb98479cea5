// SPDX-License-Identifier: Apache-2.0
// What CUDA users would use instead.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace tali::bench {

/// A peer for one type of numbers; `fill` enqueues n of them on the default stream.
struct cuda_peer {
  const char* engine;
  const char* distribution;
  const char* type;
  std::function<void(void* to, std::size_t n)> fill;
};

/// All that this build has.
std::vector<cuda_peer> cuda_peers();

/// Poisson numbers; `distribution` is the mean, as the rows of sampling_cases.hpp show it.
std::vector<cuda_peer> cuda_poisson_peers();

/// One kind of numbers of one quasi-random generator; `fill` enqueues points x dimensions of them, dim-major.
struct sobol_peer {
  const char* engine;
  const char* of;  ///< tali's engine
  const char* distribution;
  const char* type;
  std::function<void(void* to, std::size_t points, std::uint32_t dimensions)> fill;
};

/// All that this build has. cuRAND has at most 20,000 dimensions.
std::vector<sobol_peer> sobol_peers();

}  // namespace tali::bench
