// SPDX-License-Identifier: Apache-2.0
// What is known of a distribution that is given by its index in a list: its size, its batch.
#pragma once

#include <cstddef>

#include <tali/catalogue.hpp>
#include <tali/detail/batch.hpp>
#include <tali/sequence.hpp>

namespace tali::detail {

struct distribution_size {
  int words;
  std::size_t value_bytes;
};

template <class... D>
inline constexpr distribution_size distribution_sizes[] = {{D::words, sizeof(typename D::result_type)}...};

template <class... D>
constexpr distribution_size size_of_distribution(int index, type_list<D...>) {
  return distribution_sizes<D...>[index];
}

constexpr distribution_size size_of_distribution(int index) {
  return size_of_distribution(index, distributions{});
}

template <class... D>
inline constexpr std::size_t batches[] = {batch_of<D>()...};

template <class... D>
constexpr std::size_t batch_of(int index, type_list<D...>) {
  return batches<D...>[index];
}

/// Values that are made together, from words side by side: 1, or a batch distribution's batch.
constexpr std::size_t batch_of(int index) { return batch_of(index, distributions{}); }

/// Values 0 ... n - 1 and those that complete their last batch: how many they are.
constexpr std::size_t whole_batches(std::size_t n, std::size_t batch) {
  return (n + batch - 1) / batch * batch;
}

/// Words of a batch, from its first, that its values are made of: some are left out.
template <class D>
constexpr std::size_t words_of_batch() {
  if constexpr (batch_distribution<D>) {
    return static_cast<std::size_t>(D::lanes * D::lane_words);
  } else {
    return D::words;
  }
}
template <class... D>
inline constexpr std::size_t batch_words[] = {words_of_batch<D>()...};
template <class... D>
constexpr std::size_t words_of_batch(int index, type_list<D...>) {
  return batch_words<D...>[index];
}
constexpr std::size_t words_of_batch(int index) { return words_of_batch(index, distributions{}); }

template <class... D>
constexpr std::size_t largest_batch(type_list<D...>) {
  std::size_t longest = 1;
  for (const std::size_t batch : {batch_of<D>()...}) longest = batch > longest ? batch : longest;
  return longest;
}
constexpr std::size_t largest_batch() { return largest_batch(distributions{}); }

}  // namespace tali::detail
