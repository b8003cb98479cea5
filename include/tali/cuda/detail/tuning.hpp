// SPDX-License-Identifier: Apache-2.0
// Launch shapes, apart from the algorithms. Measured on an H200 (docs/performance.md).
#pragma once

#include <cstddef>
#include <cstdint>

#include <tali/cuda/device.hpp>

namespace tali::cuda_driver {

/// Threads a block and stores a thread for a range of `vectors` stores: few enough that small ranges still
/// spread over the GPU, as many as pay for the jump on large ones: more of them where arithmetic, not memory,
/// sets the pace.
inline launch_shape default_shape(std::uint64_t vectors, int multiprocessors, bool by_arithmetic = false) {
  launch_shape s;
  s.block = 128;
  s.steps = by_arithmetic ? 32 : 8;
  const std::uint64_t resident = static_cast<std::uint64_t>(multiprocessors) * 2048u;
  while (s.steps > 1 && vectors / static_cast<std::uint64_t>(s.steps) < resident) s.steps /= 2;
  return s;
}

/// The same where each block brings a table to shared memory first.
inline launch_shape table_shape(std::uint64_t vectors, int multiprocessors) {
  launch_shape s;
  s.block = 256;
  s.steps = 64;
  const std::uint64_t resident = static_cast<std::uint64_t>(multiprocessors) * 1024u;
  while (s.steps > 1 && vectors / static_cast<std::uint64_t>(s.steps) < resident) s.steps /= 2;
  return s;
}

/// The same where a warp makes 128 outputs a step from a table that each block loads first: long blocks.
inline launch_shape batch_shape(std::uint64_t spans, int multiprocessors) {
  launch_shape s;
  s.block = 256;
  s.steps = 64;
  const std::uint64_t resident = static_cast<std::uint64_t>(multiprocessors) * 64u;
  while (s.steps > 1 && spans / static_cast<std::uint64_t>(s.steps) < resident) s.steps /= 2;
  return s;
}

/// The same where a warp makes 2048 outputs a step, from a table that each block loads first: few steps,
/// which keep the stores of a wave of blocks together (lanes_wave), and more of them where arithmetic sets
/// the pace.
inline launch_shape lanes_shape(std::uint64_t spans, int multiprocessors, std::size_t value_bytes) {
  launch_shape s;
  s.block = 256;
  s.steps = value_bytes == 2 ? 64 : value_bytes == 4 ? 4 : 8;
  const std::uint64_t resident = static_cast<std::uint64_t>(multiprocessors) * 16u;
  while (s.steps > 1 && spans / static_cast<std::uint64_t>(s.steps) < resident) s.steps /= 2;
  while (s.block > 64 && spans * 64 < static_cast<std::uint64_t>(multiprocessors * s.block)) s.block /= 2;
  return s;
}

/// Its thread blocks that work on one piece of the range together: more than are resident, so that some are
/// loading their table while others store.
inline unsigned lanes_wave(int multiprocessors) { return 6 * static_cast<unsigned>(multiprocessors); }

/// Whole spans from which on they and the ends of their range are worth a launch each: some microseconds'
/// work.
inline std::uint64_t worth_two_launches(int multiprocessors) {
  return static_cast<std::uint64_t>(multiprocessors) * 16u;
}

/// The same for dim-major points, where a warp turns to a piece of a row and takes some 200 instructions for
/// it: `steps` pay for these, and fewer keep stores that are in flight together side by side. Pieces are cut
/// shorter only where a multiprocessor has fewer than four of them.
inline launch_shape rows_shape(std::uint64_t spans, int multiprocessors, int steps) {
  launch_shape s;
  s.block = 128;
  s.steps = steps;
  const std::uint64_t resident = static_cast<std::uint64_t>(multiprocessors) * 4u;
  while (s.steps > 1 && spans / static_cast<std::uint64_t>(s.steps) < resident) s.steps /= 2;
  return s;
}

/// The same where a thread keeps its columns of point-major points: `block` is an upper limit, and more steps
/// pay for the longer start.
inline launch_shape points_shape(std::uint64_t vectors, int multiprocessors) {
  launch_shape s;
  s.block = 256;
  s.steps = 16;
  const std::uint64_t resident = static_cast<std::uint64_t>(multiprocessors) * 2048u;
  while (s.steps > 1 && vectors / static_cast<std::uint64_t>(s.steps) < resident) s.steps /= 2;
  return s;
}

}  // namespace tali::cuda_driver
