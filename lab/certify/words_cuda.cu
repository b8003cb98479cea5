// SPDX-License-Identifier: Apache-2.0
// The kernels of the tests of words; those over GF(2) are in linear_cuda.cu.
#include "certify/run_cuda.cuh"
#include "certify/words_spectrum.hpp"
#include "certify/words_tests.hpp"

namespace tali::lab::certify {

TALI_RUN_ON_CUDA(bit_frequency)
TALI_RUN_ON_CUDA(bit_pairs)
TALI_RUN_ON_CUDA(serial_pairs)
TALI_RUN_ON_CUDA(serial_triples)
TALI_RUN_ON_CUDA(gaps)
TALI_RUN_ON_CUDA(collisions)
TALI_RUN_ON_CUDA(birthday_spacings)
TALI_RUN_ON_CUDA(random_walk)
TALI_RUN_ON_CUDA(hamming_weights)
TALI_RUN_ON_CUDA(walsh_spectrum)
TALI_RUN_ON_CUDA(fourier_spectrum)

}  // namespace tali::lab::certify
