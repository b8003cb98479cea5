// SPDX-License-Identifier: Apache-2.0
// Where cuRAND's words are tali's: points in cuRAND's order, and Philox's words where cuRAND has them in the
// order of their counters.
#include <iostream>
#include <vector>

#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

#include <tali/cuda/device.hpp>
#include <tali/curand.h>
#include <tali/engine/philox4x32.hpp>

#include "cuda/curand_theirs.hpp"

namespace tali::test {
namespace {

/// The same of tali/curand.h.
template <class Word>
std::vector<Word> tali_words(curandRngType_t type, unsigned dimensions, unsigned long long seed,
                             unsigned long long offset, std::size_t n) {
  curandGenerator_t g = nullptr;
  void* memory = nullptr;
  EXPECT_EQ(curandCreateGenerator(&g, type), CURAND_STATUS_SUCCESS);
  if (dimensions > 0) {
    EXPECT_EQ(curandSetQuasiRandomGeneratorDimensions(g, dimensions), CURAND_STATUS_SUCCESS);
  } else {
    EXPECT_EQ(curandSetPseudoRandomGeneratorSeed(g, seed), CURAND_STATUS_SUCCESS);
  }
  EXPECT_EQ(curandSetGeneratorOffset(g, offset), CURAND_STATUS_SUCCESS);
  EXPECT_EQ(cudaMalloc(&memory, n * sizeof(Word)), cudaSuccess);
  if constexpr (sizeof(Word) == 4) {
    EXPECT_EQ(curandGenerate(g, static_cast<unsigned*>(memory), n), CURAND_STATUS_SUCCESS)
        << tali_last_error();
  } else {
    EXPECT_EQ(curandGenerateLongLong(g, static_cast<unsigned long long*>(memory), n), CURAND_STATUS_SUCCESS);
  }
  std::vector<Word> words(n);
  cudaMemcpy(words.data(), memory, n * sizeof(Word), cudaMemcpyDeviceToHost);
  cudaFree(memory);
  curandDestroyGenerator(g);
  return words;
}

TEST(CurandWords, PointsAreCurands) {
  if (cuda_devices().empty()) GTEST_SKIP() << "there is no CUDA device";
  for (const unsigned dimensions : {1u, 7u, 1000u}) {
    for (const unsigned long long offset : {0ull, 12345ull}) {
      const std::size_t n = std::size_t{dimensions} * 4099;
      EXPECT_EQ(curand_words<unsigned>(CURAND_RNG_QUASI_SOBOL32, CURAND_ORDERING_QUASI_DEFAULT, dimensions, 0,
                                       offset, n),
                tali_words<unsigned>(CURAND_RNG_QUASI_SOBOL32, dimensions, 0, offset, n))
          << dimensions << ' ' << offset;
      EXPECT_EQ(curand_words<unsigned long long>(CURAND_RNG_QUASI_SOBOL64, CURAND_ORDERING_QUASI_DEFAULT,
                                                 dimensions, 0, offset, n),
                tali_words<unsigned long long>(CURAND_RNG_QUASI_SOBOL64, dimensions, 0, offset, n))
          << dimensions << ' ' << offset;
    }
  }
}

TEST(CurandWords, PhiloxWordsAreCurandsStreamByStream) {
  if (cuda_devices().empty()) GTEST_SKIP() << "there is no CUDA device";
  // Thread k of cuRAND's makes four words of subsequence k, which is tali's stream k, and then those that
  // follow, its stride being the number of threads.
  for (const int order : {CURAND_ORDERING_PSEUDO_DEFAULT, CURAND_ORDERING_PSEUDO_LEGACY}) {
    for (const unsigned long long seed : {0ull, 42ull, 0x123456789abcdefull}) {
      constexpr std::size_t n = 1u << 21;
      const auto theirs = curand_words<unsigned>(CURAND_RNG_PSEUDO_PHILOX4_32_10, order, 0, seed, 0, n);
      std::size_t threads = 1;
      while (4 * threads < n && theirs[4 * threads] != philox4x32(seed, 0).word(4)) ++threads;
      ASSERT_LT(4 * threads, n) << "seed " << seed;
      for (std::size_t i = 0; i < n; ++i) {
        const std::size_t block = i / 4;
        ASSERT_EQ(theirs[i], philox4x32(seed, block % threads).word(block / threads * 4 + i % 4)) << i;
      }
      std::cout << "order " << order << ": " << threads << " threads\n";
    }
  }
}

}  // namespace
}  // namespace tali::test
