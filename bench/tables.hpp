// SPDX-License-Identifier: Apache-2.0
// The tables of each device.
#pragma once

#include <vector>

#include "bench.hpp"

namespace tali::bench {

std::vector<group> cpu_groups();
std::vector<group> calls_cpu_groups();
std::vector<group> sobol_cpu_groups();
std::vector<group> sampling_cpu_groups();
std::vector<group> own_cpu_groups();
std::vector<group> rows_cpu_groups();

#if defined(TALI_HAS_CUDA)
std::vector<group> cuda_groups();
std::vector<group> pcg32_cuda_groups();
std::vector<group> gaussian_cuda_groups();
std::vector<group> sobol_cuda_groups();
std::vector<group> sampling_cuda_groups();
std::vector<group> own_cuda_groups();
std::vector<group> rows_cuda_groups();
#endif

}  // namespace tali::bench
