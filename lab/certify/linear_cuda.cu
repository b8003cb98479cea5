// SPDX-License-Identifier: Apache-2.0
// The kernels of the tests over GF(2).
#include "certify/run_cuda.cuh"
#include "certify/words_linear.hpp"

namespace tali::lab::certify {

TALI_RUN_ON_CUDA(linear_complexity_short)
TALI_RUN_ON_CUDA(linear_complexity_long)
TALI_RUN_ON_CUDA(matrix_rank<64>)
TALI_RUN_ON_CUDA(matrix_rank<256>)
TALI_RUN_ON_CUDA(matrix_rank<1024>)

}  // namespace tali::lab::certify
