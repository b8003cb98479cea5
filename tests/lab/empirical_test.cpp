// SPDX-License-Identifier: Apache-2.0
// Exact moments and tails: against sums over a plain fill, and equal on every device and thread count.
#include <algorithm>
#include <cmath>
#include <vector>

#include <empirical/normals.hpp>
#include <gtest/gtest.h>

#include <tali/error.hpp>

#if defined(TALI_HAS_CUDA)
#include <tali/cuda/device.hpp>
#endif

namespace tali::lab {
namespace {

std::vector<double> filled(const any_engine& s, const any_distribution& d, std::uint64_t first,
                           std::size_t n) {
  if (d.info().value_bytes == 8) {
    std::vector<double> x(n);
    fill(cpu{1}, s, d, first, x.data(), n);
    return x;
  }
  std::vector<float> x(n);
  fill(cpu{1}, s, d, first, x.data(), n);
  return {x.begin(), x.end()};
}

/// Calls f for engines and normal distributions.
template <class F>
void each_kind(F&& f) {
  const char* const kinds[][2] = {{"normal-warp", "f64"},
                                  {"normal-warp", "f32"},
                                  {"normal-warp-coarse", "f64"},
                                  {"normal-icdf", "f64"},
                                  {"normal-icdf", "f32"}};
  for (const engine_info& e : detail::indexed_engine_list()) {
    for (const auto& k : kinds) f(any_engine(e.name, 11, 3), any_distribution(k[0], k[1]));
  }
}

TEST(Moments, AreTheSumsOfThePowers) {
  const std::uint64_t first = 777;
  const std::size_t n = 100'000;
  each_kind([&](const any_engine& s, const any_distribution& d) {
    const moment_report got = report(sum_moments(cpu{2}, {s, d, first, n}));
    const std::vector<double> x = filled(s, d, first, n);
    std::vector<long double> powers(n, 1);
    for (int k = 1; k <= moment_order; ++k) {
      long double sum = 0, size = 0;
      for (std::size_t i = 0; i < n; ++i) {
        powers[i] *= static_cast<long double>(x[i]);
        sum += powers[i];
        size += std::abs(powers[i]);
      }
      // Half a unit of the grid and k roundings a number.
      const long double allowed = n * std::ldexp(0.5L, moment_grid(k)) + k * size * 0x1p-53L;
      EXPECT_NEAR(got.moments[static_cast<std::size_t>(k - 1)].value, static_cast<double>(sum / n),
                  static_cast<double>(allowed / n))
          << d.info().name << " power " << k;
    }
  });
}

TEST(Moments, DoNotDependOnThreadsOrCuts) {
  const any_engine s("pcg32", 5, 6);
  const any_distribution d("normal", "f64");
  const std::uint64_t first = 1000, n = 300'000;
  const moment_sums whole = sum_moments(cpu{1}, {s, d, first, n});
  for (const int threads : {2, 3, 7})
    EXPECT_EQ(sum_moments(cpu{threads}, {s, d, first, n}), whole) << threads;
  moment_sums pieces;
  for (std::uint64_t done = 0; done < n; done += 33'333) {
    pieces.add(sum_moments(cpu{2}, {s, d, first + done, std::min<std::uint64_t>(33'333, n - done)}));
  }
  EXPECT_EQ(pieces, whole);
}

TEST(Moments, ScoresSeeAWrongLaw) {
  // A million signs: right variance, wrong kurtosis.
  moment_sums s;
  moment_accumulator a;
  for (int i = 0; i < 65536; ++i) a.add(i % 2 == 0 ? 1.0 : -1.0);
  s.add(a, 65536);
  const moment_report r = report(s);
  EXPECT_EQ(r.moments[0].value, 0);
  EXPECT_EQ(r.moments[1].value, 1);
  EXPECT_EQ(r.moments[3].value, 1);
  EXPECT_NEAR(r.moments[3].z, -2 / std::sqrt(96.0 / 65536), 1e-9);
  EXPECT_NEAR(r.hermites[3].z, (1 - 6 + 3) / std::sqrt(24.0) * 256, 1e-6);
  EXPECT_GT(r.worst(), 50);
}

TEST(Tail, IsTheNumbersBeyondTheThresholdInOrder) {
  each_kind([&](const any_engine& s, const any_distribution& d) {
    const auto x = filled(s, d, 99, 50'000);
    std::vector<double> expected;
    std::copy_if(x.begin(), x.end(), std::back_inserter(expected), [](double v) { return std::abs(v) > 2; });
    EXPECT_EQ(tail(cpu{1}, {s, d, 99, 50'000}, 2), expected);
    EXPECT_NEAR(static_cast<double>(expected.size()), expected_tail(2, 50'000), 5 * std::sqrt(2300.0));
  });
}

TEST(Tail, MapsToUniformWords) {
  EXPECT_EQ(tail_to_uniform(4.0000000001, 4) >> 8, 0x80000000u >> 8) << "tails meet in the middle";
  EXPECT_EQ(tail_to_uniform(-4.0000000001, 4) >> 8, 0x7fffffffu >> 8);
  EXPECT_EQ(tail_to_uniform(40, 4), 0xffffffffu);
  EXPECT_EQ(tail_to_uniform(-40, 4), 0u);
  // Half of the upper tail's probability lies beyond x.
  EXPECT_NEAR(tail_to_uniform(4.1601, 4), 0.75 * 0x1p32, 0x1p32 * 1e-2);
  EXPECT_EQ(normal_to_uniform(0), 0x80000000u);
  EXPECT_EQ(normal_to_uniform(-100), 0u);
  EXPECT_EQ(normal_to_uniform(100), 0xffffffffu);
  EXPECT_NEAR(normal_to_uniform(1), 0.8413447460685429 * 0x1p32, 2);
}

TEST(Moments, AFullAccumulatorOfAWarpDoesNotOverflow) {
  // 2^16 numbers per lane, of the sizes that a normal has, in 32 lanes.
  for (int k = 1; k <= moment_order; ++k) {
    const double mean_size = std::pow(2, k / 2.0) * std::tgamma((k + 1) / 2.0) / std::sqrt(M_PI);  // E |x|^k
    EXPECT_LT(std::ldexp(mean_size, 16 + 5 - moment_grid(k)), 0x1p62) << k;
  }
}

/// The trained table as one that is given.
given_table trained_table() {
  given_table t{};
  std::copy_n(warp_normal<double>::table(), std::size(t.values), t.values);
  return t;
}

TEST(GivenTable, TheTrainedOneMakesTheNumbersThatShip) {
  const given_table t = trained_table();
  for (const char* engine : {"philox4x32", "pcg32", "pcg64"}) {
    const any_engine s(engine, 5, 1);
    const any_distribution d("normal-warp", "f64");
    for (const std::uint64_t first : {0, 128, 4321}) {
      const normal_range shipped{s, d, first, 100'001}, given{s, d, first, 100'001, &t};
      EXPECT_EQ(sum_moments(cpu{2}, given), sum_moments(cpu{2}, shipped)) << engine << " from " << first;
      EXPECT_EQ(tail(cpu{1}, given, 2), tail(cpu{1}, shipped, 2)) << engine << " from " << first;
    }
  }
}

TEST(GivenTable, ItsValuesAndCoefficientsCount) {
  const any_engine s("philox4x32", 5, 1);
  const any_distribution d("normal-warp", "f64");
  given_table other = trained_table(), wider = other;
  other.values[16 * 200 + 3] += 1 << 20;
  wider.coefficients = {2 * wider.coefficients.a, 2 * wider.coefficients.b, 2 * wider.coefficients.c,
                        2 * wider.coefficients.c_low};
  const normal_range shipped{s, d, 0, 4096};
  EXPECT_NE(sum_moments(cpu{1}, {s, d, 0, 4096, &other}), sum_moments(cpu{1}, shipped));
  EXPECT_NEAR(report(sum_moments(cpu{1}, {s, d, 0, 4096, &wider})).moments[1].value,
              4 * report(sum_moments(cpu{1}, shipped)).moments[1].value, 1e-9);
}

#if defined(TALI_HAS_CUDA)
TEST(EmpiricalOnCuda, MakesAGivenTablesNumbers) {
  if (cuda_devices().empty()) GTEST_SKIP() << "no CUDA device on this machine";
  given_table t = trained_table();
  t.values[16 * 200 + 3] += 1 << 20;
  t.coefficients.b *= 1.001;
  const any_engine s("philox4x32", 5, 1);
  const any_distribution d("normal-warp", "f64");
  for (const std::uint64_t first : {0, 4321}) {
    const normal_range r{s, d, first, 3'000'001, &t};
    EXPECT_EQ(sum_moments_cuda(r), sum_moments(cpu{}, r)) << first;
    EXPECT_EQ(tail_cuda(r, 2.5), tail(cpu{1}, r, 2.5)) << first;
  }
}

TEST(EmpiricalOnCuda, EqualsTheCpuToTheBit) {
  if (cuda_devices().empty()) GTEST_SKIP() << "no CUDA device on this machine";
  each_kind([&](const any_engine& s, const any_distribution& d) {
    for (const std::uint64_t first : {std::uint64_t{0}, std::uint64_t{4321}}) {
      for (const std::uint64_t n : {std::uint64_t{1}, std::uint64_t{127}, std::uint64_t{3'000'001}}) {
        const normal_range r{s, d, first, n};
        EXPECT_EQ(sum_moments_cuda(r), sum_moments(cpu{}, r)) << d.info().name << " from " << first;
        EXPECT_EQ(tail_cuda(r, 2.5), tail(cpu{1}, r, 2.5)) << d.info().name << " from " << first;
      }
    }
  });
}
#endif

}  // namespace
}  // namespace tali::lab
