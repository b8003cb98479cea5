// SPDX-License-Identifier: Apache-2.0
// The team of a CUDA block: team.hpp says what a team offers.
#pragma once

#include <cstdint>

#include "certify/team.hpp"

namespace tali::lab::certify {

struct block_team {
  static constexpr int threads = 256, warps = threads / 32;

  unsigned* counts;          // in shared memory
  unsigned long long* sums;  // likewise
  std::uint32_t* board;      // likewise, a word a warp

  __device__ static int rank() { return static_cast<int>(threadIdx.x); }
  __device__ static constexpr int size() { return threads; }
  __device__ static void sync() { __syncthreads(); }
  __device__ void count(int cell) const { atomicAdd(&counts[cell], 1u); }
  __device__ void add(int k, std::int64_t v) const {
    for (int d = 16; d > 0; d /= 2) v += __shfl_xor_sync(0xffffffffu, v, d);
    if (rank() % 32 == 0) atomicAdd(&sums[k], static_cast<unsigned long long>(v));
  }
  __device__ void add_own(int k, std::int64_t v) const { sums[k] += static_cast<unsigned long long>(v); }

  __device__ std::uint32_t xor_all(std::uint32_t x) const {
    for (int d = 16; d > 0; d /= 2) x ^= __shfl_xor_sync(0xffffffffu, x, d);
    publish(x);
    std::uint32_t all = 0;
    for (int w = 0; w < warps; ++w) all ^= board[w];
    __syncthreads();
    return all;
  }
  __device__ std::uint32_t least(std::uint32_t x) const {
    for (int d = 16; d > 0; d /= 2) x = min(x, __shfl_xor_sync(0xffffffffu, x, d));
    publish(x);
    std::uint32_t all = board[0];
    for (int w = 1; w < warps; ++w) all = min(all, board[w]);
    __syncthreads();
    return all;
  }
  __device__ std::uint32_t before(std::uint32_t x, std::uint32_t& total) const {
    std::uint32_t sum = x;  // of this lane and those below
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

 private:
  __device__ void publish(std::uint32_t of_warp) const {
    if (rank() % 32 == 0) board[rank() / 32] = of_warp;
    __syncthreads();
  }
};

}  // namespace tali::lab::certify
