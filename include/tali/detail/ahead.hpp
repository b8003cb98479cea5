// SPDX-License-Identifier: Apache-2.0
// Which values a buffer holds that are made before they are asked for, and which it makes next: one rule for
// draws, generators and bindings.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace tali::detail {

/// How far a buffer makes values ahead.
struct ahead_limits {
  std::size_t batch;   ///< values that are made together
  std::size_t least;   ///< of a refill: a multiple of the batch
  std::size_t most;    ///< of a refill: refills end at multiples of their length
  std::uint64_t last;  ///< index of the last value that there is
  /// Values that may lie between two refills for the second to be longer: to make so many costs no more than
  /// to make one does.
  std::uint64_t soon = 1;
};

/// The values of a buffer. A refill that follows soon after the end of the one before is four times as long;
/// any other is as short as can be. So few values are computed in vain.
struct ahead_range {
  std::uint64_t first = 0;  ///< index of the first
  std::size_t made = 0;
  std::size_t length = 0;  ///< of the last refill, at most

  [[nodiscard]] bool has(std::uint64_t at) const { return at - first < made; }

  /// Makes value `at`, which is not behind the last, and some after it. Where that throws, the buffer is
  /// empty and begins at `at`.
  /// @param serves  whether what was made before is of the same distribution
  /// @param make    make(begin, n) makes values begin ... begin + n - 1 and returns how many there are
  template <class Make>
  void refill(std::uint64_t at, bool serves, const ahead_limits& limits, const Make& make) {
    const bool follows = serves && made != 0 && at - (first + made) < limits.soon;
    length = follows ? std::min(4 * length, limits.most) : limits.least;
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
