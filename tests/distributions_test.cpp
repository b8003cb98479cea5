// SPDX-License-Identifier: Apache-2.0
// Samples of variable cost against the exact distribution functions of Boost.Math: chi-squared tests over
// cells of equal probability (discrete ones: over outcomes), several parameters each. The p-values are of
// fixed seeds, so they never change; a wrong constant in the fourth digit fails.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <boost/math/distributions.hpp>
#include <boost/math/special_functions/zeta.hpp>
#include <gtest/gtest.h>

#include <tali/fill.hpp>

#include "support/goodness_of_fit.hpp"
#include "support/refusal.hpp"

namespace tali::test {
namespace {

namespace exact = boost::math;

template <class T>
class Continuous : public testing::Test {};
using Floats = testing::Types<float, double>;
TYPED_TEST_SUITE(Continuous, Floats);

TYPED_TEST(Continuous, Gamma) {
  using T = TypeParam;
  for (const T shape : {T(0.05), T(0.3), T(0.99), T(1), T(1.3), T(2.5), T(30), T(1e4)}) {
    check_continuous(gamma<T>(shape, T(1.5)), exact::gamma_distribution<>(static_cast<double>(shape), 1.5), 1,
                     text(static_cast<double>(shape)));
  }
}

TYPED_TEST(Continuous, ChiSquared) {
  using T = TypeParam;
  for (const T df : {T(0.5), T(1), T(3), T(40)}) {
    check_continuous(chi_squared<T>(df), exact::chi_squared(static_cast<double>(df)), 2,
                     text(static_cast<double>(df)));
  }
}

TYPED_TEST(Continuous, Beta) {
  using T = TypeParam;
  // Much mass next to 1 would test the type's spacing there; F, the odds, has both ends.
  const std::pair<T, T> shapes[] = {{T(2.5), T(4)},   {T(4), T(2.5)}, {T(0.3), T(1.7)}, {T(0.5), T(3)},
                                    {T(0.2), T(7)},   {T(1), T(1)},   {T(1), T(5)},     {T(5), T(1)},
                                    {T(200), T(300)}, {T(0.1), T(2)}};
  for (const auto& [a, b] : shapes) {
    check_continuous(beta<T>(a, b),
                     exact::beta_distribution<>(static_cast<double>(a), static_cast<double>(b)), 3,
                     text(static_cast<double>(a)) + ' ' + text(static_cast<double>(b)));
  }
}

TYPED_TEST(Continuous, F) {
  using T = TypeParam;
  const std::pair<T, T> shapes[] = {{T(5), T(7)},   {T(0.5), T(3)},   {T(100), T(4)}, {T(1), T(1)},
                                    {T(60), T(90)}, {T(0.4), T(0.6)}, {T(7), T(0.4)}, {T(0.5), T(9)}};
  for (const auto& [a, b] : shapes) {
    check_continuous(fisher_f<T>(a, b), exact::fisher_f(static_cast<double>(a), static_cast<double>(b)), 4,
                     text(static_cast<double>(a)) + ' ' + text(static_cast<double>(b)));
  }
}

TYPED_TEST(Continuous, NoncentralChiSquared) {
  using T = TypeParam;
  const std::pair<T, T> cases[] = {{T(3), T(2)},     {T(1), T(1)},      {T(1.5), T(0.25)},  {T(0.5), T(1)},
                                   {T(0.25), T(19)}, {T(0.75), T(21)},  {T(0.125), T(300)}, {T(7), T(300)},
                                   {T(40), T(1000)}, {T(0.5), T(0.001)}};
  for (const auto& [df, nonc] : cases) {
    check_continuous(noncentral_chi_squared<T>(df, nonc),
                     exact::non_central_chi_squared(static_cast<double>(df), static_cast<double>(nonc)), 33,
                     text(static_cast<double>(df)) + ' ' + text(static_cast<double>(nonc)));
  }
  check_continuous(noncentral_chi_squared<T>(T(0.5), 0), exact::chi_squared(0.5), 33, "central");
  check_continuous(noncentral_chi_squared<T>(T(2.5), 0), exact::chi_squared(2.5), 33, "central");
}

TYPED_TEST(Continuous, NoncentralF) {
  using T = TypeParam;
  const T cases[][3] = {{5, 7, 2}, {1, 3, 1}, {T(0.5), 3, 1}, {T(0.75), 1, 30}, {2, 100, 40}, {3, T(0.5), 4}};
  for (const auto& p : cases) {
    check_continuous(
        noncentral_f<T>(p[0], p[1], p[2]),
        exact::non_central_f(static_cast<double>(p[0]), static_cast<double>(p[1]), static_cast<double>(p[2])),
        32, text(static_cast<double>(p[0])) + ' ' + text(static_cast<double>(p[2])));
  }
  check_continuous(noncentral_f<T>(4, 9, 0), exact::fisher_f(4, 9), 32, "central");
}

template <class T>
class Discrete : public testing::Test {};
using Integers = testing::Types<std::uint32_t, std::int64_t>;
TYPED_TEST_SUITE(Discrete, Integers);

TYPED_TEST(Discrete, Poisson) {
  for (const double mean : {0.01, 0.3, 1.0, 10.0, 99.5, 1000.0, 4096.0, 4096.5, 1e5, 1e9}) {
    check_discrete(poisson<TypeParam>(mean), exact::poisson(mean), 6, text(mean));
  }
}

TYPED_TEST(Discrete, Binomial) {
  const std::pair<double, double> cases[] = {{1, 0.5},     {7, 0.3},   {100, 0.3}, {100, 0.97}, {16384, 0.5},
                                             {16500, 0.5}, {1e6, 0.1}, {1e6, 0.9}, {4e9, 1e-9}, {4e9, 0.3}};
  for (const auto& [n, p] : cases) {
    check_discrete(binomial<TypeParam>(n, p), exact::binomial(n, p), 7, text(n) + ' ' + text(p));
  }
}

/// Zipf's numbers up to `last`: a sum of the first, and beyond them the integral between halves with two
/// terms of Euler and Maclaurin's formula.
class zipf_sums {
 public:
  zipf_sums(double a, double last) : a_{a}, first_{0.0} {
    for (double k = 1; k <= 2000; ++k) first_.push_back(first_.back() + std::pow(k, -a));
    all_ = sum(last);
  }
  friend double cdf(const zipf_sums& z, double k) { return z.sum(k) / z.all_; }
  [[nodiscard]] double all() const { return all_; }

 private:
  [[nodiscard]] double sum(double k) const {
    const double few = static_cast<double>(first_.size() - 1);
    if (k <= few) return first_[static_cast<std::size_t>(k)];
    const double rate = a_ - 1, from = few + 0.5, to = k + 0.5;
    const double area = (std::expm1(-rate * std::log(from)) - std::expm1(-rate * std::log(to))) / rate;
    return first_.back() + area + a_ * (std::pow(to, -a_ - 1) - std::pow(from, -a_ - 1)) / 24;
  }
  double a_, all_;
  std::vector<double> first_;
};

TYPED_TEST(Discrete, Zipf) {
  for (const double a : {1.2, 1.5, 2.0, 2.5, 3.0, 6.0, 30.0}) {
    if (a >= 2) {
      EXPECT_NEAR(zipf_sums(a, 1e18).all() / exact::zeta(a), 1, 1e-10) << a;
    }
    check_discrete(zipf<TypeParam>(a), zipf_sums(a, zipf<TypeParam>::max_value), 33, text(a));
  }
}

// The first 64 numbers one by one, and the rest, of all magnitudes, by their binary exponents.
TYPED_TEST(Discrete, ZipfOfAllMagnitudes) {
  using D = zipf<TypeParam>;
  for (const double a : {1 + 1e-12, 1.0001, 1.05, 1.3, 2.0, 2.5, 3.5}) {
    const zipf_sums law(a, D::max_value);
    const auto cell = [](double k) { return k < 64 ? k : 58.0 + std::ilogb(k); };
    const std::size_t cells = sizeof(TypeParam) == 4 ? 90 : 121;
    std::vector<double> counts(cells), seen, expected;
    constexpr int n = 2'000'000;
    std::vector<TypeParam> x(n);
    fill(cpu{}, philox4x32(34), D(a), 0, std::span(x));
    for (const TypeParam k : x) {
      ASSERT_GE(k, TypeParam(1));
      counts[static_cast<std::size_t>(cell(static_cast<double>(k)))] += 1;
    }
    double below = 0, open = 0;
    for (std::size_t i = 1; i < cells; ++i) {
      const double end = i < 64 ? static_cast<double>(i) : std::ldexp(1.0, static_cast<int>(i) - 57) - 1;
      const double to = i + 1 == cells ? 1 : cdf(law, end);
      open += counts[i];
      if ((to - below) * n < 25 && i + 1 < cells) continue;
      expected.push_back((to - below) * n);
      seen.push_back(open);
      below = to;
      open = 0;
    }
    if (expected.back() < 25) {
      expected[expected.size() - 2] += expected.back();
      seen[seen.size() - 2] += seen.back();
      expected.pop_back();
      seen.pop_back();
    }
    EXPECT_GT(p_value(seen, expected), suspicious) << a;
  }
}

TEST(Edges, ParametersAtTheEnds) {
  const philox4x32 e(1);
  for (std::uint64_t i = 0; i < 1000; ++i) {
    EXPECT_EQ(value(e, poisson<std::uint32_t>(0), i), 0u);
    EXPECT_EQ(value(e, binomial<std::uint32_t>(50, 0), i), 0u);
    EXPECT_EQ(value(e, binomial<std::uint32_t>(50, 1), i), 50u);
    EXPECT_EQ(value(e, binomial<std::int64_t>(0, 0.5), i), 0);
    const float g = value(e, gamma<float>(1e-6f), i);
    EXPECT_TRUE(g >= 0 && g < 100);  // most underflow to 0
    const float b = value(e, beta<float>(1e-6f, 1e-6f), i);
    EXPECT_TRUE(b >= 0 && b <= 1);
  }
  for (std::uint64_t i = 0; i < 1000; ++i) {
    EXPECT_EQ(value(e, zipf<std::uint32_t>(1e300), i), 1u);
    EXPECT_EQ(value(e, zipf<std::int64_t>(2000), i), 1);
    const auto k = value(e, zipf<std::int64_t>(std::nextafter(1.0, 2.0)), i);
    EXPECT_TRUE(k >= 1);
    // Both parts underflow, their quotient does not.
    EXPECT_FALSE(std::isnan(value(e, noncentral_f<float>(1e-3f, 1e-3f, 0), i)));
    EXPECT_FALSE(std::isnan(value(e, noncentral_f<double>(1e-300, 1e300, 0), i)));
    const double y = value(e, noncentral_chi_squared<double>(1e-300, 0x1p50), i);
    EXPECT_NEAR(y / 0x1p50, 1, 1e-6);
    EXPECT_NEAR(value(e, noncentral_chi_squared<double>(2, 1e300), i) / 1e300, 1, 1e-12);
    const float z = value(e, noncentral_chi_squared<float>(1e-6f, 0), i);
    EXPECT_TRUE(z >= 0 && z < 100);
  }
  // With shapes 1e-6 and 2e-6, two thirds of the numbers are 0.
  std::vector<double> x(100'000);
  fill(cpu{}, e, beta<double>(1e-6, 2e-6), 0, std::span(x));
  const auto zeros = static_cast<double>(std::count_if(x.begin(), x.end(), [](double y) { return y < 0.5; }));
  EXPECT_NEAR(zeros / 1e5, 2.0 / 3, 0.006);
}

TEST(BadParameters, AreNamed) {
  EXPECT_EQ(refusal([] { gamma<float>(0, 1); }), "shape is 0");
  EXPECT_EQ(refusal([] { gamma<double>(2, -1.5); }), "scale is -1.5");
  EXPECT_EQ(refusal([] { gamma<double>(std::nan(""), 1); }), "shape is nan");
  EXPECT_EQ(refusal([] { gamma<double>(INFINITY, 1); }), "shape is inf");
  EXPECT_EQ(refusal([] { chi_squared<float>(-1); }), "df is -1");
  EXPECT_EQ(refusal([] { beta<float>(1, 0); }), "b is 0");
  EXPECT_EQ(refusal([] { poisson<std::uint32_t>{-0.5}; }), "mean is -0.5");
  EXPECT_EQ(refusal([] { poisson<std::uint32_t>{INFINITY}; }), "mean is inf");
  EXPECT_EQ(refusal([] { binomial<std::uint32_t>(-3, 0.5); }), "n is -3");
  EXPECT_EQ(refusal([] { binomial<std::uint32_t>(3.5, 0.5); }), "n is 3.5");
  EXPECT_EQ(refusal([] { zipf<std::uint32_t>(1); }), "a is 1");
  EXPECT_EQ(refusal([] { noncentral_chi_squared<float>(0, 1); }), "df is 0");
  EXPECT_EQ(refusal([] { noncentral_chi_squared<double>(0.5, 0x1p51); }), "nonc is 2251799813685248");
  EXPECT_EQ(refusal([] { noncentral_f<double>(3, 2, -1); }), "nonc is -1");
  EXPECT_EQ(refusal([] { binomial<std::uint32_t>(3, 1.25); }), "p is 1.25");
}

}  // namespace
}  // namespace tali::test
