// SPDX-License-Identifier: Apache-2.0
// How a range is divided into threads of a launch.
#pragma once

#include <cstdint>
#include <string>

#include <tali/cuda/detail/sampling_limits.hpp>
#include <tali/cuda/device.hpp>
#include <tali/error.hpp>

namespace tali::cuda_driver {

inline void check_shape(const launch_shape& s) {
  if (s.block < 0 || s.block > 1024 || s.block % 32 != 0) {
    throw argument_error("launch_shape.block", std::to_string(s.block), "0 or a multiple of 32 up to 1024");
  }
  if (s.steps < 0 || s.steps > (1 << 20)) {
    throw argument_error("launch_shape.steps", std::to_string(s.steps), "0 to 1048576");
  }
  if (s.grid < 0 || s.grid > 0x7fffffff) {
    throw argument_error("launch_shape.grid", std::to_string(s.grid), "0 to 2147483647");
  }
}

/// How threads share a range of units: 16-byte vectors, or spans of a warp.
struct cut {
  std::uint64_t stride;      ///< units from one step of a worker to the next
  std::uint64_t block_span;  ///< units from a block's first unit to the next block's
  std::uint64_t steps;       ///< maximum steps per worker
  unsigned grid;
  unsigned block;
};

/// Sets the division of a range in the plan of a launch.
template <class Plan>
void set_cut(Plan& p, const cut& c) {
  p.stride = c.stride;
  p.block_span = c.block_span;
  p.steps = c.steps;
}

/// @param threads threads that work on a unit together: 1, or a warp
inline cut cut_range(const cuda& where, std::uint64_t units, launch_shape s, std::uint64_t threads) {
  check_shape(where.shape);
  if (where.shape.block != 0) s.block = where.shape.block;
  if (where.shape.steps != 0) s.steps = where.shape.steps;
  const std::uint64_t workers = static_cast<std::uint64_t>(s.block) / threads;
  cut c{};
  std::uint64_t grid;
  if (where.shape.grid != 0) {
    grid = static_cast<std::uint64_t>(where.shape.grid);
    c.stride = grid * workers;
    c.block_span = workers;
    c.steps = units / c.stride + 1;
  } else {
    c.stride = workers;
    c.steps = static_cast<std::uint64_t>(s.steps);
    c.block_span = workers * c.steps;
    grid = (units + c.block_span - 1) / c.block_span;
    while (grid > 0x7fffffffu) {  // more blocks than a grid may have: longer blocks
      c.steps *= 2;
      c.block_span *= 2;
      grid = (units + c.block_span - 1) / c.block_span;
    }
  }
  c.grid = static_cast<unsigned>(grid == 0 ? 1 : grid);
  c.block = static_cast<unsigned>(s.block);
  return c;
}

/// Number of thread blocks for `units` of work, if each block repeatedly takes `units_per_block` of them: at
/// least one, at most enough to fill the device several times.
inline unsigned blocks_for(int multiprocessors, std::uint64_t units, std::uint64_t units_per_block) {
  const std::uint64_t needed = (units + units_per_block - 1) / units_per_block;
  const std::uint64_t limit = static_cast<std::uint64_t>(multiprocessors) * 64;
  return static_cast<unsigned>(needed < limit ? (needed == 0 ? 1 : needed) : limit);
}

/// Samples per block of the compacting schedule: few enough to leave work for every multiprocessor.
inline int piece_for(int multiprocessors, std::uint64_t n) {
  const std::uint64_t blocks = static_cast<std::uint64_t>(multiprocessors) * 8;
  int piece = largest_piece;
  while (piece > 1024 && n / static_cast<std::uint64_t>(piece) < blocks) piece /= 2;
  return piece;
}

/// Blocks that cover samples `first` ... `first` + n - 1 of the sequence in pieces.
inline unsigned blocks_of_pieces(std::uint64_t first, std::uint64_t n, int piece) {
  const auto size = static_cast<std::uint64_t>(piece);
  const std::uint64_t blocks = (first % size + n - 1) / size + 1;
  if (blocks > 0x7fffffffu) throw argument_error("n", std::to_string(n), "at most 2^43 samples per call");
  return static_cast<unsigned>(blocks);
}

}  // namespace tali::cuda_driver
