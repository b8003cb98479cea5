// SPDX-License-Identifier: Apache-2.0
// Shared by the launches of inversion kernels: the table on the device, and the size of pieces.
#pragma once

#include <cstdint>
#include <memory>

#include <tali/math/discrete_inversion.hpp>

#include "gpu/runtime/runtime.hpp"

namespace tali::cuda_driver {

/// Calls launch(table) with the table of distribution d in device memory, and frees it afterwards.
/// @param n  number of samples of the call
/// @return false if there is no table; then nothing was enqueued
template <class D, class F>
bool with_inversion_table(const cuda& where, const D& d, std::uint64_t n, const F& launch) {
  constexpr std::uint64_t worth_table = 1 << 16;
  // The stream copies the table to the device. In a captured graph the copy would later read freed memory, so
  // inversion adds outcomes one by one there.
  if (n < worth_table || runtime::is_captured(where.stream)) return false;
  auto table = std::make_unique<detail::inversion_table>();
  detail::make_table(d.law(), *table);
  if (table->outcomes == 0) return false;
  const runtime::stream_memory<detail::inversion_table> device_table(1, where.stream);
  runtime::copy_to_device(device_table.at(), table.get(), sizeof *table, where.stream);
  launch(static_cast<const detail::inversion_table*>(device_table.at()));
  return true;
}

/// Samples per block. Pieces are long, because each block first copies the table. If a cache line holds fewer
/// values, pieces are shorter, so that stores are closer together.
/// @param n  number of samples of the call
template <class T>
int inversion_piece_for(const cuda& where, std::uint64_t n) {
  constexpr int largest = sizeof(T) == 4 ? 1 << 15 : 1 << 13;
  const std::uint64_t share = n / (static_cast<std::uint64_t>(runtime::multiprocessors(where.ordinal)) * 16);
  int piece = 1024;
  while (piece < largest && static_cast<std::uint64_t>(piece) < share) piece *= 2;
  return piece;
}

}  // namespace tali::cuda_driver
