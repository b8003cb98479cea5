// SPDX-License-Identifier: Apache-2.0
// cuRAND's quasi-random host generators, the peers of Sobol's points on a GPU.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace tali::bench {

/// One kind of numbers of one generator; `fill` enqueues points x dimensions of them, dim-major.
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
