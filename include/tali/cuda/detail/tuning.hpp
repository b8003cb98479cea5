// SPDX-License-Identifier: Apache-2.0
// Launch shapes, separate from the algorithms. Measured on an H200 (docs/explain/speed.md).
#pragma once

#include <cstddef>
#include <cstdint>

#include <tali/cuda/device.hpp>

namespace tali::cuda_driver {

/// A block of `block` threads with `steps` steps per thread. The steps are halved while `units` of work would
/// give a multiprocessor fewer than `min_workers` workers. So small ranges still occupy the whole GPU, and on
/// large ranges a worker makes enough steps to amortise its start.
inline launch_shape spread(std::uint64_t units, int multiprocessors, std::uint64_t min_workers, int block,
                           int steps) {
  launch_shape s;
  s.block = block;
  s.steps = steps;
  const std::uint64_t workers = static_cast<std::uint64_t>(multiprocessors) * min_workers;
  while (s.steps > 1 && units / static_cast<std::uint64_t>(s.steps) < workers) s.steps /= 2;
  return s;
}

/// Threads for a range of `vectors` stores of 16 bytes: more steps if arithmetic, not memory, limits the
/// speed.
inline launch_shape default_shape(std::uint64_t vectors, int multiprocessors, bool by_arithmetic = false) {
  return spread(vectors, multiprocessors, 2048, 128, by_arithmetic ? 32 : 8);
}

/// The same, if each block first copies a table to shared memory.
inline launch_shape table_shape(std::uint64_t vectors, int multiprocessors) {
  return spread(vectors, multiprocessors, 1024, 256, 64);
}

/// Warps that make 128 outputs per step from a table that each block loads first: long blocks.
inline launch_shape batch_shape(std::uint64_t spans, int multiprocessors) {
  return spread(spans, multiprocessors, 64, 256, 64);
}

/// Warps that make 2048 outputs per step, from a table that each block loads first: few steps, which keep the
/// stores of a wave of blocks together (lanes_wave), but more steps if arithmetic limits the speed, as for
/// 16-bit values.
inline launch_shape lanes_shape(std::uint64_t spans, int multiprocessors, std::size_t value_bytes,
                                bool by_arithmetic) {
  const int steps = by_arithmetic || value_bytes == 2 ? 64 : value_bytes == 4 ? 4 : 8;
  launch_shape s = spread(spans, multiprocessors, 16, 256, steps);
  while (s.block > 64 && spans * 64 < static_cast<std::uint64_t>(multiprocessors * s.block)) s.block /= 2;
  return s;
}

/// Number of thread blocks that share one piece of the range: more than are resident, so that some load their
/// table while others store.
inline unsigned lanes_wave(int multiprocessors) { return 6 * static_cast<unsigned>(multiprocessors); }

/// Minimum number of whole spans that get a launch separate from the ends of the range: a few microseconds of
/// work.
inline std::uint64_t worth_two_launches(int multiprocessors) {
  return static_cast<std::uint64_t>(multiprocessors) * 16u;
}

/// Warps of dim-major points. A warp takes about 200 instructions to start a piece of a row. Many `steps`
/// amortise them; few steps keep the stores in flight close together. Pieces are shortened only if a
/// multiprocessor has fewer than four.
inline launch_shape rows_shape(std::uint64_t spans, int multiprocessors, int steps) {
  return spread(spans, multiprocessors, 4, 128, steps);
}

/// Threads that keep their columns of point-major points: `block` is an upper limit. Their start takes
/// longer, so they make more steps.
inline launch_shape points_shape(std::uint64_t vectors, int multiprocessors) {
  return spread(vectors, multiprocessors, 2048, 256, 16);
}

}  // namespace tali::cuda_driver
