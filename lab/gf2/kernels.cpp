// SPDX-License-Identifier: Apache-2.0
// Selects the kernels for this machine.
#include "kernels.hpp"

#include <vector>

#include "kernels_all.hpp"

namespace tali::lab::gf2 {

std::span<const kernels* const> runnable_kernels() {
  static const std::vector<const kernels*> all = [] {
    std::vector<const kernels*> found = {&portable_kernels};
#ifdef TALI_LAB_X86
    if (__builtin_cpu_supports("pclmul")) found.push_back(&pclmul_kernels);
    if (__builtin_cpu_supports("vpclmulqdq") && __builtin_cpu_supports("avx512f") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512vl")) {
      found.push_back(&vpclmul_kernels);
    }
#endif
    return found;
  }();
  return all;
}

const kernels& best_kernels() {
  static const kernels& best = *runnable_kernels().back();
  return best;
}

}  // namespace tali::lab::gf2
