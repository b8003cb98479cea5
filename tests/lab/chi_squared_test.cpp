// SPDX-License-Identifier: Apache-2.0
// The chi-squared test's p-values against Boost.Math, and what the test merges and refuses.
#include <cmath>
#include <vector>

#include <boost/math/special_functions/gamma.hpp>
#include <empirical/chi_squared.hpp>
#include <gtest/gtest.h>

namespace tali::lab {
namespace {

TEST(ChiSquared, TailIsTheIncompleteGammaFunction) {
  for (const double degrees : {1.0, 2.0, 3.0, 10.0, 39.0, 41.0, 100.0, 1000.0, 1e5, 1e6}) {
    for (const double z : {-6.0, -3.0, -1.0, -0.1, 0.0, 0.1, 1.0, 3.0, 6.0, 20.0}) {
      const double x = std::max(0.001, degrees + z * std::sqrt(2 * degrees));
      const long double half = degrees / 2;
      const double exact = static_cast<double>(boost::math::gamma_q(half, static_cast<long double>(x) / 2));
      if (exact < 1e-290) continue;
      EXPECT_NEAR(chi_squared_tail(degrees, x), exact, 1e-12 * exact + (x < degrees ? 1e-13 : 0))
          << degrees << " " << x;
    }
  }
  EXPECT_EQ(chi_squared_tail(3, 0), 1);
}

TEST(ChiSquared, StatisticOfKnownCounts) {
  // (20 - 25)^2 / 25 + (30 - 25)^2 / 25 + 0 = 2, with three degrees of freedom: p = 0.5724.
  const goodness_of_fit g = chi_squared_test({20, 30, 25, 25}, {0.25, 0.25, 0.25, 0.25});
  EXPECT_DOUBLE_EQ(g.chi_squared, 2);
  EXPECT_EQ(g.degrees_of_freedom, 3);
  EXPECT_NEAR(g.p, 0.57240670447, 1e-10);
}

TEST(ChiSquared, MergesBinsThatExpectLittle) {
  const goodness_of_fit g = chi_squared_test({50, 4, 6, 38, 2, 0}, {0.5, 0.05, 0.05, 0.38, 0.01, 0.01}, 10);
  EXPECT_EQ(g.degrees_of_freedom, 2);
  EXPECT_DOUBLE_EQ(g.chi_squared, 0);
  EXPECT_DOUBLE_EQ(g.p, 1);
}

TEST(ChiSquared, ImpossibleCountsAreNoChance) {
  EXPECT_EQ(chi_squared_test({100, 0}, {1, 0}).p, 1);
  EXPECT_EQ(chi_squared_test({99, 1}, {1, 0}).p, 0);
}

TEST(ChiSquared, SeesAWrongLaw) { EXPECT_LT(chi_squared_test({5200, 4800}, {0.5, 0.5}).p, 1e-4); }

TEST(ChiSquared, CombinesByFisher) {
  EXPECT_EQ(combined_p({}), 1);
  EXPECT_NEAR(combined_p({0.3}), 0.3, 1e-13);
  // -2 log(0.01) - 2 log(0.04) = x: e^(-x/2) (1 + x/2)
  const double half = -std::log(0.01) - std::log(0.04);
  EXPECT_NEAR(combined_p({0.01, 0.04}), std::exp(-half) * (1 + half), 1e-14);
  EXPECT_LT(combined_p({0.5, 0}), 1e-200);
}

}  // namespace
}  // namespace tali::lab
