// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <tali/error.hpp>

#include "core/rows.hpp"
#include "gpu/drivers.hpp"
#include "gpu/runtime/runtime.hpp"

namespace tali::cuda_driver {

using detail::request;
using detail::row_list;

namespace {

/// Rows with more bytes get separate launches, with the kernels for single ranges.
constexpr std::size_t short_row_bytes = std::size_t{1} << 24;

/// Rows by launches of one range each.
/// @param job  whose keys are in host memory
void fill_one_by_one(const cuda& where, const request& job, std::size_t element_bytes,
                     const std::function<void(const request&)>& single) {
  const row_list& rows = *job.rows;
  constexpr std::uint64_t piece_bytes = std::uint64_t{1} << 26;
  // If a row's elements are not contiguous, they are made contiguously first.
  std::optional<runtime::stream_memory<std::byte>> together;
  const std::uint64_t most =
      rows.apart == 1 ? rows.n : std::min(rows.n, std::max<std::uint64_t>(piece_bytes / element_bytes, 1));
  if (rows.apart != 1) together.emplace(most * element_bytes, where.stream);
  detail::row_walk walk(rows, 0);
  for (; walk.row() != rows.rows; walk.next()) {
    request piece = job;
    piece.rows = nullptr;
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

/// Whether kernels of the device read keys there.
/// @throws argument_error if the keys are another device's
bool is_for_kernels(const key* keys, int ordinal) {
  if (runtime::is_memory_of(keys, ordinal)) return true;
  const runtime::memory_info m = runtime::memory_of(keys);
  if (m.kind == runtime::memory_kind::device) {
    throw argument_error("keys", "memory of device " + std::to_string(m.device),
                         "memory of the host or of device " + std::to_string(ordinal));
  }
  return m.kind == runtime::memory_kind::managed;
}

}  // namespace

void fill_rows(const cuda& where, const request& job, std::size_t element_bytes,
               const std::function<void(const request&)>& many,
               const std::function<void(const request&)>& single) {
  const row_list& rows = *job.rows;
  const bool together = many && rows.apart == 1 && rows.n * element_bytes <= short_row_bytes;
  if (rows.keys == nullptr) {
    if (together) return many(job);
    return fill_one_by_one(where, job, element_bytes, single);
  }
  const bool on_device = is_for_kernels(rows.keys, where.ordinal);
  if (on_device && together) return many(job);
  if (runtime::is_captured(where.stream)) {
    throw argument_error(
        "keys", on_device ? "needed on the host" : "in host memory",
        "device memory and rows of at most 16 MiB while the stream is captured into a graph, "
        "and another distribution than normal-warp");
  }
  std::vector<key> keys(rows.rows, key(0));
  if (on_device) {
    runtime::synchronise(where.stream);
    runtime::read(keys.data(), rows.keys, keys.size() * sizeof(key));
  } else {
    std::copy_n(rows.keys, keys.size(), keys.begin());
  }
  row_list with = rows;
  with.keys = keys.data();
  request its = job;
  its.rows = &with;
  if (!together) return fill_one_by_one(where, its, element_bytes, single);
  // From pageable memory, even if the caller's is pinned, so that it has been read on return.
  const runtime::stream_memory<key> there(keys.size(), where.stream);
  runtime::copy_to_device(there.at(), keys.data(), keys.size() * sizeof(key), where.stream);
  with.keys = there.at();
  many(its);
}

}  // namespace tali::cuda_driver
