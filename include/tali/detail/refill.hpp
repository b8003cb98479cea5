// SPDX-License-Identifier: Apache-2.0
// How buffers of values that are made before they are asked for are filled.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include <tali/detail/standard.hpp>
#include <tali/device.hpp>
#include <tali/fill.hpp>
#include <tali/rejection/attempts.hpp>
#include <tali/sequence.hpp>

namespace tali::detail {

// How many values of a distribution are made together.

/// A batch distribution's batch; else 1.
template <class D>
TALI_HOST_FN constexpr std::size_t batch_of() {
  if constexpr (batch_distribution<D>) {
    return D::batch_size;
  } else {
    return 1;
  }
}

/// Elements of the longest refill: 2 KiB of them, but no less than a batch; than the samples whose attempts
/// fill() makes together; or, of what is inverted, so many that the table, which every fill makes for itself,
/// costs little of each.
template <class D>
constexpr std::size_t longest_refill(std::size_t bytes_an_element) {
  if constexpr (has_inversion<D>) {
    return 4096;
  } else if constexpr (rejection_distribution<D>) {
    return 512;
  } else {
    return std::max(2048 / bytes_an_element, batch_of<D>());
  }
}

/// Writes elements begin ... begin + n - 1 to `to`, on this thread. Where one behind `at` cannot be made,
/// only those before it: its error waits for the call that asks for it.
/// @returns how many were made
template <class E, class D, class T>
std::size_t fill_ahead(const E& e, const D& d, std::uint64_t begin, T* to, std::size_t n, std::uint64_t at) {
  const cpu here{.threads = 1};
  if constexpr (rejection_distribution<D>) {
    try {
      tali::fill(here, e, d, begin, std::span<T>(to, n));
    } catch (const sampling_error& error) {
      if (error.index() <= at) throw;
      n = static_cast<std::size_t>(error.index() - begin);
      tali::fill(here, e, d, begin, std::span<T>(to, n));
    }
  } else {
    tali::fill(here, e, d, begin, std::span<T>(to, n));
  }
  return n;
}

}  // namespace tali::detail
