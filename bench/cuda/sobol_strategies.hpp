// SPDX-License-Identifier: Apache-2.0
// The paper's three ways to bounce ahead, with the choices that its solutions 1 to 9 are about, as kernels of
// their own. The library's fill is the winner; these are here to be measured beside it.
#pragma once

#include <cstdint>
#include <vector>

#include <tali/engine/sobol.hpp>

namespace tali::bench {

/// A kernel that fills points x dimensions words, dim-major, points a multiple of 4, `to` 16-byte aligned.
struct sobol_strategy {
  const char* name;
  /// @param block  threads, a power of two
  void (*run)(const sobol_view<std::uint32_t>& s, std::uint32_t* to, unsigned block);
  int (*registers)();  ///< of a thread (solution 9)
};

std::vector<sobol_strategy> sobol_strategies();

}  // namespace tali::bench
