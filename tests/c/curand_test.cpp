// SPDX-License-Identifier: Apache-2.0
// cuRAND's calls by tali. Generators in the host's memory need no GPU; those of devices are tried where there
// is one.
#include <cstring>
#include <string>
#include <vector>

#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

#include <tali/cuda/device.hpp>
#include <tali/curand.h>
#include <tali/fill.hpp>

namespace tali {
namespace {

/// A generator in the host's memory.
struct host_generator {
  explicit host_generator(curandRngType_t type) {
    EXPECT_EQ(curandCreateGeneratorHost(&it, type), CURAND_STATUS_SUCCESS) << tali_last_error();
  }
  ~host_generator() { EXPECT_EQ(curandDestroyGenerator(it), CURAND_STATUS_SUCCESS); }
  host_generator(const host_generator&) = delete;
  host_generator& operator=(const host_generator&) = delete;

  curandGenerator_t it = nullptr;
};

TEST(Curand, WordsAreTheSequencesFromTheOffset) {
  for (const auto type :
       {CURAND_RNG_PSEUDO_DEFAULT, CURAND_RNG_PSEUDO_PHILOX4_32_10, CURAND_RNG_PSEUDO_MTGP32}) {
    const host_generator g(type);
    const any_engine e(type == CURAND_RNG_PSEUDO_MTGP32 ? "mtgp32" : "philox4x32", 42);
    ASSERT_EQ(curandSetPseudoRandomGeneratorSeed(g.it, 42), CURAND_STATUS_SUCCESS);
    ASSERT_EQ(curandSetGeneratorOffset(g.it, 1001), CURAND_STATUS_SUCCESS);
    std::vector<unsigned> words(777), more(223), expected(1000);
    ASSERT_EQ(curandGenerate(g.it, words.data(), words.size()), CURAND_STATUS_SUCCESS);
    ASSERT_EQ(curandGenerate(g.it, more.data(), more.size()), CURAND_STATUS_SUCCESS);
    fill(cpu{}, e, any_distribution("bits", "u32"), 1001, expected);
    words.insert(words.end(), more.begin(), more.end());
    EXPECT_EQ(words, expected);
  }
}

/// Two calls of `call` for n values each are one for 2 n, n being odd; and after them another distribution
/// shares no word with them.
template <class T, class Call>
void two_calls_are_one(curandRngType_t type, const Call& call) {
  constexpr std::size_t n = 333;
  const host_generator a(type), b(type);
  std::vector<T> pieces(2 * n), whole(2 * n);
  ASSERT_EQ(call(a.it, pieces.data(), n), CURAND_STATUS_SUCCESS) << tali_last_error();
  ASSERT_EQ(call(a.it, pieces.data() + n, n), CURAND_STATUS_SUCCESS);
  ASSERT_EQ(call(b.it, whole.data(), 2 * n), CURAND_STATUS_SUCCESS);
  EXPECT_EQ(pieces, whole);
}

TEST(Curand, TwoCallsAreOne) {
  for (const auto type : {CURAND_RNG_PSEUDO_PHILOX4_32_10, CURAND_RNG_PSEUDO_MTGP32}) {
    two_calls_are_one<unsigned>(type, curandGenerate);
    two_calls_are_one<unsigned long long>(type, curandGenerateLongLong);
    two_calls_are_one<float>(type, curandGenerateUniform);
    two_calls_are_one<double>(type, curandGenerateUniformDouble);
    two_calls_are_one<float>(type,
                             [](auto g, auto* x, auto n) { return curandGenerateNormal(g, x, n, 1, 2); });
    two_calls_are_one<double>(
        type, [](auto g, auto* x, auto n) { return curandGenerateNormalDouble(g, x, n, 1, 2); });
    two_calls_are_one<float>(type,
                             [](auto g, auto* x, auto n) { return curandGenerateLogNormal(g, x, n, 0, 1); });
    two_calls_are_one<double>(
        type, [](auto g, auto* x, auto n) { return curandGenerateLogNormalDouble(g, x, n, 0, 1); });
  }
  two_calls_are_one<unsigned>(CURAND_RNG_PSEUDO_PHILOX4_32_10,
                              [](auto g, auto* x, auto n) { return curandGeneratePoisson(g, x, n, 30); });
}

TEST(Curand, CallsForDifferentDistributionsShareNoWord) {
  const host_generator g(CURAND_RNG_PSEUDO_PHILOX4_32_10);
  unsigned words[3];
  unsigned long long pairs[2];
  double u[2];
  std::vector<unsigned> all(3000);
  fill(cpu{}, philox4x32(0), bits<std::uint32_t>(), 0, std::span(all));
  ASSERT_EQ(curandGenerate(g.it, words, 3), CURAND_STATUS_SUCCESS);
  ASSERT_EQ(curandGenerateLongLong(g.it, pairs, 2), CURAND_STATUS_SUCCESS);
  EXPECT_EQ(words[2], all[2]);
  EXPECT_EQ(pairs[0], value(philox4x32(0), bits<std::uint64_t>(), 2));  // words 4 and 5
  ASSERT_EQ(curandGenerateUniformDouble(g.it, u, 2), CURAND_STATUS_SUCCESS);
  EXPECT_EQ(u[0], value(philox4x32(0), uniform<double, interval::open_close>(), 4));  // words 8 and 9
  // Normal numbers begin with the next batch.
  std::vector<float> z(5), whole(5);
  ASSERT_EQ(curandGenerateNormal(g.it, z.data(), 5, 0, 1), CURAND_STATUS_SUCCESS);
  fill(cpu{}, philox4x32(0), normal<float>(), normal<float>::batch_size, std::span(whole));
  EXPECT_EQ(z, whole);
  // What follows them begins after their batch, of which 5 numbers have taken words.
  float x = 0;
  ASSERT_EQ(curandGenerateUniform(g.it, &x, 1), CURAND_STATUS_SUCCESS);
  EXPECT_EQ(x, value(philox4x32(0), uniform<float, interval::open_close>(), 2 * normal<float>::batch_size));
}

TEST(Curand, UniformNumbersAreAboveZeroAndReachOne) {
  const host_generator g(CURAND_RNG_PSEUDO_DEFAULT);
  std::vector<float> u(1u << 20);
  ASSERT_EQ(curandGenerateUniform(g.it, u.data(), u.size()), CURAND_STATUS_SUCCESS);
  for (const float x : u) ASSERT_TRUE(x > 0 && x <= 1);
}

TEST(Curand, PointsAreOneDimensionAfterTheOther) {
  constexpr std::size_t dimensions = 5, points = 100;
  for (const auto type : {CURAND_RNG_QUASI_SOBOL32, CURAND_RNG_QUASI_SCRAMBLED_SOBOL32}) {
    const bool scrambled = type == CURAND_RNG_QUASI_SCRAMBLED_SOBOL32;
    const host_generator g(type);
    ASSERT_EQ(curandSetQuasiRandomGeneratorDimensions(g.it, dimensions), CURAND_STATUS_SUCCESS);
    if (scrambled) {
      ASSERT_EQ(curandSetPseudoRandomGeneratorSeed(g.it, 9), CURAND_STATUS_SUCCESS);
    }
    ASSERT_EQ(curandSetGeneratorOffset(g.it, 3), CURAND_STATUS_SUCCESS);
    const sobol32 e({.dimensions = dimensions,
                     .scramble = scrambled ? scrambling::owen : scrambling::none,
                     .first_point = 3,
                     .seed = scrambled ? 9u : 0u});
    std::vector<unsigned> words(dimensions * points);
    std::vector<double> z(dimensions * points);
    ASSERT_EQ(curandGenerate(g.it, words.data(), words.size()), CURAND_STATUS_SUCCESS);
    ASSERT_EQ(curandGenerateNormalDouble(g.it, z.data(), z.size(), 0, 1), CURAND_STATUS_SUCCESS);
    for (std::size_t d = 0; d < dimensions; ++d) {
      for (std::size_t k = 0; k < points; ++k) {
        ASSERT_EQ(words[d * points + k], value(e, bits<std::uint32_t>(), k * dimensions + d));
        ASSERT_EQ(z[d * points + k], value(e, normal_icdf<double>(), (points + k) * dimensions + d));
      }
    }
    EXPECT_EQ(curandGenerate(g.it, words.data(), dimensions * points - 1), CURAND_STATUS_LENGTH_NOT_MULTIPLE);
    EXPECT_STREQ(tali_last_argument(), "num");
    EXPECT_STREQ(tali_last_value(), "499");
  }
}

TEST(Curand, RefusesInSentences) {
  curandGenerator_t none = nullptr;
  for (const auto type :
       {CURAND_RNG_PSEUDO_XORWOW, CURAND_RNG_PSEUDO_MRG32K3A, CURAND_RNG_PSEUDO_MT19937, CURAND_RNG_TEST}) {
    EXPECT_EQ(curandCreateGeneratorHost(&none, type), CURAND_STATUS_TYPE_ERROR);
    EXPECT_STREQ(tali_last_argument(), "rng_type");
    EXPECT_EQ(tali_last_value(), std::to_string(static_cast<int>(type)));
  }
  EXPECT_EQ(none, nullptr);
  EXPECT_EQ(curandDestroyGenerator(nullptr), CURAND_STATUS_NOT_INITIALIZED);
  EXPECT_EQ(curandCreateGeneratorHost(nullptr, CURAND_RNG_PSEUDO_DEFAULT), CURAND_STATUS_OUT_OF_RANGE);
  unsigned words[4];
  float x[4];
  EXPECT_EQ(curandGenerate(nullptr, words, 4), CURAND_STATUS_NOT_INITIALIZED);
  const host_generator g(CURAND_RNG_PSEUDO_PHILOX4_32_10), bank(CURAND_RNG_PSEUDO_MTGP32),
      points(CURAND_RNG_QUASI_SOBOL32);
  EXPECT_EQ(curandGenerate(g.it, nullptr, 4), CURAND_STATUS_OUT_OF_RANGE);
  EXPECT_EQ(curandGenerate(g.it, nullptr, 0), CURAND_STATUS_SUCCESS);
  EXPECT_EQ(curandGenerateNormal(g.it, x, 4, 0, -1), CURAND_STATUS_OUT_OF_RANGE);
  EXPECT_EQ(curandGeneratePoisson(g.it, words, 4, -1), CURAND_STATUS_OUT_OF_RANGE);
  EXPECT_EQ(curandGeneratePoisson(bank.it, words, 4, 3), CURAND_STATUS_TYPE_ERROR);
  EXPECT_EQ(curandGenerateLogNormal(points.it, x, 4, 0, 1), CURAND_STATUS_TYPE_ERROR);
  EXPECT_EQ(curandSetQuasiRandomGeneratorDimensions(g.it, 3), CURAND_STATUS_TYPE_ERROR);
  EXPECT_EQ(curandSetQuasiRandomGeneratorDimensions(points.it, 0), CURAND_STATUS_OUT_OF_RANGE);
  EXPECT_EQ(curandSetQuasiRandomGeneratorDimensions(points.it, 21202), CURAND_STATUS_OUT_OF_RANGE);
  EXPECT_EQ(curandSetPseudoRandomGeneratorSeed(points.it, 1), CURAND_STATUS_TYPE_ERROR);
  EXPECT_EQ(curandSetGeneratorOrdering(g.it, CURAND_ORDERING_PSEUDO_LEGACY), CURAND_STATUS_SUCCESS);
  EXPECT_EQ(curandSetGeneratorOrdering(g.it, CURAND_ORDERING_QUASI_DEFAULT), CURAND_STATUS_OUT_OF_RANGE);
  EXPECT_EQ(curandSetGeneratorOrdering(points.it, CURAND_ORDERING_QUASI_DEFAULT), CURAND_STATUS_SUCCESS);
  int version = -1;
  EXPECT_EQ(curandGetVersion(&version), CURAND_STATUS_SUCCESS);
  EXPECT_EQ(version, 10);  // 0.1.0
}

TEST(Curand, DevicesMakeWhatHostsMake) {
  if (cuda_devices().empty()) GTEST_SKIP() << "there is no CUDA device";
  for (const auto type : {CURAND_RNG_PSEUDO_PHILOX4_32_10, CURAND_RNG_PSEUDO_MTGP32}) {
    constexpr std::size_t n = 100001;
    const host_generator here(type);
    curandGenerator_t there = nullptr;
    ASSERT_EQ(curandCreateGenerator(&there, type), CURAND_STATUS_SUCCESS) << tali_last_error();
    cudaStream_t stream = nullptr;
    ASSERT_EQ(cudaStreamCreate(&stream), cudaSuccess);
    ASSERT_EQ(curandSetStream(there, stream), CURAND_STATUS_SUCCESS);
    void* room = nullptr;
    ASSERT_EQ(cudaMalloc(&room, 4 * n), cudaSuccess);
    auto* const memory = static_cast<float*>(room);
    std::vector<float> a(n), b(n);
    for (int k = 0; k < 6; ++k) {
      const auto draw = [&](curandGenerator_t g, float* to) {
        return k % 2 == 0 ? curandGenerateNormal(g, to, n, 3, 2) : curandGenerateUniform(g, to, n);
      };
      ASSERT_EQ(draw(here.it, a.data()), CURAND_STATUS_SUCCESS);
      ASSERT_EQ(draw(there, memory), CURAND_STATUS_SUCCESS) << tali_last_error();
      ASSERT_EQ(cudaMemcpyAsync(b.data(), memory, 4 * n, cudaMemcpyDeviceToHost, stream), cudaSuccess);
      ASSERT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
      ASSERT_EQ(std::memcmp(a.data(), b.data(), 4 * n), 0) << k;
    }
    cudaFree(memory);
    cudaStreamDestroy(stream);
    ASSERT_EQ(curandDestroyGenerator(there), CURAND_STATUS_SUCCESS);
  }
}

}  // namespace
}  // namespace tali
