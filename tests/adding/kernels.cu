// SPDX-License-Identifier: Apache-2.0
// Some of the kernels that the worked examples of docs/adding.md bring: the engine's of words, of values of
// one word and of two, of values that look at few of their words, and of normal numbers; those of the new
// distributions with that engine and with Philox.
#include <tali/catalogue.hpp>
#include <tali/cuda/detail/fill_kernel.cuh>
#include <tali/cuda/detail/sampling_kernel.cuh>

#include "gpu/bulk/fill_lanes_kernel.cuh"

namespace tali::cuda_driver {

using stride = squares32::stride;

template __global__ void fill_kernel<scalar>(squares32, bits<std::uint32_t>, std::uint32_t*, plan, stride);
template __global__ void fill_kernel<scalar>(squares32, bernoulli_bits, std::uint32_t*, plan, stride);
template __global__ void fill_kernel<scalar>(squares32, log_uniform<float>, float*, plan, stride);
template __global__ void fill_kernel<scalar>(squares32, log_uniform<double>, double*, plan, stride);
template __global__ void fill_lanes_kernel(squares32, normal<float>, float*, lanes_plan, stride);

template __global__ void fill_kernel<scalar::at_groups>(philox4x32, log_uniform<float>, float*, plan,
                                                        philox4x32::stride);
template __global__ void compacting_kernel(rejection_words<10>, semicircle<float>, float*, std::uint64_t,
                                           std::uint64_t, int, detail::cuda_failures*);
template __global__ void compacting_kernel(rejection_words<10>, semicircle<double>, double*, std::uint64_t,
                                           std::uint64_t, int, detail::cuda_failures*);

}  // namespace tali::cuda_driver
