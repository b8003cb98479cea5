// SPDX-License-Identifier: Apache-2.0
// Kernels that make numbers in registers alone, and the traditional methods for normal numbers as kernels:
// comparators, not a part of the library.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace tali::bench {

struct register_run {
  const char* engine;
  const char* distribution;
  const char* type;
  /// Enqueues the kernel on `grid` blocks and gives the count of numbers that it makes.
  std::function<double(unsigned grid, std::uint64_t* never)> run;
};

std::vector<register_run> register_runs();

/// A kernel that makes n numbers, a multiple of 2^13, in device memory that is 16-byte aligned.
struct gaussian_fill {
  const char* engine;
  const char* distribution;
  const char* type;
  void (*run)(void* to, std::size_t n);
};

/// Box-Muller, Irwin-Hall and the ziggurat of each engine, stored.
std::vector<gaussian_fill> gaussian_fills();
/// The same in registers.
std::vector<register_run> gaussian_register_runs();

/// Wallace's method, stored.
std::vector<gaussian_fill> wallace_fills();
/// The same in shared memory alone.
std::vector<register_run> wallace_register_runs();

}  // namespace tali::bench
