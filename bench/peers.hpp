// SPDX-License-Identifier: Apache-2.0
// What users would use instead, as they would write it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

namespace tali::bench {

/// A peer for one type of numbers: fills a buffer with the next n numbers; on a GPU, enqueues the work on the
/// default stream.
struct peer {
  const char* engine;
  const char* distribution;
  const char* type;
  std::function<void(void* to, std::size_t n)> fill;
};

/// All that this build has, of the CPU and of CUDA.
std::vector<peer> cpu_peers();
std::vector<peer> cuda_peers();

/// The distribution of <random> that a distribution of tali with these parameters is like, with mt19937_64;
/// empty if there is none.
/// @param distribution  with its parameters, "gamma:shape=2.5"
std::function<void(void* to, std::size_t n)> standard_distribution(std::string_view distribution,
                                                                   std::string_view type);

/// Poisson numbers; `distribution` is the mean, as the rows of sampling_cases.hpp show it.
std::vector<peer> cuda_poisson_peers();

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
