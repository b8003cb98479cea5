// SPDX-License-Identifier: Apache-2.0
// The CPU as a device, its SIMD levels, and the schedules of rejection.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace tali {

/// Instruction sets that the CPU driver is compiled for: on x86-64 the first three, on aarch64 neon, on other
/// architectures only the baseline: the instructions that every machine of the architecture has.
enum class simd_level { baseline, avx2, avx512, neon };

/// "baseline", "avx2", "avx512" or "neon".
const char* simd_level_name(simd_level level);

/// The highest level that this machine supports.
simd_level best_simd_level() noexcept;

/// The levels that this machine supports, lowest first.
std::vector<simd_level> simd_levels();

/// How lanes share the work of rejection distributions. This affects speed only: every schedule gives the
/// same values.
enum class schedule {
  automatic,   ///< compacting: the fastest in all measurements (docs/rejection.md)
  grouped,     ///< lanes in groups, each working on one sample until all groups of the warp are done
  compacting,  ///< collects samples after a failed first attempt; idle lanes share them
};

/// A schedule and, for `grouped`, the number of lanes that share a sample: 1, 2, 4, 8, 16 or 32, or 0 to let
/// the planner choose (rejection/plan.hpp). One lane per sample is usual. On the CPU the limit is the number
/// of lanes of a register.
struct rejection_schedule {
  schedule kind = schedule::automatic;
  int group = 0;
};

/// The CPU as a device.
struct cpu {
  /// Number of threads, 1 ... 4096. 0 uses OpenMP's setting (OMP_NUM_THREADS or omp_set_num_threads), or one
  /// thread per processor.
  int threads = 0;
  simd_level level = best_simd_level();
  rejection_schedule rejection = {};  ///< for rejection distributions
};

}  // namespace tali
