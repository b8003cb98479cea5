// SPDX-License-Identifier: Apache-2.0
// Every test of the certification counts on the GPU what it counts on the CPU, to the bit.
#include <algorithm>
#include <string>
#include <vector>

#include <certify/law.hpp>
#include <certify/stages.hpp>
#include <gtest/gtest.h>

#include <tali/any.hpp>
#include <tali/cuda/device.hpp>
#include <tali/fill.hpp>

#include "support/examples.hpp"

namespace tali::lab::certify {
namespace {

class CertifyOnCuda : public testing::Test {
 protected:
  void SetUp() override {
    if (cuda_devices().empty()) GTEST_SKIP() << "no CUDA device";
  }
};

template <class Element, class Source>
void expect_same(const stage_list<Element>& stages, Source from, const cuda_numbers& numbers,
                 std::uint64_t n) {
  for (const auto& s : stages) {
    const std::uint64_t chunks = s->chunk() > 4096 ? 5 : n / 4096;
    const tally cpu = s->run(from, chunks, 0, {}), gpu = s->run_cuda(numbers, chunks, {});
    EXPECT_EQ(cpu, gpu) << s->name();
  }
}

filler filler_of(const any_engine& s, const any_distribution& d) {
  return [s, d](std::uint64_t first, std::size_t n, void* to) { fill(cpu{}, s, d, first, to, n); };
}

constexpr std::uint64_t numbers = std::uint64_t{1} << 22;

TEST_F(CertifyOnCuda, WordsAreCountedAsOnTheCpu) {
  for (const engine_info& engine : detail::indexed_engine_list()) {
    if (!engine.on_cuda) continue;
    SCOPED_TRACE(engine.name);
    const cuda_numbers c{any_engine(engine.name, 5, 6), any_distribution("bits", "u32")};
    expect_same(word_stages(), filled_words(filler_of(c.sequence, c.distribution)), c, numbers);
  }
}

TEST_F(CertifyOnCuda, NormalsAreCountedAsOnTheCpu) {
  for (const engine_info& engine : detail::indexed_engine_list()) {
    if (!engine.on_cuda) continue;
    for (const char* type : {"f64", "f32"}) {
      SCOPED_TRACE(std::string(engine.name) + " " + type);
      const cuda_numbers c{any_engine(engine.name, 7, 8), any_distribution("normal-warp", type)};
      const bool is_float = type == std::string("f32");
      expect_same(normal_stages(is_float, is_float ? 4 : 2),
                  filled_values(filler_of(c.sequence, c.distribution), type), c, numbers);
    }
  }
}

TEST_F(CertifyOnCuda, StoredValuesOfEveryTypeAreCountedAsOnTheCpu) {
  const law any = uniform_law(0, 20);
  for (const distribution_info& d : detail::scalar_distribution_list()) {
    if (std::string(d.name) == "bits") continue;
    SCOPED_TRACE(std::string(d.name) + " " + d.type);
    const cuda_numbers c{any_engine("philox4x32", 1, 2), any_distribution(d.name, d.type)};
    expect_same(value_stages(any), filled_values(filler_of(c.sequence, c.distribution), d.type), c, 1 << 16);
  }
}

/// Also of engines that CUDA does not make.
TEST_F(CertifyOnCuda, BanksAndComparatorsAreCountedAsOnTheCpu) {
  for (const char* engine : {"mtgp32:sets=3", "mtgp64:mexp=23209,sets=2", "xorwow:threads=64", "mt19937"}) {
    SCOPED_TRACE(engine);
    const cuda_numbers c{any_engine(engine, 9, 0), any_distribution("bits", "u32")};
    expect_same(word_stages(), filled_words(filler_of(c.sequence, c.distribution)), c, 1 << 18);
    const cuda_numbers v{any_engine(engine, 9, 0), any_distribution("uniform", "f32")};
    const law uniform = uniform_law(0, 1);
    expect_same(value_stages(uniform), filled_values(filler_of(v.sequence, v.distribution), "f32"), v,
                1 << 18);
  }
}

TEST_F(CertifyOnCuda, ManyChunksAreCountedInSeveralLaunches) {
  const cuda_numbers c{any_engine("philox4x32", 1, 2), any_distribution("uniform", "f64")};
  const law uniform = uniform_law(0, 1);
  filled_values from(filler_of(c.sequence, c.distribution), "f64");
  const auto stages = value_stages(uniform);
  const std::uint64_t chunks = (std::uint64_t{1} << 27) / 4096 + 3;
  EXPECT_EQ(stages[0]->run(from, chunks, 0, {}), stages[0]->run_cuda(c, chunks, {}));
}

}  // namespace
}  // namespace tali::lab::certify
