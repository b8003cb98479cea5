// SPDX-License-Identifier: Apache-2.0
// NumPy's generators of distributions, called in its own C library.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "sampling_cases.hpp"

namespace tali::bench {

/// The next n numbers on one thread, as numpy.random.default_rng().standard_normal makes them.
void numpy_normal_f32(void* to, std::size_t n);
void numpy_normal_f64(void* to, std::size_t n);

/// A method of numpy.random.Generator with its parameters, on one thread.
struct numpy_sampler {
  const char* distribution;
  const char* type;
  const char* variant;  ///< of the sampling_case that it is a peer of
  std::function<void(void* to, std::size_t n)> fill;

  [[nodiscard]] bool is_for(const sampling_case& c) const {
    return std::string(distribution) == c.distribution && std::string(type) == c.type &&
           std::string(variant) == c.variant;
  }
};

std::vector<numpy_sampler> numpy_samplers();

}  // namespace tali::bench
