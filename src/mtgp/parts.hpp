// SPDX-License-Identifier: Apache-2.0
// Divides a range of a bank's sequence into work: on all sets, or on the few sets that a short range touches,
// so that no other set is seeded or moved.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace tali::detail {

/// The numbers of some neighbouring sets, starting at a row, as a bank of only these sets makes them. With
/// fewer than all sets, a part is within one row.
struct bank_part {
  std::uint64_t row;        ///< of the sequence
  std::size_t first, sets;  ///< sets first ... first + sets - 1
  std::uint64_t skip;       ///< numbers of these sets' row before it
  std::uint64_t n;

  /// Rows of these sets that end in it or with it.
  [[nodiscard]] std::uint64_t whole_rows(std::uint64_t tile) const { return (skip + n) / (sets * tile); }
};

/// Cuts the range first ... first + n - 1 of a bank of `sets` sets, which make `tile` numbers each in turn,
/// and calls f(part) for one part after the other.
template <class F>
void for_each_part(std::uint64_t first, std::uint64_t n, std::uint64_t tile, std::size_t sets, const F& f) {
  const std::uint64_t row_size = tile * sets;
  while (n != 0) {
    const std::uint64_t row = first / row_size, before = first % row_size;
    if (n > row_size) return f(bank_part{row, 0, sets, before, n});
    const std::uint64_t now = std::min(n, row_size - before), begin = before / tile;
    const std::uint64_t end = (before + now - 1) / tile + 1;
    f(bank_part{row, begin, end - begin, before - begin * tile, now});
    first += now;
    n -= now;
  }
}

}  // namespace tali::detail
