// SPDX-License-Identifier: Apache-2.0
// Distributions whose elements have parameters of their own, behind one function: what a fill is compared
// with.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include <tali/any.hpp>

namespace tali::test {

/// A distribution that takes arrays of parameters.
struct array_distribution {
  int index;  ///< in the catalogue
  int parameters;
  std::size_t parameter_bytes, value_bytes;
  bool by_counter;  ///< asks for a counter-based engine
  /// Writes parameters that are allowed, one an array, at place i.
  void (*draw)(std::mt19937_64& random, const std::vector<void*>& arrays, std::size_t i);
  /// Writes element `element` of the distribution with the parameters at place i.
  void (*define)(const any_engine& e, const std::vector<void*>& arrays, std::size_t i, std::uint64_t element,
                 void* out);
};
const std::vector<array_distribution>& array_distributions();

}  // namespace tali::test
