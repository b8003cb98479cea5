// SPDX-License-Identifier: Apache-2.0
// Samples of variable cost against the exact distribution functions of Boost.Math: chi-squared tests over
// cells of equal probability (discrete ones: over outcomes), several parameters each. The p-values are of
// fixed seeds, so they never change; a wrong constant in the fourth digit fails.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <boost/math/distributions.hpp>
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
  // Of shapes 1e-6 and 2e-6, two thirds of the numbers are 0.
  std::vector<double> x(100'000);
  fill(cpu{}, e, beta<double>(1e-6, 2e-6), 0, std::span(x));
  const auto zeros = static_cast<double>(std::count_if(x.begin(), x.end(), [](double y) { return y < 0.5; }));
  EXPECT_NEAR(zeros / 1e5, 2.0 / 3, 0.006);
}

TEST(BadParameters, AreNamed) {
  EXPECT_EQ(refusal([] { gamma<float>(0, 1); }), "shape is 0; allowed: a finite number above 0");
  EXPECT_EQ(refusal([] { gamma<double>(2, -1.5); }), "scale is -1.5; allowed: a finite number above 0");
  EXPECT_EQ(refusal([] { gamma<double>(std::nan(""), 1); }),
            "shape is nan; allowed: a finite number above 0");
  EXPECT_EQ(refusal([] { gamma<double>(INFINITY, 1); }), "shape is inf; allowed: a finite number above 0");
  EXPECT_EQ(refusal([] { chi_squared<float>(-1); }), "df is -1; allowed: a finite number above 0");
  EXPECT_EQ(refusal([] { beta<float>(1, 0); }), "b is 0; allowed: a finite number above 0");
  EXPECT_EQ(refusal([] { poisson<std::uint32_t>{-0.5}; }), "mean is -0.5; allowed: a number from 0 to 2^31");
  EXPECT_EQ(refusal([] { poisson<std::uint32_t>{INFINITY}; }),
            "mean is inf; allowed: a number from 0 to 2^31");
  EXPECT_EQ(refusal([] { binomial<std::uint32_t>(-3, 0.5); }),
            "n is -3; allowed: a whole number from 0 to 2^32 - 2");
  EXPECT_EQ(refusal([] { binomial<std::uint32_t>(3.5, 0.5); }),
            "n is 3.5; allowed: a whole number from 0 to 2^32 - 2");
  EXPECT_EQ(refusal([] { binomial<std::uint32_t>(3, 1.25); }), "p is 1.25; allowed: a probability, 0 ... 1");
}

}  // namespace
}  // namespace tali::test
