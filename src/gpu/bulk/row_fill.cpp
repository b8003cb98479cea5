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

/// Makes rows with one launch per range.
/// @param job  its keys are in host memory
void fill_one_by_one(const cuda& where, const request& job, std::size_t element_bytes,
                     const std::function<void(const request&)>& single) {
  const row_list& rows = *job.rows;
  constexpr std::uint64_t piece_bytes = std::uint64_t{1} << 26;
  // If a row's elements are not contiguous, makes them in contiguous memory first.
  std::optional<runtime::stream_memory<std::byte>> contiguous;
  const std::uint64_t chunk =
      rows.apart == 1 ? rows.n : std::min(rows.n, std::max<std::uint64_t>(piece_bytes / element_bytes, 1));
  if (rows.apart != 1) contiguous.emplace(chunk * element_bytes, where.stream);
  detail::row_walk walk(rows, 0);
  for (; walk.row() != rows.rows; walk.next()) {
    request piece = job;
    piece.rows = nullptr;
    std::optional<philox4x32> row_engine;
    if (rows.keys != nullptr) piece.engine = &row_engine.emplace(rows.keys[walk.row()]);
    for (std::uint64_t done = 0; done < rows.n; done += chunk) {
      std::byte* const to =
          static_cast<std::byte*>(job.to) + (walk.at().to + done * rows.apart) * element_bytes;
      piece.first = walk.at().first + done;
      piece.n = static_cast<std::size_t>(std::min(chunk, rows.n - done));
      piece.to = contiguous ? contiguous->at() : to;
      single(piece);
      if (contiguous)
        runtime::copy_strided(to, rows.apart * element_bytes, piece.to, element_bytes, piece.n, where.stream);
    }
  }
}

/// Whether the keys are in memory that the device's kernels read.
/// @throws argument_error if they are in another device's memory
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
               const std::function<void(const request&)>& many_rows,
               const std::function<void(const request&)>& single) {
  const row_list& rows = *job.rows;
  const bool in_one_launch = many_rows && rows.apart == 1 && rows.n * element_bytes <= short_row_bytes;
  if (rows.keys == nullptr) {
    if (in_one_launch) return many_rows(job);
    return fill_one_by_one(where, job, element_bytes, single);
  }
  const bool on_device = is_for_kernels(rows.keys, where.ordinal);
  if (on_device && in_one_launch) return many_rows(job);
  if (runtime::is_captured(where.stream)) {
    throw argument_error(
        "keys", on_device ? "needed on the host" : "in host memory",
        "device memory and rows of at most 16 MiB while the stream is captured into a graph, "
        "and a distribution other than normal-warp");
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
  request with_keys = job;
  with_keys.rows = &with;
  if (!in_one_launch) return fill_one_by_one(where, with_keys, element_bytes, single);
  // The copy is from pageable memory, even if the caller's is pinned, so the keys have been read on return.
  const runtime::stream_memory<key> device_keys(keys.size(), where.stream);
  runtime::copy_to_device(device_keys.at(), keys.data(), keys.size() * sizeof(key), where.stream);
  with.keys = device_keys.at();
  many_rows(with_keys);
}

}  // namespace tali::cuda_driver
