// SPDX-License-Identifier: Apache-2.0
// The rows of a call, in order, as requests of one range each.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include <tali/detail/request.hpp>
#include <tali/engine/philox4x32.hpp>

#include "core/row_start.hpp"

namespace tali::detail {

/// Iterates over rows.
class row_walk {
 public:
  /// Starts at row number `row`, which need not exist.
  row_walk(const row_list& rows, std::uint64_t row) : rows_{rows}, row_{row}, at_{rows.first, 0} {
    for (int d = rows.dimensions; d-- != 0;) {
      const row_list::dimension& along = rows.dimension_of[d];
      counts_[d] = row % along.size;
      row /= along.size;
      move(along, counts_[d]);
    }
  }

  [[nodiscard]] std::uint64_t row() const { return row_; }
  [[nodiscard]] row_start at() const { return at_; }

  void next() {
    ++row_;
    for (int d = rows_.dimensions; d-- != 0;) {
      const row_list::dimension& along = rows_.dimension_of[d];
      move(along, 1);
      if (++counts_[d] != along.size) return;
      move(along, 0 - along.size);
      counts_[d] = 0;
    }
  }

 private:
  /// Distances are counted modulo 2^64.
  void move(const row_list::dimension& along, std::uint64_t n) {
    at_.first += n * along.index_step;
    at_.to += n * along.to_step;
  }

  const row_list& rows_;
  std::uint64_t row_;
  row_start at_;
  std::uint64_t counts_[max_dimensions] = {};
};

/// Calls f(piece) with requests of one range each, which together are elements begin ... end - 1 of all rows,
/// counted row by row. If a row's elements are not contiguous, they are made in contiguous memory first.
template <class F>
void for_each_piece(const request& job, std::size_t element_bytes, std::uint64_t begin, std::uint64_t end,
                    const F& f) {
  if (begin == end) return;
  const row_list& rows = *job.rows;
  alignas(64) std::byte contiguous[1 << 14];
  // An element larger than the memory is written directly to its address.
  const std::uint64_t max_elements =
      rows.apart == 1 ? rows.n : std::max<std::uint64_t>(sizeof contiguous / element_bytes, 1);
  request piece = job;
  piece.rows = nullptr;
  std::uint64_t skip = begin % rows.n;
  row_walk walk(rows, begin / rows.n);
  const auto fill_row = [&] {
    while (skip != rows.n && begin != end) {
      const std::uint64_t count = std::min({rows.n - skip, end - begin, max_elements});
      std::byte* const to =
          static_cast<std::byte*>(job.to) + (walk.at().to + skip * rows.apart) * element_bytes;
      const bool direct = rows.apart == 1 || count == 1;
      piece.first = walk.at().first + skip;
      piece.to = direct ? to : contiguous;
      piece.n = static_cast<std::size_t>(count);
      f(static_cast<const request&>(piece));
      for (std::uint64_t i = 0; !direct && i < count; ++i)
        std::memcpy(to + i * rows.apart * element_bytes, contiguous + i * element_bytes, element_bytes);
      skip += count;
      begin += count;
    }
  };
  while (begin != end) {
    if (rows.keys == nullptr) {
      fill_row();
    } else {
      const philox4x32 row_engine(rows.keys[walk.row()]);
      piece.engine = &row_engine;
      fill_row();
    }
    walk.next();
    skip = 0;
  }
}

}  // namespace tali::detail
