// SPDX-License-Identifier: Apache-2.0
// The kernels of the tests of values.
#include "certify/mixing_tests.hpp"
#include "certify/normal_tests.hpp"
#include "certify/run_cuda.cuh"
#include "certify/value_cells.hpp"

namespace tali::lab::certify {

TALI_RUN_ON_CUDA(value_cells)
TALI_RUN_ON_CUDA(value_pairs)
TALI_RUN_ON_CUDA(normal_moments)
TALI_RUN_ON_CUDA(normal_tails)
TALI_RUN_ON_CUDA(normal_correlations)
TALI_RUN_ON_CUDA(block_pairs)
TALI_RUN_ON_CUDA(block_energy)
TALI_RUN_ON_CUDA(normal_frequencies)
TALI_RUN_ON_CUDA(mixing_energy<2>)
TALI_RUN_ON_CUDA(mixing_energy<4>)
TALI_RUN_ON_CUDA(mixing_products<2>)
TALI_RUN_ON_CUDA(mixing_products<4>)

}  // namespace tali::lab::certify
