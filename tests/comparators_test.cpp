// SPDX-License-Identifier: Apache-2.0
// The benchmark's comparators make what they claim: otherwise beating them says nothing.
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include <tali/engine/pcg32.hpp>

#include "comparators/fill.hpp"
#include "comparators/pcg32_jumps.hpp"
#include "comparators/wallace.hpp"
#include "comparators/ziggurat.hpp"

namespace tali::bench {
namespace {

constexpr std::size_t n = std::size_t{1} << 20;

/// Mean of x^k, and its deviation from `expected` in standard deviations of a normal sample's.
double score(const std::vector<double>& x, int k, double expected) {
  double sum = 0, even = 1;
  for (const double v : x) sum += std::pow(v, k);
  for (int i = 1; i < 2 * k; i += 2) even *= i;
  const double m = k == 4 ? 3 : k == 2 ? 1 : 0;
  return (sum / static_cast<double>(x.size()) - expected) /
         std::sqrt((even - m * m) / static_cast<double>(x.size()));
}

void expect_normal(const std::vector<double>& x, const std::string& name, double kurtosis = 3) {
  EXPECT_LT(std::abs(score(x, 1, 0)), 5) << name;
  EXPECT_LT(std::abs(score(x, 2, 1)), 5) << name;
  EXPECT_LT(std::abs(score(x, 3, 0)), 5) << name;
  EXPECT_LT(std::abs(score(x, 4, kurtosis)), 5) << name;
  // A thousand cells of equal probability where the law is the normal one.
  if (kurtosis != 3) return;
  constexpr std::size_t cells = 1000;
  std::vector<double> counts(cells);
  for (const double v : x) {
    const double u = 0.5 * std::erfc(-v * std::sqrt(0.5));
    ++counts[std::min(cells - 1, static_cast<std::size_t>(u * cells))];
  }
  const double mean = static_cast<double>(x.size()) / cells;
  double chi = 0;
  for (const double c : counts) chi += (c - mean) * (c - mean) / mean;
  EXPECT_LT(std::abs(chi - (cells - 1)), 5 * std::sqrt(2.0 * (cells - 1))) << name;
}

TEST(Comparators, FunctionsOfWordsAtEverySimdLevel) {
  for (const simd_level level : simd_levels()) {
    for (const comparator& c : comparators(level).functions) {
      std::vector<double> x(n);
      if (c.bytes == 4) {
        std::vector<float> singles(n);
        c.fill(0, singles.data(), n);
        x.assign(singles.begin(), singles.end());
      } else {
        c.fill(0, x.data(), n);
      }
      const bool irwin_hall = std::string(c.name) == "irwin-hall-12";
      expect_normal(x, std::string(c.name) + ' ' + c.type + ' ' + simd_level_name(level),
                    irwin_hall ? 2.9 : 3);
    }
  }
}

TEST(Comparators, Ziggurat) {
  pcg32 g(5);
  const ziggurat z;
  std::vector<double> x(n);
  for (double& v : x) v = z(g);
  expect_normal(x, "ziggurat");
}

TEST(Comparators, Wallace) {
  pcg32 g(6);
  wallace w(g);
  std::vector<double> x;
  std::vector<double> pass(wallace::size - 1);
  while (x.size() < n) {
    w(g, pass.data());
    x.insert(x.end(), pass.begin(), pass.end());
  }
  expect_normal(x, "wallace");
}

TEST(Comparators, TheTestSeesIrwinHallsKurtosis) {
  std::vector<double> x(n);
  for (const comparator& c : comparators(simd_level::baseline).functions) {
    if (std::string(c.name) != "irwin-hall-12" || c.bytes != 8) continue;
    c.fill(0, x.data(), n);
    EXPECT_GT(std::abs(score(x, 4, 3)), 8);
    return;
  }
  FAIL() << "no irwin-hall-12";
}

TEST(Comparators, GroupsOfLanesMakeTheSameSamples) {
  constexpr std::size_t samples = 1003;
  const auto& narrow = comparators(simd_level::baseline);
  for (const simd_level level : simd_levels()) {
    const auto& all = comparators(level);
    for (std::size_t k = 0; k < std::size(all.attempts); ++k) {
      std::vector<std::uint32_t> expected(samples), made(samples);
      narrow.attempts[k].make(0.7, 1, expected.data(), samples);
      const int lanes = level == simd_level::avx512 ? 16 : level == simd_level::avx2 ? 8 : 4;
      for (int group = 1; group <= lanes; group *= 2) {
        all.attempts[k].make(0.7, group, made.data(), samples);
        EXPECT_EQ(made, expected) << simd_level_name(level) << ", " << group;
      }
    }
  }
}

TEST(Comparators, JumpsOfPcg32) {
  static constexpr brown_table brown{};
  static constexpr remainder_table remainders{};
  const pcg32 sequence(1, 2);
  pcg32 distances(3, 4);
  for (int k = 0; k < 10000; ++k) {
    std::uint64_t n = distances();
    n = (n << 32 | distances()) >> (k % 64);
    if (k < 64) n = static_cast<std::uint64_t>(k);
    pcg32 there = sequence;
    there.discard(n);
    EXPECT_EQ(state_after(sequence, brown.skip(n)), there.state()) << n;
    EXPECT_EQ(state_after(sequence, brown.skip_by_sum(n)), there.state()) << n;
    EXPECT_EQ(state_after(sequence, computed_skip(n)), there.state()) << n;
    EXPECT_EQ(state_after(sequence, remainders.skip(n)), there.state()) << n;
  }
}

}  // namespace
}  // namespace tali::bench
