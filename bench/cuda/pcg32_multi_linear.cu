// SPDX-License-Identifier: Apache-2.0
// The PCG32 paper's multi-linear kernel as its listings have it, with and without the optimisations that the
// paper names. The library's own kernel with launch_shape::grid takes the same steps.
//
// Source: P. Pochmara, "Efficient minimal PCG32 implementation for CUDA-enabled GPUs", sections
// "Optimisations" and "Implementation". The listing reads a thread's step at threads_log2; with vectors of
// four words that is a step of four times as many, which is taken here.
#include <bit>
#include <cstdint>

#include "comparators/pcg32_jumps.hpp"
#include "cuda/measure.hpp"
#include "cuda/pcg32_paper.hpp"

namespace tali::bench {

namespace {

constexpr unsigned block = 256;

__constant__ brown_table brown{};

/// Where a thread's step comes from: the table has it if the number of threads is a power of two.
enum class step_by { table, jump };

/// Threads in turn write `per` words at once, each with its own state.
template <int per, step_by S>
__global__ void multi_linear_kernel(std::uint32_t* to, const pcg32 sequence, std::size_t n, int log2_step) {
  struct alignas(4 * per) words {
    std::uint32_t w[per];
  };
  const std::size_t step = std::size_t{gridDim.x} * blockDim.x * per;
  std::size_t i = (std::size_t{blockIdx.x} * blockDim.x + threadIdx.x) * per;
  std::uint64_t state = state_after(sequence, brown.skip(i));
  detail::pcg32_skip far;
  if constexpr (S == step_by::table) {
    far = brown.at[log2_step];
  } else {
    far = brown.skip(step);
  }
  const std::uint64_t increment = sequence.increment(), far_increment = increment * far.sum;
  for (; i + per <= n; i += step) {
    words x;
    std::uint64_t s = state;
#pragma unroll
    for (int k = 0; k < per; ++k) {
      x.w[k] = detail::pcg32_output(s);
      s = s * detail::pcg32_multiplier + increment;
    }
    *reinterpret_cast<words*>(to + i) = x;
    state = state * far.power + far_increment;
  }
  for (; i < n; ++i) {
    to[i] = detail::pcg32_output(state);
    state = state * detail::pcg32_multiplier + increment;
  }
}

template <int per, step_by S>
void launch(std::uint32_t* to, std::size_t n, std::size_t threads) {
  multi_linear_kernel<per, S><<<static_cast<unsigned>(threads / block), block>>>(
      to, pcg32(1, 2), n, std::countr_zero(threads * per));
  require(cudaGetLastError());
}

}  // namespace

void pcg32_scalar_stores(std::uint32_t* to, std::size_t n, std::size_t threads) {
  launch<1, step_by::table>(to, n, threads);
}

std::vector<pcg32_kernel> pcg32_multi_linear_kernels() {
  return {{"vectors, step of the table", &launch<4, step_by::table>, false},
          {"vectors, step by a jump", &launch<4, step_by::jump>, true},
          {"scalars, step of the table", &pcg32_scalar_stores, false},
          {"scalars, step by a jump", &launch<1, step_by::jump>, true}};
}

}  // namespace tali::bench
