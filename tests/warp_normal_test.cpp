// SPDX-License-Identifier: Apache-2.0
// The warp Gaussian against the paper's dataflow written the slow way, one lane after the other, with 80-bit
// and 128-bit arithmetic standing for the four products and sums that each round once.
#include <cmath>
#include <numeric>
#include <random>

#include <gtest/gtest.h>

#include "support/places.hpp"

namespace tali::test {
namespace {

/// The outputs of a warp by the letter of the paper's excerpt.
std::vector<double> slow_warp(const std::vector<std::uint32_t>& entropy, bool fine) {
  std::vector<std::int64_t> a(32), b(32), c(32);
  const auto bit = [&](std::size_t l, int i) { return (entropy[l] >> i & 1u) != 0; };
  const auto negate = [&](int i, int j) {
    for (std::size_t l = 0; l < 32; ++l) {
      if (bit(l, i)) a[l] = -a[l];
      if (bit(l, j)) b[l] = -b[l];
    }
  };
  const auto mix = [&](std::size_t distance) {
    std::vector<std::int64_t> s(32);
    for (std::size_t l = 0; l < 32; ++l) {
      s[l] = a[l] + b[l];
      a[l] -= b[l];
    }
    for (std::size_t l = 0; l < 32; ++l) b[l] = s[l ^ distance];
  };
  for (std::size_t l = 0; l < 32; ++l) {
    a[l] = warp_normal_values::values[(entropy[l] & 4080) / 16][l % 16];
    b[l] = warp_normal_values::values[((entropy[l] >> 16) & 4080) / 16][l % 16];
  }
  negate(19, 18);
  mix(1);
  negate(17, 16);
  mix(2);
  negate(15, 14);
  mix(4);
  negate(13, 12);
  for (std::size_t l = 0; l < 32; ++l) {
    c[l] = static_cast<std::int32_t>((entropy[l] ^ static_cast<std::uint32_t>(b[l])) | 1u);
  }
  mix(8);
  negate(3, 2);
  mix(16);
  negate(0, 1);
  std::vector<double> z(32);
  for (std::size_t l = 0; l < 32; ++l) {
    EXPECT_LT(std::abs(a[l]), std::int64_t{1} << 31);
    EXPECT_LT(std::abs(b[l]), std::int64_t{1} << 31);
    double x = static_cast<double>(a[l]) * warp_normal_values::a_coefficient;
    x = std::fma(static_cast<double>(b[l]), warp_normal_values::b_coefficient, x);
    x = std::fma(static_cast<double>(c[l]), warp_normal_values::c_coefficient, x);
    z[l] = fine ? std::fma(static_cast<double>(c[l]), warp_normal_values::c_coefficient_low, x) : x;
  }
  return z;
}

/// Element i by the definition in normal.hpp: of 128 words, lane l of block k takes word 4 l + k.
template <class E>
double slow_normal(const E& e, std::uint64_t i, bool fine) {
  std::vector<std::uint32_t> entropy(32);
  for (std::uint64_t l = 0; l < 32; ++l) entropy[l] = e.word(i / 128 * 128 + 4 * l + i % 128 / 32);
  return slow_warp(entropy, fine)[i % 32];
}

TEST(WarpNormal, EveryPlaceGivesThePapersOutputs) {
  const pcg32 e(31, 32);
  for (const place& p : places()) {
    const std::uint64_t first = 1000003;
    const auto fine = fill_at(p, e, warp_normal<double>{}, first, 300);
    const auto coarse = fill_at(p, e, warp_normal<double, warp_grain::coarse>{}, first, 300);
    const auto shifted = fill_at(p, e, warp_normal<double>(10, 2.5), first, 300);
    const auto single = fill_at(p, e, warp_normal<float>{}, first, 300);
    for (std::uint64_t i = 0; i < 300; ++i) {
      const double z = slow_normal(e, first + i, true);
      ASSERT_EQ(fine[i], z) << p.name << " at " << i;
      ASSERT_EQ(coarse[i], slow_normal(e, first + i, false)) << p.name << " at " << i;
      ASSERT_EQ(shifted[i], std::fma(2.5, z, 10.0)) << p.name << " at " << i;
      ASSERT_EQ(single[i], static_cast<float>(z)) << p.name << " at " << i;
    }
  }
}

TEST(WarpNormal, HasTheMomentsOfANormal) {
  const std::size_t n = std::size_t{1} << 20;
  const auto v = fill_at(places().back(), philox4x32(33), warp_normal<double>{}, 5, n);
  const double moments[] = {0, 1, 0, 3, 0, 15, 0, 105};
  double even = 1;  // E[x^2k] of a standard normal, for the variance of x^k
  std::vector<double> power(n, 1.0);
  for (int k = 1; k <= 8; ++k) {
    even *= 2 * k - 1;
    for (std::size_t i = 0; i < n; ++i) power[i] *= v[i];
    const double mean = std::accumulate(power.begin(), power.end(), 0.0) / static_cast<double>(n);
    const double deviation = std::sqrt((even - moments[k - 1] * moments[k - 1]) / static_cast<double>(n));
    EXPECT_NEAR(mean, moments[k - 1], 5 * deviation) << "moment " << k;
  }
}

TEST(WarpNormal, NeighboursAreUncorrelated) {
  const std::size_t n = std::size_t{1} << 20;
  const auto v = fill_at(places().back(), pcg32(34), warp_normal<double>{}, 0, n);
  for (const std::size_t lag : {1u, 2u, 4u, 8u, 16u, 31u, 32u, 33u, 64u, 128u}) {
    double sum = 0;
    for (std::size_t i = 0; i + lag < n; ++i) sum += v[i] * v[i + lag];
    EXPECT_LT(std::abs(sum), 5 * std::sqrt(static_cast<double>(n))) << "lag " << lag;
  }
}

TEST(WarpNormal, RefusesWhatIsNoDistribution) {
  EXPECT_THROW(warp_normal<double>(0, -1), argument_error);
  EXPECT_THROW(warp_normal<double>(0, std::nan("")), argument_error);
  EXPECT_THROW(warp_normal<double>(std::numeric_limits<double>::infinity(), 1), argument_error);
  EXPECT_NO_THROW(warp_normal<double>(0, 0));
}

}  // namespace
}  // namespace tali::test
