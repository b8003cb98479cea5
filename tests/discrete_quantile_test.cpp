// SPDX-License-Identifier: Apache-2.0
// poisson-icdf and binomial-icdf at every boundary between outcomes, against sums of 50 digits; their order.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include <boost/math/special_functions/gamma.hpp>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <gtest/gtest.h>

#include <tali/distribution/binomial_icdf.hpp>
#include <tali/distribution/poisson_icdf.hpp>

namespace tali::test {
namespace {

using real = boost::multiprecision::cpp_bin_float_50;

constexpr std::uint64_t numbers = std::uint64_t{1} << 53;

/// The value at u = (2 k + 1) 2^-54.
template <class D>
auto at(const D& d, std::uint64_t k) {
  const std::uint32_t w[2] = {static_cast<std::uint32_t>(k << 11), static_cast<std::uint32_t>(k >> 21)};
  return static_cast<std::int64_t>(d.value(w));
}

/// The number of k whose value is at most x, if values are in order.
template <class D>
std::uint64_t count_up_to(const D& d, std::int64_t x) {
  std::uint64_t from = 0, to = numbers;
  while (from < to) {
    const std::uint64_t middle = from + (to - from) / 2;
    if (at(d, middle) <= x) {
      from = middle + 1;
    } else {
      to = middle;
    }
  }
  return from;
}

template <class D>
void expect_order(const D& d, std::uint64_t from, std::uint64_t to, const std::string& which) {
  std::int64_t last = at(d, from);
  for (std::uint64_t k = from + 1; k < to; ++k) {
    const std::int64_t now = at(d, k);
    ASSERT_LE(last, now) << which << " at " << k;
    last = now;
  }
}

/// Checks all boundaries, or 150 of them and those next to the mode, and the order of 200 numbers about each.
/// @param probability  that of outcomes first, first + 1, ...
template <class D>
void check_boundaries(const D& d, std::int64_t first, const std::vector<real>& probability,
                      const std::string& which) {
  const std::size_t n = probability.size();
  std::vector<real> above(n + 1);
  for (std::size_t i = n; i-- > 0;) above[i] = above[i + 1] + probability[i];
  const std::size_t step = std::max<std::size_t>(1, n / 150);
  real below = 0;
  int checked = 0;
  for (std::size_t i = 0; i + 1 < n; ++i) {
    below += probability[i];
    const bool near_middle = below > 0.4 && below < 0.6 && n < 500;
    if (i % step != 0 && !near_middle) continue;
    // (2 k + 1) 2^-54 <= below for k < 2^53 below + 1/2, computed from the smaller side.
    const bool upper = below > 0.5;
    const real side = (upper ? above[i + 1] : below) * static_cast<double>(numbers);
    const std::uint64_t count = count_up_to(d, first + static_cast<std::int64_t>(i));
    const real seen = upper ? real(numbers - count) : real(count);
    // Half a number is rounding. The rest is 2^-46 in all, and 2^-38 of the side.
    EXPECT_LE(fabs(seen - side), real(0.51) + std::min<real>(128, ldexp(side, -38))) << which << " at " << i;
    ASSERT_NO_FATAL_FAILURE(
        expect_order(d, std::max<std::uint64_t>(count, 100) - 100, std::min(count + 100, numbers), which));
    ++checked;
  }
  EXPECT_GT(checked, 0);
}

class sums {
 public:
  std::int64_t first;
  std::vector<real> probability;

  static sums poisson(double mean) {
    sums s(mean, mean);
    const real m = mean, k = s.first;
    real p = exp(k * log(m) - m - boost::math::lgamma(k + 1));
    for (std::int64_t i = s.first; i <= s.last_; ++i, p *= m / i) s.probability.push_back(p);
    return s;
  }
  static sums binomial(double n, double share) {
    sums s(n * share, n * share * (1 - share));
    const real k = s.first, p = share, q = 1 - p, all = n;
    s.last_ = std::min(s.last_, static_cast<std::int64_t>(n));
    real x = exp(boost::math::lgamma(all + 1) - boost::math::lgamma(k + 1) -
                 boost::math::lgamma(all - k + 1) + k * log(p) + (all - k) * log(q));
    for (std::int64_t i = s.first; i <= s.last_; ++i, x *= (all - i + 1) / i * p / q)
      s.probability.push_back(x);
    return s;
  }

 private:
  sums(double mean, double variance)
      : first{static_cast<std::int64_t>(std::max(0.0, std::floor(mean - 14 * std::sqrt(variance) - 2)))},
        last_{static_cast<std::int64_t>(mean + 16 * std::sqrt(variance) + 60)} {}

  std::int64_t last_;
};

TEST(DiscreteQuantile, PoissonAtBoundaries) {
  std::vector<double> means = {1e-300, 1e-3,  0.3,  1,      3.7,  7.99,    64,
                               100,    300.5, 1000, 4095.9, 4096, 20000.5, 1e6};
  for (double m = 8; m < 60; m += 1.375) means.push_back(m);  // where the expansion is unsure most often
  for (const double mean : means) {
    const sums s = sums::poisson(mean);
    const std::string which = "mean " + std::to_string(mean);
    if (mean > 1e-12) {
      check_boundaries(poisson_icdf<std::int64_t>(mean), s.first, s.probability, which);
      check_boundaries(poisson_icdf<std::uint32_t>(mean), s.first, s.probability, which);
    } else {
      expect_order(poisson_icdf<std::int64_t>(mean), numbers - 100, numbers, which);
    }
  }
}

TEST(DiscreteQuantile, BinomialAtBoundaries) {
  std::vector<std::pair<double, double>> all = {{1, 0.5},        {10, 0.3},
                                                {40, 0.5},       {32, 0.5},
                                                {33, 0.5},       {60, 0.2},
                                                {100, 0.1},      {100, 0.93},
                                                {50, 0.25},      {1000, 0.01},
                                                {1000, 0.5},     {300, 0.07},
                                                {16384, 0.5},    {16390, 0.5},
                                                {16390, 0.75},   {1e5, 0.02},
                                                {1e5, 0.05},     {1e9, 8.5e-9},
                                                {1e8, 1e-5},     {1e6, 0.99999},
                                                {4e9, 1e-9},     {200, 0.789},
                                                {37, 0.311},     {1e12, 5e-9},
                                                {45000, 0.8999}, {0xfffffffep0, 0x1p-28}};
  for (const double p : {0.01, 0.1, 0.3, 0.5, 0.7}) {
    for (double variance = 8; variance < 60; variance += 3.7)
      all.emplace_back(std::floor(variance / p / (1 - p)), p);
  }
  for (const auto& [n, p] : all) {
    const sums s = sums::binomial(n, p);
    const std::string which = std::to_string(n) + " trials of " + std::to_string(p);
    check_boundaries(binomial_icdf<std::int64_t>(n, p), s.first, s.probability, which);
  }
}

// A sum of the distribution of a large mean, at a few outcomes.
TEST(DiscreteQuantile, LargeMeans) {
  for (const double mean : {1e6 + 0.125, 1e8}) {
    const poisson_icdf<std::int64_t> d(mean);
    for (const double z : {-7.5, -3.0, -0.1, 0.0, 2.0, 6.0}) {
      const auto outcome = static_cast<std::int64_t>(mean + z * std::sqrt(mean));
      const real m = mean, k = outcome;
      const bool upper = z > 0;
      real p = exp(k * log(m) - m - boost::math::lgamma(k + 1)), side = 0;
      if (upper) {
        for (std::int64_t i = outcome + 1; p > 1e-35; ++i) side += p *= m / i;
      } else {
        for (std::int64_t i = outcome; p > 1e-35; p *= real(i--) / m) side += p;
      }
      side *= static_cast<double>(numbers);
      const std::uint64_t count = count_up_to(d, outcome);
      EXPECT_LE(fabs((upper ? real(numbers - count) : real(count)) - side), real(0.51) + ldexp(side, -38) * 4)
          << mean << ' ' << z;
    }
  }
}

template <class D>
void check_order(const D& d, const std::string& which) {
  std::mt19937_64 g(7);
  for (int i = 0; i < 300; ++i) {
    // Numbers of every magnitude, next to either end too.
    const std::uint64_t tail = g() >> (11 + g() % 53), k = (g() & 1) != 0 ? tail : numbers - 1 - tail;
    ASSERT_NO_FATAL_FAILURE(
        expect_order(d, std::max<std::uint64_t>(k, 30) - 30, std::min(k + 30, numbers), which));
  }
}

TEST(DiscreteQuantile, NeverFalls) {
  for (const double mean : {0.0, 5e-324, 0.1, 5.0, 9.0, 50.0, 700.0, 4096.0, 5000.25, 1e7, 0x1p31}) {
    check_order(poisson_icdf<std::uint32_t>(mean), std::to_string(mean));
    for (const double more : {1.0, 1e3, 1e5}) {
      check_order(poisson_icdf<std::int64_t>(mean * more), std::to_string(mean * more));
    }
  }
  check_order(poisson_icdf<std::int64_t>(0x1p50), "2^50");
  for (const double p : {0.0, 5e-324, 1e-9, 0.01, 0.3, 0.5, 0.8, 1 - 0x1p-53, 1.0}) {
    for (const double n : {0.0, 1.0, 20.0, 1e3, 1e5, 1e10, 0x1p50}) {
      check_order(binomial_icdf<std::int64_t>(n, p), std::to_string(n) + ' ' + std::to_string(p));
    }
  }
}

TEST(DiscreteQuantile, AtTheEnds) {
  const auto ends = [](const auto& d) { return std::pair(at(d, 0), at(d, numbers - 1)); };
  const auto certain = [](std::int64_t x) { return std::pair(x, x); };
  EXPECT_EQ(ends(poisson_icdf<std::uint32_t>(0)), certain(0));
  EXPECT_EQ(ends(poisson_icdf<std::int64_t>(5e-324)), certain(0));
  EXPECT_EQ(ends(binomial_icdf<std::int64_t>(0, 0.5)), certain(0));
  EXPECT_EQ(ends(binomial_icdf<std::int64_t>(7, 0)), certain(0));
  EXPECT_EQ(ends(binomial_icdf<std::int64_t>(7, 1)), certain(7));
  EXPECT_EQ(ends(binomial_icdf<std::int64_t>(0x1p50, 1)), certain(std::int64_t{1} << 50));
  EXPECT_EQ(ends(binomial_icdf<std::uint32_t>(20, 0.5)), std::pair(std::int64_t{0}, std::int64_t{20}));
  // The median of Poisson numbers is between mean - log 2 and mean + 1/3, that of n trials of 1/2 is n / 2.
  const std::uint64_t middle = numbers / 2;
  EXPECT_EQ(at(poisson_icdf<std::int64_t>(0x1p50), middle), std::int64_t{1} << 50);
  EXPECT_EQ(at(poisson_icdf<std::int64_t>(0x1p40 + 0.75), middle), (std::int64_t{1} << 40) + 1);
  EXPECT_EQ(at(binomial_icdf<std::int64_t>(0x1p50, 0.5), middle), std::int64_t{1} << 49);
  // What is left of a binomial number is one too, of 1 - u.
  std::mt19937_64 g(8);
  for (const double n : {30.0, 1000.0, 1e9}) {
    const binomial_icdf<std::int64_t> rare(n, 0.25), often(n, 0.75);
    for (int i = 0; i < 1000; ++i) {
      const std::uint64_t k = g() >> 11;
      EXPECT_EQ(at(often, k), static_cast<std::int64_t>(n) - at(rare, numbers - 1 - k));
    }
  }
}

}  // namespace
}  // namespace tali::test
