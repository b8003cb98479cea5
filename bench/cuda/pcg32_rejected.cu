// SPDX-License-Identifier: Apache-2.0
// The PCG32 paper's one number per thread and the ideas that it rejected: the Chinese remainder theorem, and
// states that blocks publish for those after them.
//
// Source: P. Pochmara, "Efficient minimal PCG32 implementation for CUDA-enabled GPUs", sections
// "One-number-per-thread approach" and "Rejected ideas".

#include "cuda/pcg32_paper.cuh"
#include "tables.hpp"

namespace tali::bench {

namespace {

__constant__ remainder_table remainders{};

struct by_sum {
  __device__ static detail::pcg32_skip skip(std::uint64_t n) { return brown.skip_by_sum(n); }
};
struct by_remainders {
  __device__ static detail::pcg32_skip skip(std::uint64_t n) { return remainders.skip(n); }
};

__global__ void digits_kernel(std::uint32_t* to, const pcg32 sequence, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) to[i] = sequence.word(i);
}

void run_digits(std::uint32_t* to, std::size_t n, void*) {
  digits_kernel<<<blocks_of(n), block>>>(to, pcg32(1, 2), n);
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

/// A kernel with one number per thread that writes words 0 ... n - 1 of pcg32(1, 2) to `to`.
struct pcg32_jump_kernel {
  const char* name;
  /// @param states  memory of state_bytes(n)
  void (*run)(std::uint32_t* to, std::size_t n, void* states);
  bool makes_words;  ///< else only states, and `to` is not written
};

constexpr std::size_t state_bytes(std::size_t n) { return 8 * n + 16; }

/// The jump by Brown's algorithm, by the Chinese remainder theorem, and from states that other blocks have
/// published.
constexpr pcg32_jump_kernel jump_kernels[] = {
    {"Brown's algorithm", &run_jump<from_constants>, true},
    {"Brown's algorithm, table in cache", &run_jump<from_cache>, true},
    {"Brown's algorithm, no table", &run_jump<computed>, true},
    {"Brown's algorithm, sum alone", &run_jump<by_sum>, true},
    {"Chinese remainders", &run_jump<by_remainders>, true},
    {"tali's digits of six bits", &run_digits, true},
    {"published states", &run_published, true},
    {"published states, not their words", &run_publish, false}};

}  // namespace

/// The ideas that the paper rejected, beside one number per thread by Brown's algorithm and the default.
void run_pcg32_rejected(const table& t) {
  const std::size_t n = bulk_numbers();
  const device_memory memory(4 * n), states(state_bytes(n));
  auto* const to = static_cast<std::uint32_t*>(memory.at());
  for (const pcg32_jump_kernel& k : jump_kernels) {
    row r = row_of(n, n, k.name);
    const auto once = [&] { k.run(to, n, states.at()); };
    if (k.makes_words) {
      measure_words(t, r, to, once);
    } else {
      r.distribution = "states";
      r.type = "u64";
      add_beside_store(t, r, states.at(), once);
    }
  }
  measure_words(t, row_of(n, n / 32, "tali"), to, [&] { blocked(to, n); });
}

}  // namespace tali::bench
