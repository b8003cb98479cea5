// SPDX-License-Identifier: Apache-2.0
// The traditional methods for normal numbers as kernels: comparators, not a part of the library.
#pragma once

#include <cstddef>
#include <vector>

#include "cuda/registers.hpp"

namespace tali::bench {

/// A kernel that makes n numbers, a multiple of 2^13, in device memory that is 16-byte aligned.
struct gaussian_fill {
  const char* engine;
  const char* distribution;
  const char* type;
  void (*run)(void* to, std::size_t n);
};

/// Box-Muller and Irwin-Hall of each engine, stored.
std::vector<gaussian_fill> gaussian_fills();
/// The same in registers.
std::vector<register_run> gaussian_register_runs();

/// The ziggurat of each engine, stored.
std::vector<gaussian_fill> ziggurat_fills();
/// The same in registers.
std::vector<register_run> ziggurat_register_runs();

/// Wallace's method, stored.
std::vector<gaussian_fill> wallace_fills();
/// The same in shared memory alone.
std::vector<register_run> wallace_register_runs();

}  // namespace tali::bench
