// SPDX-License-Identifier: Apache-2.0
// The PCG32 paper's optimisations and the ideas that it rejected, as kernels to be measured beside the
// library's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tali::bench {

/// A kernel of the paper that writes words 0 ... n - 1 of pcg32(1, 2) to `to`, which is 16-byte aligned.
struct pcg32_kernel {
  const char* name;
  /// @param threads  of the launch, a multiple of 256
  void (*run)(std::uint32_t* to, std::size_t n, std::size_t threads);
  bool any_threads;  ///< else a power of two
};

/// The paper's multi-linear kernel with scalar stores and with vectors, and with a step that is read from its
/// table or computed by Brown's algorithm.
std::vector<pcg32_kernel> pcg32_multi_linear_kernels();

/// The one of these at which the paper began: scalar stores, and a step of the table.
void pcg32_scalar_stores(std::uint32_t* to, std::size_t n, std::size_t threads);

/// A kernel with one number per thread that writes words 0 ... n - 1 of pcg32(1, 2) to `to`.
struct pcg32_jump_kernel {
  const char* name;
  /// @param states  memory of pcg32_state_bytes(n)
  void (*run)(std::uint32_t* to, std::size_t n, void* states);
  bool makes_words;  ///< else only states, and `to` is not written
};

constexpr std::size_t pcg32_state_bytes(std::size_t n) { return 8 * n + 16; }

/// The jump by Brown's algorithm, and from states that other blocks have published.
std::vector<pcg32_jump_kernel> pcg32_jump_kernels();

}  // namespace tali::bench
