// SPDX-License-Identifier: Apache-2.0
// Refills buffers of values computed in advance.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include <tali/detail/standard.hpp>
#include <tali/device.hpp>
#include <tali/distribution/protocol.hpp>
#include <tali/fill.hpp>
#include <tali/rejection/attempts.hpp>
#include <tali/sequence.hpp>

namespace tali::detail {

// The number of values of a distribution that are made together.

/// Number of elements in the longest refill: 2 KiB, at least a batch; for rejection, the samples whose
/// attempts fill() makes together; with inversion, enough to amortise the table that each fill computes.
template <class D>
constexpr std::size_t longest_refill(std::size_t bytes_per_element) {
  if constexpr (has_inversion<D>) {
    return 4096;
  } else if constexpr (rejection_distribution<D>) {
    return 512;
  } else {
    return std::max(2048 / bytes_per_element, batch_of<D>());
  }
}

/// Writes elements begin ... begin + n - 1 to `to`, on this thread. If an element after `at` fails, only the
/// elements before it are written; the call that needs the element throws the error.
/// @returns the number of elements written
template <class E, class D, class T>
std::size_t fill_ahead(const E& e, const D& d, std::uint64_t begin, T* to, std::size_t n, std::uint64_t at) {
  const cpu one_thread{.threads = 1};
  if constexpr (rejection_distribution<D>) {
    try {
      tali::fill(one_thread, e, d, begin, std::span<T>(to, n));
    } catch (const sampling_error& error) {
      if (error.index() <= at) throw;
      n = static_cast<std::size_t>(error.index() - begin);
      tali::fill(one_thread, e, d, begin, std::span<T>(to, n));
    }
  } else {
    tali::fill(one_thread, e, d, begin, std::span<T>(to, n));
  }
  return n;
}

}  // namespace tali::detail
