// SPDX-License-Identifier: Apache-2.0
#include "gpu/row_fill.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include <tali/error.hpp>

#include "core/rows.hpp"
#include "gpu/runtime.hpp"

namespace tali::cuda_driver {

using detail::fill_job;
using detail::row_list;

namespace {

/// Rows of more bytes are worth a launch of their own, by the kernels of one range.
constexpr std::size_t short_row_bytes = std::size_t{1} << 24;

/// Rows by launches of one range each.
/// @param rows  whose keys are in host memory
void fill_one_by_one(const cuda& where, const fill_job& job, const row_list& rows, std::size_t element_bytes,
                     const std::function<void(const fill_job&)>& single) {
  constexpr std::uint64_t piece_bytes = std::uint64_t{1} << 26;
  // Where a row's elements lie apart, they are made side by side first.
  std::optional<runtime::stream_memory<std::byte>> together;
  const std::uint64_t most =
      rows.apart == 1 ? rows.n : std::min(rows.n, std::max<std::uint64_t>(piece_bytes / element_bytes, 1));
  if (rows.apart != 1) together.emplace(most * element_bytes, where.stream);
  detail::row_walk walk(rows, 0);
  for (; walk.row() != rows.rows; walk.next()) {
    fill_job piece = job;
    std::optional<philox4x32> own;
    if (rows.keys != nullptr) piece.engine = &own.emplace(rows.keys[walk.row()]);
    for (std::uint64_t done = 0; done < rows.n; done += most) {
      std::byte* const to =
          static_cast<std::byte*>(job.to) + (walk.at().to + done * rows.apart) * element_bytes;
      piece.first = walk.at().first + done;
      piece.n = static_cast<std::size_t>(std::min(most, rows.n - done));
      piece.to = together ? together->at() : to;
      single(piece);
      if (together)
        runtime::copy_apart(to, rows.apart * element_bytes, piece.to, element_bytes, piece.n, where.stream);
    }
  }
}

}  // namespace

void fill_rows(const cuda& where, const fill_job& job, const row_list& rows, std::size_t element_bytes,
               const std::function<bool(const row_list&)>& many,
               const std::function<void(const fill_job&)>& single) {
  const bool on_device = rows.keys != nullptr && runtime::is_memory_of(rows.keys, where.ordinal);
  if (rows.keys != nullptr && !on_device && runtime::is_captured(where.stream)) {
    throw argument_error("keys", "an address of host memory",
                         "device memory, while the stream is captured into a graph");
  }
  const bool short_rows = rows.apart == 1 && rows.n * element_bytes <= short_row_bytes;
  if (many && short_rows) {
    row_list there = rows;
    std::optional<runtime::stream_memory<key>> keys;
    if (rows.keys != nullptr && !on_device) {
      keys.emplace(rows.rows, where.stream);
      runtime::copy_to_device(keys->at(), rows.keys, rows.rows * sizeof(key), where.stream);
      there.keys = keys->at();
    }
    if (many(there)) return;
  }
  if (!on_device) return fill_one_by_one(where, job, rows, element_bytes, single);
  std::vector<key> keys(rows.rows, key(0));
  runtime::synchronise(where.stream);
  runtime::read(keys.data(), rows.keys, keys.size() * sizeof(key));
  row_list here = rows;
  here.keys = keys.data();
  fill_one_by_one(where, job, here, element_bytes, single);
}

}  // namespace tali::cuda_driver
