// SPDX-License-Identifier: Apache-2.0
// The definition of law 1 by name, which fills are compared with: compiled once, and not once more in every
// test.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <tali/any.hpp>

namespace tali::test {

/// Elements first ... first + n - 1 of d over e, one by one. None where the engine has no definition element
/// by element: banks, points and comparators, whose whole sequences are compared instead.
std::vector<std::byte> by_definition(const any_engine& e, const any_distribution& d, std::uint64_t first,
                                     std::size_t n);

/// Words that are known, as an engine: what a distribution makes of them is its definition.
struct listed_words {
  const std::vector<std::uint32_t>* words;
  std::uint64_t first;  ///< the index of the first of them

  [[nodiscard]] std::uint32_t word(std::uint64_t i) const {
    return words->at(static_cast<std::size_t>(i - first));
  }
};

/// Elements first ... first + n - 1 that a distribution makes of such words.
std::vector<std::byte> made_of(const listed_words& words, const any_distribution& d, std::uint64_t first,
                               std::size_t n);

/// As many words are made into elements together, from each multiple of it on: 1 but for batches.
std::uint64_t batch_size(const any_distribution& d);

}  // namespace tali::test
