// SPDX-License-Identifier: Apache-2.0
// The one-element definition of every pair that has one, behind one function: what a fill is compared with.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include <tali/any.hpp>

namespace tali::test {

/// Writes element i of d over e to `out`. False where the engine has no definition element by element: banks,
/// points and comparators, whose whole sequences are compared instead.
bool define_element(const any_engine& e, const any_distribution& d, std::uint64_t i, void* out);

/// A distribution that takes arrays of parameters.
struct array_distribution {
  int index;  ///< in the catalogue
  int parameters;
  std::size_t parameter_bytes, value_bytes;
  bool by_counter;  ///< asks for a counter-based engine
  /// Writes parameters that are allowed, one an array, at place i.
  void (*draw)(std::mt19937_64& random, const std::vector<void*>& arrays, std::size_t i);
  /// Writes element `element` of the distribution with the parameters at place i.
  bool (*define)(const any_engine& e, const std::vector<void*>& arrays, std::size_t i, std::uint64_t element,
                 void* out);
};
const std::vector<array_distribution>& array_distributions();

}  // namespace tali::test
