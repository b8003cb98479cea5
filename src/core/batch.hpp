// SPDX-License-Identifier: Apache-2.0
// Batches of values.
#pragma once

#include <cstddef>

#include <tali/catalogue.hpp>
#include <tali/distribution/protocol.hpp>

namespace tali::detail {

/// n rounded up to whole batches.
constexpr std::size_t whole_batches(std::size_t n, std::size_t batch) {
  return (n + batch - 1) / batch * batch;
}

template <class... D>
constexpr std::size_t largest_batch(type_list<D...>) {
  std::size_t longest = 1;
  for (const std::size_t batch : {batch_of<D>()...}) longest = batch > longest ? batch : longest;
  return longest;
}
constexpr std::size_t largest_batch() { return largest_batch(catalogue::distributions{}); }

}  // namespace tali::detail
