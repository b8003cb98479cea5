// SPDX-License-Identifier: Apache-2.0
// The CPU as a device, and its SIMD levels.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <tali/rejection/schedule.hpp>

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

/// The CPU as a device.
struct cpu {
  /// Number of threads, 1 ... 4096. 0 uses OpenMP's setting (OMP_NUM_THREADS or omp_set_num_threads), or one
  /// thread per processor.
  int threads = 0;
  simd_level level = best_simd_level();
  rejection_schedule rejection = {};  ///< for rejection distributions
};

}  // namespace tali
