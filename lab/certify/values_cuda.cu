// SPDX-License-Identifier: Apache-2.0
// The kernels of the tests of values.
#include "certify/mixing_tests.hpp"
#include "certify/normal_tests.hpp"
#include "certify/run_cuda.cuh"
#include "certify/value_cells.hpp"

namespace tali::lab::certify {

template tally run_on_cuda(const value_cells&, const cuda_numbers&, const chunk_range&,
                           const progress_report&);
template tally run_on_cuda(const value_pairs&, const cuda_numbers&, const chunk_range&,
                           const progress_report&);
template tally run_on_cuda(const normal_moments&, const cuda_numbers&, const chunk_range&,
                           const progress_report&);
template tally run_on_cuda(const normal_tails&, const cuda_numbers&, const chunk_range&,
                           const progress_report&);
template tally run_on_cuda(const normal_correlations&, const cuda_numbers&, const chunk_range&,
                           const progress_report&);
template tally run_on_cuda(const block_pairs&, const cuda_numbers&, const chunk_range&,
                           const progress_report&);
template tally run_on_cuda(const block_energy&, const cuda_numbers&, const chunk_range&,
                           const progress_report&);
template tally run_on_cuda(const normal_frequencies&, const cuda_numbers&, const chunk_range&,
                           const progress_report&);
template tally run_on_cuda(const mixing_energy<2>&, const cuda_numbers&, const chunk_range&,
                           const progress_report&);
template tally run_on_cuda(const mixing_energy<4>&, const cuda_numbers&, const chunk_range&,
                           const progress_report&);
template tally run_on_cuda(const mixing_products<2>&, const cuda_numbers&, const chunk_range&,
                           const progress_report&);
template tally run_on_cuda(const mixing_products<4>&, const cuda_numbers&, const chunk_range&,
                           const progress_report&);

}  // namespace tali::lab::certify
