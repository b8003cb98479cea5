// SPDX-License-Identifier: Apache-2.0
// Launch shapes, apart from the algorithms. Measured on an H200 (docs/explain/speed.md).
#pragma once

#include <cstddef>
#include <cstdint>

#include <tali/cuda/device.hpp>

namespace tali::cuda_driver {

/// A block of `block` threads and the steps of each: `steps`, or half of them as often as `units` of work
/// would give a multiprocessor fewer than `wanted` workers. Few enough that small ranges still spread over
/// the GPU, as many as pay for a worker's start on large ones.
inline launch_shape spread(std::uint64_t units, int multiprocessors, std::uint64_t wanted, int block,
                           int steps) {
  launch_shape s;
  s.block = block;
  s.steps = steps;
  const std::uint64_t workers = static_cast<std::uint64_t>(multiprocessors) * wanted;
  while (s.steps > 1 && units / static_cast<std::uint64_t>(s.steps) < workers) s.steps /= 2;
  return s;
}

/// Threads of a range of `vectors` stores of 16 bytes: more steps where arithmetic, not memory, sets the
/// pace.
inline launch_shape default_shape(std::uint64_t vectors, int multiprocessors, bool by_arithmetic = false) {
  return spread(vectors, multiprocessors, 2048, 128, by_arithmetic ? 32 : 8);
}

/// The same where each block brings a table to shared memory first.
inline launch_shape table_shape(std::uint64_t vectors, int multiprocessors) {
  return spread(vectors, multiprocessors, 1024, 256, 64);
}

/// Warps that make 128 outputs per step from a table that each block loads first: long blocks.
inline launch_shape batch_shape(std::uint64_t spans, int multiprocessors) {
  return spread(spans, multiprocessors, 64, 256, 64);
}

/// Warps that make 2048 outputs per step, from a table that each block loads first: few steps, which keep the
/// stores of a wave of blocks together (lanes_wave), and more of them where arithmetic sets the pace, as it
/// does for values of 16 bits.
inline launch_shape lanes_shape(std::uint64_t spans, int multiprocessors, std::size_t value_bytes,
                                bool by_arithmetic) {
  const int steps = by_arithmetic || value_bytes == 2 ? 64 : value_bytes == 4 ? 4 : 8;
  launch_shape s = spread(spans, multiprocessors, 16, 256, steps);
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

/// Warps of dim-major points, where one turns to a piece of a row and takes some 200 instructions for it:
/// `steps` pay for these, and fewer keep stores that are in flight together side by side. Pieces are cut
/// shorter only where a multiprocessor has fewer than four of them.
inline launch_shape rows_shape(std::uint64_t spans, int multiprocessors, int steps) {
  return spread(spans, multiprocessors, 4, 128, steps);
}

/// Threads that keep their columns of point-major points: `block` is an upper limit, and more steps pay for
/// the longer start.
inline launch_shape points_shape(std::uint64_t vectors, int multiprocessors) {
  return spread(vectors, multiprocessors, 2048, 256, 16);
}

}  // namespace tali::cuda_driver
