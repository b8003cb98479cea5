// SPDX-License-Identifier: Apache-2.0
// Distributions of fixed budget, and what their definitions make of known words.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include <tali/any.hpp>
#include <tali/sequence.hpp>

namespace tali::test {

/// Words that are known, as an engine: what a distribution makes of them is its definition.
struct listed_words {
  const std::vector<std::uint32_t>* words;
  std::uint64_t first;  ///< the index of the first of them

  [[nodiscard]] std::uint32_t word(std::uint64_t i) const {
    return words->at(static_cast<std::size_t>(i - first));
  }
};

/// A distribution, and the elements that it makes of known words: compiled once, and not once more for every
/// engine.
struct defined_distribution {
  any_distribution distribution;
  std::uint64_t words;       ///< of an element
  std::uint64_t batch_size;  ///< words are made into elements together by so many
  std::vector<std::byte> (*elements)(const any_distribution&, const listed_words&, std::uint64_t first,
                                     std::size_t n);
};

template <class D>
defined_distribution defined(const D& d) {
  std::uint64_t batch_size = 1;
  if constexpr (batch_distribution<D>) batch_size = D::batch_size;
  return {any_distribution(d), D::words, batch_size,
          [](const any_distribution& any, const listed_words& words, std::uint64_t first, std::size_t n) {
            using T = typename D::result_type;
            std::vector<std::byte> bytes(n * sizeof(T));
            for (std::size_t i = 0; i < n; ++i) {
              const T x = value(words, *any.get_if<D>(), first + i);
              std::memcpy(bytes.data() + i * sizeof(T), &x, sizeof(T));
            }
            return bytes;
          }};
}

/// The examples of all distributions of fixed budget.
const std::vector<defined_distribution>& defined_distributions();

/// Elements first ... first + n - 1 by their definition, from the engine's words one by one.
template <class E>
std::vector<std::byte> by_definition(const E& e, const defined_distribution& d, std::uint64_t first,
                                     std::size_t n) {
  std::uint64_t begin = first * d.words, end = begin + n * d.words;
  begin -= begin % d.batch_size;
  end += (d.batch_size - end % d.batch_size) % d.batch_size;
  std::vector<std::uint32_t> words(static_cast<std::size_t>(end - begin));
  E from = e;
  from.discard(begin);
  for (std::uint32_t& w : words) w = from();
  return d.elements(d.distribution, listed_words{&words, begin}, first, n);
}

}  // namespace tali::test
