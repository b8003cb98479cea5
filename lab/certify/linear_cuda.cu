// SPDX-License-Identifier: Apache-2.0
// The kernels of the tests over GF(2).
#include "certify/run_cuda.cuh"
#include "certify/words_linear.hpp"

namespace tali::lab::certify {

template tally run_on_cuda(const linear_complexity_short&, const cuda_numbers&, const chunk_range&,
                           const progress_report&);
template tally run_on_cuda(const linear_complexity_long&, const cuda_numbers&, const chunk_range&,
                           const progress_report&);
template tally run_on_cuda(const matrix_rank<64>&, const cuda_numbers&, const chunk_range&,
                           const progress_report&);
template tally run_on_cuda(const matrix_rank<256>&, const cuda_numbers&, const chunk_range&,
                           const progress_report&);
template tally run_on_cuda(const matrix_rank<1024>&, const cuda_numbers&, const chunk_range&,
                           const progress_report&);

}  // namespace tali::lab::certify
