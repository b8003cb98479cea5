// SPDX-License-Identifier: Apache-2.0
// The kernels that the PCG32 paper compares, and its "throughput" kernel, a plain store: its multi-linear
// kernel as its listings have it, with and without the optimisations that it names; one number per thread;
// and states that blocks publish for those after them. The library's own kernel with launch_shape::grid takes
// the same steps.
//
// Source: P. Pochmara, "Efficient minimal PCG32 implementation for CUDA-enabled GPUs", sections
// "One-number-per-thread approach", "Optimisations", "Implementation", "Benchmarks" and "Rejected ideas". The
// listing reads a thread's step at threads_log2; with vectors of four words that is a step of four times as
// many, which is taken here.
#include <bit>
#include <cstdint>

#include "comparators/pcg32_jumps.hpp"
#include "cuda/measure.hpp"
#include "cuda/pcg32_paper.hpp"

namespace tali::bench {

namespace {

constexpr unsigned block = 256;

__constant__ brown_table brown{};

unsigned blocks_of(std::size_t n) { return static_cast<unsigned>((n + block - 1) / block); }

__global__ void one_number_kernel(std::uint32_t* to, pcg32 sequence, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) to[i] = sequence.word(i);
}

__global__ void store_kernel(uint4* to, std::size_t vectors, std::size_t stride) {
  std::size_t v = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const auto x = static_cast<unsigned>(v);
  for (; v < vectors; v += stride) to[v] = make_uint4(x, x + 1, x + 2, x + 3);
}

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

struct by_brown {
  __device__ static detail::pcg32_skip skip(std::uint64_t n) { return brown.skip(n); }
};
struct by_sum {
  __device__ static detail::pcg32_skip skip(std::uint64_t n) { return brown.skip_by_sum(n); }
};

template <class Jump>
__global__ void jump_kernel(std::uint32_t* to, const pcg32 sequence, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) to[i] = detail::pcg32_output(state_after(sequence, Jump::skip(i)));
}

template <class Jump>
void run_jump(std::uint32_t* to, std::size_t n, void*) {
  jump_kernel<Jump><<<blocks_of(n), block>>>(to, pcg32(1, 2), n);
  require(cudaGetLastError());
}

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

void pcg32_one_number_a_thread(std::uint32_t* to, std::size_t n) {
  one_number_kernel<<<blocks_of(n), block>>>(to, pcg32(1, 2), n);
  require(cudaGetLastError());
}

void store_once(void* to, std::size_t bytes) {
  const std::size_t vectors = bytes / 16;
  const std::size_t grid = (vectors + block - 1) / block;
  store_kernel<<<static_cast<unsigned>(grid), block>>>(static_cast<uint4*>(to), vectors, grid * block);
  require(cudaGetLastError());
}

void store_strided(void* to, std::size_t bytes, std::size_t threads) {
  store_kernel<<<static_cast<unsigned>(threads / block), block>>>(static_cast<uint4*>(to), bytes / 16,
                                                                  threads);
  require(cudaGetLastError());
}

void pcg32_scalar_stores(std::uint32_t* to, std::size_t n, std::size_t threads) {
  launch<1, step_by::table>(to, n, threads);
}

std::vector<pcg32_kernel> pcg32_multi_linear_kernels() {
  return {{"vectors, step of the table", &launch<4, step_by::table>, false},
          {"vectors, step by a jump", &launch<4, step_by::jump>, true},
          {"scalars, step of the table", &pcg32_scalar_stores, false},
          {"scalars, step by a jump", &launch<1, step_by::jump>, true}};
}

std::vector<pcg32_jump_kernel> pcg32_jump_kernels() {
  return {{"Brown's algorithm", &run_jump<by_brown>, true},
          {"Brown's algorithm, sum alone", &run_jump<by_sum>, true},
          {"tali's digits of six bits",
           [](std::uint32_t* to, std::size_t n, void*) { pcg32_one_number_a_thread(to, n); }, true},
          {"published states", &run_published, true},
          {"published states, not their words", &run_publish, false}};
}

}  // namespace tali::bench
