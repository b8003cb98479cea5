// SPDX-License-Identifier: Apache-2.0
// Engines whose words are those of cuRAND's device generators, for seeds, subsequences and offsets.
#include <cstdint>
#include <random>
#include <vector>

#include <cuda_runtime.h>
#include <curand_kernel.h>
#include <curand_mtgp32_host.h>
#include <gtest/gtest.h>

#include <tali/any.hpp>
#include <tali/cuda/fill.hpp>
#include <tali/engine/mrg32k3a.hpp>
#include <tali/engine/mtgp_curand.hpp>
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

__global__ void their_mtgp_words(curandStateMtgp32* states, std::uint32_t rows, std::uint32_t* to) {
  for (std::uint32_t r = 0; r < rows; ++r) {
    to[(r * gridDim.x + blockIdx.x) * blockDim.x + threadIdx.x] = curand(states + blockIdx.x);
  }
}

TEST(CurandsDeviceGenerators, Mtgp32HasTheWordsOfTheEngine) {
  if (cuda_devices().empty()) GTEST_SKIP() << "no CUDA device on this machine";
  std::vector<mtgp_parameters<std::uint32_t>> sets;
  try {
    sets = detail::curand_mtgp_sets();
  } catch (const argument_error& e) {
    GTEST_SKIP() << e.what();
  }
  constexpr std::uint32_t blocks = 200, threads = 256, rows = 50, n = blocks * threads * rows;
  device_buffer<mtgp32_kernel_params_t> constants(1);
  device_buffer<curandStateMtgp32> states(blocks);
  require(static_cast<cudaError_t>(curandMakeMTGP32Constants(mtgp32dc_params_fast_11213, constants.at())));
  device_buffer<std::uint32_t> made(n);
  for (const std::uint64_t seed : {std::uint64_t{0}, std::uint64_t{42}, std::uint64_t{0x123456789abcdef}}) {
    require(static_cast<cudaError_t>(
        curandMakeMTGP32KernelState(states.at(), mtgp32dc_params_fast_11213, constants.at(), blocks, seed)));
    their_mtgp_words<<<blocks, threads>>>(states.at(), rows, made.at());
    require(cudaGetLastError());
    const std::vector<std::uint32_t> theirs = made.read();
    fill(cuda{}, curand_mtgp32(sets, seed), bits<std::uint32_t>{}, 0, made.at(), n);
    EXPECT_EQ(made.read(), theirs) << "seed " << seed;
  }
}

TEST(CurandsDeviceGenerators, XorwowHasTheWordsOfTheEngine) {
  expect_their_words<curandStateXORWOW_t, xorwow_curand>(60);
}

TEST(CurandsDeviceGenerators, Mrg32k3aHasTheWordsOfTheEngine) {
  expect_their_words<curandStateMRG32k3a_t, mrg32k3a>(51);
}

/// A thread's numbers of one of cuRAND's functions, from its own beginning.
template <class State, class T, class F>
__global__ void their_numbers(const beginning* from, std::uint32_t n, T* to, const F make) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  State state;
  curand_init(from[i].seed, from[i].subsequence, from[i].offset, &state);
  for (std::uint32_t k = 0; k < words_each; ++k) to[i * words_each + k] = make(&state);
}

struct uniform_f32_of {
  template <class State>
  __device__ float operator()(State* state) const {
    return curand_uniform(state);
  }
};
struct uniform_f64_of {
  template <class State>
  __device__ double operator()(State* state) const {
    return curand_uniform_double(state);
  }
};

/// Compares cuRAND's numbers with those of the engine and the distribution uniform:as=`way`, made by the CPU
/// and, where it can, by the device.
template <class State, class T, class F>
void expect_their_numbers(const char* engine, const char* way, unsigned bits_of_stream, const F& make) {
  if (cuda_devices().empty()) GTEST_SKIP() << "no CUDA device on this machine";
  std::vector<beginning> all = beginnings(bits_of_stream);
  const any_distribution d(std::string("uniform:as=") + way, type_name<T>());
  // Numbers of two words: where theirs begin, ours do.
  for (beginning& b : all) b.offset -= b.offset % static_cast<std::uint64_t>(d.info().words);
  const auto n = static_cast<std::uint32_t>(all.size());
  device_buffer<beginning> given(n);
  device_buffer<T> made(n * words_each);
  given.write(all);
  their_numbers<State><<<(n + 31) / 32, 32>>>(given.at(), n, made.at(), make);
  require(cudaGetLastError());
  const std::vector<T> theirs = made.read();
  for (std::uint32_t i = 0; i < n; ++i) {
    const any_engine e(engine, all[i].seed, all[i].subsequence);
    const std::uint64_t first = all[i].offset / static_cast<std::uint64_t>(d.info().words);
    std::vector<T> mine(words_each);
    fill(cpu{}, e, d, first, mine.data(), mine.size());
    for (std::uint32_t k = 0; k < words_each; ++k) {
      ASSERT_EQ(mine[k], theirs[i * words_each + k])
          << engine << ", seed " << all[i].seed << ", subsequence " << all[i].subsequence << ", offset "
          << all[i].offset << ", number " << k;
    }
    if (!e.info().on_cuda) continue;
    device_buffer<T> on_device(words_each);
    fill(cuda{}, e, d, first, on_device.at(), words_each);
    ASSERT_EQ(on_device.read(), mine) << engine;
  }
}

TEST(CurandsUniformNumbers, Xorwow) {
  expect_their_numbers<curandStateXORWOW_t, float>("xorwow-curand", "curand", 60, uniform_f32_of{});
  expect_their_numbers<curandStateXORWOW_t, double>("xorwow-curand", "curand", 60, uniform_f64_of{});
}

TEST(CurandsUniformNumbers, Mrg32k3a) {
  expect_their_numbers<curandStateMRG32k3a_t, float>("mrg32k3a", "curand-mrg32k3a", 51, uniform_f32_of{});
  expect_their_numbers<curandStateMRG32k3a_t, double>("mrg32k3a", "curand-mrg32k3a", 51, uniform_f64_of{});
}

TEST(CurandsUniformNumbers, Philox) {
  expect_their_numbers<curandStatePhilox4_32_10_t, float>("philox4x32", "curand", 60, uniform_f32_of{});
  expect_their_numbers<curandStatePhilox4_32_10_t, double>("philox4x32", "curand-u32", 60, uniform_f64_of{});
}

}  // namespace
}  // namespace tali::test
