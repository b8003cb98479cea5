// SPDX-License-Identifier: Apache-2.0
// Engines whose words are those of cuRAND's device generators, for seeds, subsequences and offsets.
#include <cstdint>
#include <random>
#include <vector>

#include <cuda_runtime.h>
#include <curand_kernel.h>
#include <gtest/gtest.h>

#include <tali/engine/mrg32k3a.hpp>
#include <tali/engine/xorwow_curand.hpp>

#include "support/places.hpp"

namespace tali::test {
namespace {

/// Arguments of curand_init().
struct beginning {
  std::uint64_t seed, subsequence, offset;
};

constexpr std::uint32_t words_each = 16;

template <class State>
__global__ void their_words(const beginning* from, std::uint32_t n, std::uint32_t* to) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  State state;
  curand_init(from[i].seed, from[i].subsequence, from[i].offset, &state);
  for (std::uint32_t k = 0; k < words_each; ++k) to[i * words_each + k] = curand(&state);
}

/// The first ones, and random ones: offsets beyond 2^32 too, subsequences of up to `bits` bits.
std::vector<beginning> beginnings(unsigned bits) {
  std::vector<beginning> all{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {42, 3, 1}, {7, 0, 0xffffffffu}};
  std::mt19937_64 random(5);
  for (unsigned k = 0; k < 200; ++k) {
    all.push_back(
        {k % 3 == 0 ? k : random(), random() >> (64 - 1 - k % bits), random() >> (k % 2 == 0 ? 20 : 50)});
  }
  return all;
}

template <class State, class E>
void expect_their_words(unsigned bits_of_stream) {
  if (cuda_devices().empty()) GTEST_SKIP() << "no CUDA device on this machine";
  const std::vector<beginning> all = beginnings(bits_of_stream);
  const auto n = static_cast<std::uint32_t>(all.size());
  device_buffer<beginning> given(n);
  device_buffer<std::uint32_t> made(n * words_each);
  given.write(all);
  their_words<State><<<(n + 31) / 32, 32>>>(given.at(), n, made.at());
  require(cudaGetLastError());
  const std::vector<std::uint32_t> words = made.read();
  for (std::uint32_t i = 0; i < n; ++i) {
    E engine(all[i].seed, all[i].subsequence);
    engine.discard(all[i].offset);
    for (std::uint32_t k = 0; k < words_each; ++k) {
      ASSERT_EQ(engine(), words[i * words_each + k])
          << "seed " << all[i].seed << ", subsequence " << all[i].subsequence << ", offset " << all[i].offset
          << ", word " << k;
    }
  }
}

TEST(CurandsDeviceGenerators, XorwowHasTheWordsOfTheEngine) {
  expect_their_words<curandStateXORWOW_t, xorwow_curand>(60);
}

TEST(CurandsDeviceGenerators, Mrg32k3aHasTheWordsOfTheEngine) {
  expect_their_words<curandStateMRG32k3a_t, mrg32k3a>(51);
}

}  // namespace
}  // namespace tali::test
