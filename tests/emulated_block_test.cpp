// SPDX-License-Identifier: Apache-2.0
// Emulated threads of a block by themselves, compiled as distributions of Linux compile: with the checks of
// _FORTIFY_SOURCE.
#include "support/emulated_block.hpp"

#include <cstdint>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

namespace tali::test {
namespace {

#if !defined(_FORTIFY_SOURCE) || !defined(__OPTIMIZE__)
#error "this test is of what _FORTIFY_SOURCE refuses"
#endif

TEST(EmulatedBlock, ThreadsPassEachOtherWhatTheyMade) {
  constexpr unsigned threads = 96, rounds = 50;
  std::vector<std::uint32_t> x(threads), sums(threads);
  run_blocks(3, threads, [&] {
    const unsigned t = threadIdx.x;
    x[t] = blockIdx.x + t;
    for (unsigned r = 0; r < rounds; ++r) {
      __syncthreads();
      const std::uint32_t next = x[(t + 1) % threads];
      __syncthreads();
      x[t] = next + __shfl_sync(0xffffffffu, next, static_cast<int>(r % 32));
    }
    sums[t] = x[t];
  });
  std::vector<std::uint32_t> expected(threads);
  for (unsigned t = 0; t < threads; ++t) expected[t] = 2 + t;
  for (unsigned r = 0; r < rounds; ++r) {
    std::vector<std::uint32_t> next(threads);
    for (unsigned t = 0; t < threads; ++t)
      next[t] = expected[(t + 1) % threads] + expected[(t / 32 * 32 + r % 32 + 1) % threads];
    expected = next;
  }
  EXPECT_EQ(sums, expected);
}

TEST(EmulatedBlock, ThreadsThatWaitForEverAreFound) {
  EXPECT_THROW(run_block(64,
                         [] {
                           if (threadIdx.x < 32) emulated_part_barrier(1, 64);
                         }),
               std::logic_error);
}

}  // namespace
}  // namespace tali::test
