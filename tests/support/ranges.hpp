// SPDX-License-Identifier: Apache-2.0
// Ranges for tests of law 1: where they begin, and what their elements are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include <tali/sequence.hpp>

namespace tali::test {

/// Elements first ... first + n - 1 by the definition.
template <class E, class D>
std::vector<typename D::result_type> by_element(const E& e, const D& d, std::uint64_t first, std::size_t n) {
  std::vector<typename D::result_type> out(n);
  for (std::size_t i = 0; i < n; ++i) out[i] = value(e, d, first + i);
  return out;
}

/// Elements of D in a sequence; of one word one less, since an index behind the last one is none.
template <class D>
constexpr std::uint64_t end_of() {
  constexpr std::uint64_t most = ~std::uint64_t{0};
  return D::words == 1 ? most : most / D::words + 1;
}

/// Where a range of n elements may begin in a sequence whose last element is `last`: at places where carries
/// and ends lie, which are 0, 2^32, 2^34 (a carry between Philox's counter words), 2^63 and the end, or
/// anywhere.
/// @param words  that an element takes of those that carry
inline std::uint64_t interesting_start(std::mt19937_64& random, std::size_t n,
                                       std::uint64_t last = ~std::uint64_t{0}, std::uint64_t words = 1) {
  const std::uint64_t near = random() % (2 * n + 1);
  const auto around = [&](int log2_word) {
    return ((std::uint64_t{1} << log2_word) / words - near) % (last - n);
  };
  switch (random() % 6) {
    case 0:
      return near;
    case 1:
      return around(32);
    case 2:
      return around(34);
    case 3:
      return last - (n - 1) - random() % 40;
    case 4:
      return around(63);
    default:
      return random() % (last - n);
  }
}

}  // namespace tali::test
