// SPDX-License-Identifier: Apache-2.0
// The range of values that a buffer computes in advance: one rule for draws, generators and bindings.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace tali::detail {

/// Limits of the values computed in advance.
struct ahead_limits {
  std::size_t batch;       ///< number of values that are made together
  std::size_t min_length;  ///< length of the shortest refill: a multiple of the batch
  std::size_t max_length;  ///< length of the longest refill; refills end at multiples of their length
  std::uint64_t last;      ///< index of the last value of the sequence
  /// The second of two refills is longer if fewer than this many values were skipped between them: making
  /// this many costs no more than making one.
  std::uint64_t max_gap = 1;
};

/// The range of values in a buffer. A refill that follows closely after the previous one is four times as
/// long; any other has the minimum length. So few values are computed without being used.
struct ahead_range {
  std::uint64_t first = 0;  ///< index of the first value
  std::size_t made = 0;     ///< number of values
  std::size_t length = 0;   ///< maximum length of the last refill

  [[nodiscard]] bool has(std::uint64_t at) const { return at - first < made; }

  /// Makes value `at`, which must exist, and values after it. If this throws, the buffer is empty and begins
  /// at `at`.
  /// @param serves  whether the buffer's values are of the same distribution
  /// @param make    make(begin, n) makes values begin ... begin + n - 1 and returns how many it made
  template <class Make>
  void refill(std::uint64_t at, bool serves, const ahead_limits& limits, const Make& make) {
    const bool follows = serves && made != 0 && at - (first + made) < limits.max_gap;
    length = follows ? std::min(4 * length, limits.max_length) : limits.min_length;
    first = at;
    made = 0;
    const std::uint64_t begin = at / limits.batch * limits.batch;  // a batch costs the same as a part of it
    std::size_t n = length - static_cast<std::size_t>(begin % length);
    if (limits.last - begin < n - 1) n = static_cast<std::size_t>(limits.last - begin) + 1;
    made = make(begin, n);
    first = begin;
  }
};

}  // namespace tali::detail
