// SPDX-License-Identifier: Apache-2.0
// The kernels of the tests of words; those over GF(2) are in linear_cuda.cu.
#include "certify/run_cuda.cuh"
#include "certify/words_bits.hpp"
#include "certify/words_serial.hpp"
#include "certify/words_sorted.hpp"
#include "certify/words_spectrum.hpp"
#include "certify/words_walk.hpp"
#include "certify/words_weights.hpp"

namespace tali::lab::certify {

template tally run_on_cuda(const bit_frequency&, const cuda_numbers&, const chunk_range&,
                           const progress_report&);
template tally run_on_cuda(const bit_pairs&, const cuda_numbers&, const chunk_range&, const progress_report&);
template tally run_on_cuda(const serial_pairs&, const cuda_numbers&, const chunk_range&,
                           const progress_report&);
template tally run_on_cuda(const serial_triples&, const cuda_numbers&, const chunk_range&,
                           const progress_report&);
template tally run_on_cuda(const gaps&, const cuda_numbers&, const chunk_range&, const progress_report&);
template tally run_on_cuda(const collisions&, const cuda_numbers&, const chunk_range&,
                           const progress_report&);
template tally run_on_cuda(const birthday_spacings&, const cuda_numbers&, const chunk_range&,
                           const progress_report&);
template tally run_on_cuda(const random_walk&, const cuda_numbers&, const chunk_range&,
                           const progress_report&);
template tally run_on_cuda(const hamming_weights&, const cuda_numbers&, const chunk_range&,
                           const progress_report&);
template tally run_on_cuda(const walsh_spectrum&, const cuda_numbers&, const chunk_range&,
                           const progress_report&);
template tally run_on_cuda(const fourier_spectrum&, const cuda_numbers&, const chunk_range&,
                           const progress_report&);

}  // namespace tali::lab::certify
