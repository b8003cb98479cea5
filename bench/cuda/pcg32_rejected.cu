// SPDX-License-Identifier: Apache-2.0
// One number per thread, and what the PCG32 paper tried to make its jump cheaper: the Chinese remainder
// theorem instead of Brown's algorithm, and states that blocks publish for those after them.
//
// Source: P. Pochmara, "Efficient minimal PCG32 implementation for CUDA-enabled GPUs", sections
// "One-number-per-thread approach" and "Rejected ideas".
#include <cstdint>

#include "comparators/pcg32_jumps.hpp"
#include "comparators/pcg32_remainders.hpp"
#include "cuda/measure.hpp"
#include "cuda/pcg32_paper.hpp"

namespace tali::bench {

namespace {

constexpr unsigned block = 256;

__constant__ brown_table brown{};
__constant__ power_table66 powers{};

struct by_brown {
  __device__ static detail::pcg32_skip skip(std::uint64_t n) { return brown.skip(n); }
};
struct by_sum {
  __device__ static detail::pcg32_skip skip(std::uint64_t n) { return brown.skip_by_sum(n); }
};
struct by_remainders {
  __device__ static detail::pcg32_skip skip(std::uint64_t n) { return skip_by_remainders(powers, n); }
};
struct by_cancelled_remainders {
  __device__ static detail::pcg32_skip skip(std::uint64_t n) {
    return skip_by_cancelled_remainders(powers, n);
  }
};

template <class Jump>
__global__ void jump_kernel(std::uint32_t* to, const pcg32 sequence, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) to[i] = detail::pcg32_output(state_after(sequence, Jump::skip(i)));
}

unsigned blocks_of(std::size_t n) { return static_cast<unsigned>((n + block - 1) / block); }

template <class Jump>
void run_jump(std::uint32_t* to, std::size_t n, void*) {
  jump_kernel<Jump><<<blocks_of(n), block>>>(to, pcg32(1, 2), n);
  require(cudaGetLastError());
}

void run_digits(std::uint32_t* to, std::size_t n, void*) { pcg32_one_number_a_thread(to, n); }

/// One state per thread. A block begins with the states of the latest block that has published, if that lies
/// before it: all its threads then take one short jump. It never waits for another block.
/// @param published  1 + the number of the latest block whose states are all written, or 0
__global__ void publish_kernel(std::uint64_t* states, unsigned* published, const pcg32 sequence,
                               std::size_t n) {
  __shared__ unsigned latest;
  if (threadIdx.x == 0) {
    latest = atomicAdd(published, 0u);
    __threadfence();
  }
  __syncthreads();
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  std::uint64_t state = 0;
  if (latest != 0 && latest <= blockIdx.x) {
    const std::size_t distance = std::size_t{blockIdx.x - latest + 1} * blockDim.x;
    const detail::pcg32_skip s = brown.skip(distance);
    state = __ldcg(states + (i - distance)) * s.power + sequence.increment() * s.sum;
  } else {
    state = state_after(sequence, brown.skip(i));
  }
  if (i < n) states[i] = state;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) atomicMax(published, blockIdx.x + 1);
}

/// The second kernel, which makes the states' words, four a thread.
__global__ void words_kernel(std::uint32_t* to, const std::uint64_t* states, std::size_t n) {
  struct alignas(16) two_states {
    std::uint64_t s[2];
  };
  const std::size_t i = 4 * (std::size_t{blockIdx.x} * blockDim.x + threadIdx.x);
  if (i + 4 <= n) {
    const auto* const from = reinterpret_cast<const two_states*>(states + i);
    const two_states a = from[0], b = from[1];
    *reinterpret_cast<uint4*>(to + i) =
        make_uint4(detail::pcg32_output(a.s[0]), detail::pcg32_output(a.s[1]), detail::pcg32_output(b.s[0]),
                   detail::pcg32_output(b.s[1]));
  } else {
    for (std::size_t k = i; k < n; ++k) to[k] = detail::pcg32_output(states[k]);
  }
}

void run_publish(std::uint32_t*, std::size_t n, void* memory) {
  auto* const states = static_cast<std::uint64_t*>(memory);
  auto* const published = reinterpret_cast<unsigned*>(states + n);
  require(cudaMemsetAsync(published, 0, sizeof *published));
  publish_kernel<<<blocks_of(n), block>>>(states, published, pcg32(1, 2), n);
  require(cudaGetLastError());
}

void run_published(std::uint32_t* to, std::size_t n, void* memory) {
  run_publish(to, n, memory);
  words_kernel<<<blocks_of((n + 3) / 4), block>>>(to, static_cast<const std::uint64_t*>(memory), n);
  require(cudaGetLastError());
}

}  // namespace

std::vector<pcg32_jump_kernel> pcg32_jump_kernels() {
  return {{"Brown's algorithm", &run_jump<by_brown>, true},
          {"Brown's algorithm, sum alone", &run_jump<by_sum>, true},
          {"tali's digits of six bits", &run_digits, true},
          {"Chinese remainders", &run_jump<by_remainders>, true},
          {"Chinese remainders, p cancelled", &run_jump<by_cancelled_remainders>, true},
          {"published states", &run_published, true},
          {"published states, not their words", &run_publish, false}};
}

}  // namespace tali::bench
