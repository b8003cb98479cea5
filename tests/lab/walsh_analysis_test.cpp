// SPDX-License-Identifier: Apache-2.0
// The analysis of normal: its figures, and that it sees tables that are worse.
#include <cmath>

#include <gtest/gtest.h>
#include <walsh/analysis.hpp>

namespace tali::lab::walsh {
namespace {

TEST(WalshAnalysis, TheTablesAreAsGoodAsTheDocumentsSay) {
  const report r = analyse<double>(0x1p12);
  EXPECT_LT(std::abs(r.variance_error), 1e-16);
  EXPECT_LT(std::abs(r.kurtosis_error), 1e-16);
  EXPECT_GT(r.output.polynomial, 2.1e29);
  EXPECT_GT(r.output.moments, 1.6e30);
  EXPECT_GT(r.frequency, 1e100);
  EXPECT_GT(r.energy.back().second, 0x1p49);
  EXPECT_GT(r.energy[5].second, 3e17);  // degree 6 in the sum of squares
  EXPECT_LT(std::abs(r.squares_covariance), 6e-13);
  EXPECT_GT(r.squares, 5e24);
  ASSERT_EQ(r.combinations.size(), 6u);
  for (const combination_report& c : r.combinations) {
    EXPECT_GT(c.polynomial, 1e17) << c.outputs;
    EXPECT_GT(c.frequency, 1e17) << c.outputs;
  }
}

TEST(WalshAnalysis, FloatsLoseLittle) {
  const report r = analyse<float>(0x1p12);
  EXPECT_LT(std::abs(r.variance_error), 2e-15);
  EXPECT_GT(r.output.polynomial, 2e29);
  EXPECT_GT(r.energy.back().second, 0x1p49);
}

TEST(WalshAnalysis, ReportsGrowWorseWithTheDegree) {
  const report r = analyse<double>(0x1p12);
  for (std::size_t i = 1; i < r.output.by_degree.size(); ++i)
    EXPECT_LE(r.output.by_degree[i].second, r.output.by_degree[i - 1].second);
  for (std::size_t i = 1; i < r.energy.size(); ++i) EXPECT_LE(r.energy[i].second, r.energy[i - 1].second);
}

}  // namespace
}  // namespace tali::lab::walsh
