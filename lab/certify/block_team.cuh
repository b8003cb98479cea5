// SPDX-License-Identifier: Apache-2.0
// The team of a CUDA block: team.hpp describes a team's functions.
#pragma once

#include <cstdint>

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include "certify/team.hpp"

namespace tali::lab::certify {

/// Combines the x of all lanes of a warp by f. For the library's functions of 32 bits this is one
/// instruction, if the GPU has it.
template <class T, class F>
__device__ T of_warp(T x, F f) {
  namespace cg = cooperative_groups;
  return cg::reduce(cg::tiled_partition<32>(cg::this_thread_block()), x, f);
}

/// One of the n parts of a block of `block_threads`: contiguous warps.
inline constexpr int block_threads = 256;
template <int n>
struct block_part {
  static constexpr int threads = block_threads / n, warps = threads / 32;
  static_assert(threads % 32 == 0);

  std::uint32_t* board;  // in shared memory, one word per warp of the block

  __device__ static int index() { return static_cast<int>(threadIdx.x) / threads; }
  __device__ static constexpr int parts() { return n; }
  __device__ static int rank() { return static_cast<int>(threadIdx.x) % threads; }
  __device__ static constexpr int size() { return threads; }
  __device__ static void sync() {
    if constexpr (warps == 1) {
      __syncwarp();
    } else {  // barrier 0 is that of the whole block
      asm volatile("bar.sync %0, %1;" ::"r"(1 + index()), "r"(threads) : "memory");
    }
  }
  __device__ std::uint32_t xor_all(std::uint32_t x) const {
    return of_all(x, cooperative_groups::bit_xor<std::uint32_t>());
  }
  __device__ std::uint32_t minimum(std::uint32_t x) const {
    return of_all(x, cooperative_groups::less<std::uint32_t>());
  }

 private:
  template <class F>
  __device__ std::uint32_t of_all(std::uint32_t x, const F& f) const {
    x = of_warp(x, f);
    if constexpr (warps > 1) {
      std::uint32_t* const part_board = board + index() * warps;
      if (rank() % 32 == 0) part_board[rank() / 32] = x;
      sync();
      x = part_board[0];
      for (int w = 1; w < warps; ++w) x = f(x, part_board[w]);
      sync();
    }
    return x;
  }
};

struct block_team {
  static constexpr int threads = block_threads, warps = threads / 32;

  unsigned* counts;          // in shared memory
  unsigned long long* sums;  // in shared memory
  std::uint32_t* board;      // in shared memory, one word per warp

  __device__ static int rank() { return static_cast<int>(threadIdx.x); }
  __device__ static constexpr int size() { return threads; }
  __device__ static void sync() { __syncthreads(); }
  __device__ void count(int cell) const { atomicAdd(&counts[cell], 1u); }
  __device__ void add(int k, std::int64_t v) const {
    v = of_warp(v, cooperative_groups::plus<std::int64_t>());
    if (rank() % 32 == 0) atomicAdd(&sums[k], static_cast<unsigned long long>(v));
  }
  __device__ void add_small(int k, std::int32_t v) const {
    v = of_warp(v, cooperative_groups::plus<std::int32_t>());
    if (rank() % 32 == 0) atomicAdd(&sums[k], static_cast<unsigned long long>(std::int64_t{v}));
  }
  __device__ void add_unshared(int k, std::int64_t v) const { sums[k] += static_cast<unsigned long long>(v); }

  template <int n>
  __device__ block_part<n> part() const {
    return {board};
  }

  __device__ std::uint32_t before(std::uint32_t x, std::uint32_t& total) const {
    std::uint32_t sum = x;  // over this lane and those below
    for (int d = 1; d < 32; d *= 2) {
      const std::uint32_t lower = __shfl_up_sync(0xffffffffu, sum, d);
      if (rank() % 32 >= d) sum += lower;
    }
    if (rank() % 32 == 31) board[rank() / 32] = sum;
    __syncthreads();
    std::uint32_t earlier = 0;
    total = 0;
    for (int w = 0; w < warps; ++w) {
      earlier += w < rank() / 32 ? board[w] : 0u;
      total += board[w];
    }
    __syncthreads();
    return earlier + sum - x;
  }
  /// Batcher's bitonic sort.
  __device__ static void sort(std::uint32_t* x, int n) {
    __syncthreads();
    for (int k = 2; k <= n; k *= 2) {
      for (int j = k / 2; j > 0; j /= 2) {
        for (int pair = rank(); pair < n / 2; pair += threads) {
          const int i = pair / j * 2 * j + pair % j;
          const std::uint32_t a = x[i], b = x[i + j];
          if ((a > b) == ((i & k) == 0)) {
            x[i] = b;
            x[i + j] = a;
          }
        }
        __syncthreads();
      }
    }
  }
};

}  // namespace tali::lab::certify
