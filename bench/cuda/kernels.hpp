// SPDX-License-Identifier: Apache-2.0
// Kernels that are measured beside the library's: numbers in registers alone, the traditional methods for
// normal numbers, and the ways of the Sobol paper.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include <tali/engine/sobol.hpp>

namespace tali::bench {

struct register_run {
  const char* engine;
  const char* distribution;
  const char* type;
  /// Enqueues the kernel on `grid` blocks and gives the count of numbers that it makes.
  std::function<double(unsigned grid, std::uint64_t* never)> run;
  const char* variant = "not stored";
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

// The Sobol paper's three ways to bounce ahead, with the choices that its solutions 1 to 9 are about: the
// library's fill is the winner.

/// A kernel that fills points x dimensions words, dim-major, points a multiple of 4, `to` 16-byte aligned.
struct sobol_strategy {
  const char* name;
  /// @param block  threads, a power of two
  void (*run)(const sobol_view<std::uint32_t>& s, std::uint32_t* to, unsigned block);
  int (*registers)();  ///< of a thread (solution 9)
};

std::vector<sobol_strategy> sobol_strategies();

}  // namespace tali::bench
