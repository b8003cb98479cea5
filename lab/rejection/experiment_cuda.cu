// SPDX-License-Identifier: Apache-2.0
// The experiment's kernel. A hardware warp runs one of the experiment's warps if that has 17 threads or more,
// otherwise several. Shuffles find the longest loop, and the histogram is in shared memory.
#include <algorithm>
#include <bit>
#include <memory>

#include "cuda.hpp"
#include "rejection/experiment.hpp"

namespace tali::lab::rejection {

namespace {

using tool::check;
using tool::use_device;
using count = unsigned long long;  // the type of CUDA's atomics

constexpr unsigned block = 256;
constexpr unsigned lanes = 32;

/// The sums of one launch. Squares of 2^23 warps fit, because a loop ends after 2^20 attempts.
struct sums {
  count sum, sum_of_squares, longest;
  count histogram[histogram_bins];
};

struct work {
  attempt_words words;
  std::uint64_t threshold;
  std::uint64_t first, end;  // warps of the experiment
  unsigned threads;          // per warp
  unsigned segment;          // hardware lanes per warp: a power of two, 1 ... 32
  int shift;
};

__global__ void __launch_bounds__(block) run_kernel(const work w, sums* const to) {
  __shared__ unsigned histogram[histogram_bins];
  for (unsigned b = threadIdx.x; b < histogram_bins; b += block) histogram[b] = 0;
  __syncthreads();
  const unsigned lane = threadIdx.x % w.segment;
  const std::uint64_t side_by_side = std::uint64_t{gridDim.x} * (block / w.segment);
  count sum = 0, sum_of_squares = 0, longest = 0;
  // All lanes of a hardware warp have the same number of iterations, so that shuffles always include the full
  // warp.
  const std::uint64_t steps = (w.end - w.first + side_by_side - 1) / side_by_side;
  std::uint64_t warp = w.first + blockIdx.x * std::uint64_t{block / w.segment} + threadIdx.x / w.segment;
  for (std::uint64_t step = 0; step < steps; ++step, warp += side_by_side) {
    unsigned n = 0;
    if (warp < w.end) {
      for (unsigned thread = lane; thread < w.threads; thread += w.segment) {
        n = max(n, count_attempts(w.words, w.threshold, warp * w.threads + thread));
      }
    }
    for (unsigned d = w.segment / 2; d > 0; d /= 2) n = max(n, __shfl_xor_sync(0xffffffffu, n, d));
    if (lane == 0 && warp < w.end) {
      sum += n;
      sum_of_squares += count{n} * n;
      longest = max(longest, count{n});
      atomicAdd(&histogram[min((n - 1) >> w.shift, unsigned{histogram_bins - 1})], 1u);
    }
  }
  for (unsigned d = lanes / 2; d > 0; d /= 2) {
    sum += __shfl_xor_sync(0xffffffffu, sum, d);
    sum_of_squares += __shfl_xor_sync(0xffffffffu, sum_of_squares, d);
    longest = max(longest, __shfl_xor_sync(0xffffffffu, longest, d));
  }
  if (threadIdx.x % lanes == 0) {
    atomicAdd(&to->sum, sum);
    atomicAdd(&to->sum_of_squares, sum_of_squares);
    atomicMax(&to->longest, longest);
  }
  __syncthreads();
  for (unsigned b = threadIdx.x; b < histogram_bins; b += block) {
    if (histogram[b] != 0) atomicAdd(&to->histogram[b], count{histogram[b]});
  }
}

}  // namespace

tally run_cuda(const trial& t, int ordinal) {
  detail::check(t);
  use_device(ordinal);
  int multiprocessors = 0;
  check(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, ordinal),
        "cudaDeviceGetAttribute");
  work w{attempt_words::of(t.seed, t.stream),
         detail::threshold_for(t.rejection),
         0,
         0,
         static_cast<unsigned>(t.threads),
         std::min(lanes, std::bit_ceil(static_cast<unsigned>(t.threads))),
         detail::shift_for(t)};

  void* memory = nullptr;
  check(cudaMalloc(&memory, sizeof(sums)), "cudaMalloc");
  const std::shared_ptr<void> owner(memory, cudaFree);
  const auto to = static_cast<sums*>(memory);
  const auto found = std::make_unique<sums>();
  tally all;
  all.rounds = t.rounds;
  all.shift = w.shift;
  all.histogram.resize(histogram_bins);
  for (std::uint64_t done = 0; done < t.rounds; done += detail::rounds_at_once) {
    w.first = done;
    w.end = std::min(t.rounds, done + detail::rounds_at_once);
    const std::uint64_t warps_a_block = block / w.segment;
    const auto grid = static_cast<unsigned>(std::min<std::uint64_t>(
        (w.end - w.first + warps_a_block - 1) / warps_a_block, static_cast<unsigned>(multiprocessors) * 8));
    check(cudaMemset(to, 0, sizeof(sums)), "cudaMemset");
    run_kernel<<<grid, block>>>(w, to);
    check(cudaGetLastError(), "launch of the experiment's kernel");
    check(cudaMemcpy(found.get(), to, sizeof(sums), cudaMemcpyDeviceToHost), "cudaMemcpy");
    all.sum += found->sum;
    all.sum_of_squares += found->sum_of_squares;
    all.longest = std::max<std::uint64_t>(all.longest, found->longest);
    for (std::size_t b = 0; b < histogram_bins; ++b) all.histogram[b] += found->histogram[b];
  }
  detail::check_ended(all);
  return all;
}

}  // namespace tali::lab::rejection
