// SPDX-License-Identifier: Apache-2.0
// What numbers of a block do together: the exact figures against blocks that are made one by one.
#include <array>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>
#include <normal/analysis.hpp>
#include <normal/block.hpp>
#include <normal/search.hpp>
#include <normal/series.hpp>
#include <normal/shipped.hpp>

#include <tali/engine/philox4x32.hpp>

namespace tali::lab::normal {
namespace {

/// Rows that differ as much as possible: each a few values, variances from 0.3 to 2, kurtosis from -2 up.
table uneven_table() {
  table t;
  for (std::size_t r = 0; r < row_count; ++r) {
    const double scale = 0x1p24 * std::sqrt(0.3 + 1.7 * double(r * r) / 225);
    for (std::size_t i = 0; i < row_size; ++i) {
      const double y = r % 3 == 0 ? 1 : i % 8 == 0 ? 2.5 : 0.5;
      t.rows[r][i] = static_cast<std::int32_t>(scale * y);
    }
  }
  return t;
}

/// The outputs of one block without c.
std::array<double, warp_size> block_of(const table& t, const coefficients& k, philox4x32& g) {
  std::array<std::uint32_t, warp_size> entropy{};
  std::array<double, warp_size> a{}, b{}, z{};
  for (std::size_t l = 0; l < warp_size; ++l) {
    entropy[l] = g();
    a[l] = t.rows[l % row_count][entropy[l] >> 4 & 255u];
    b[l] = t.rows[l % row_count][entropy[l] >> 20 & 255u];
  }
  const auto r = butterfly(a, b, entropy);
  for (std::size_t l = 0; l < warp_size; ++l) z[l] = k.a * r.a[l] + k.b * r.b[l];
  return z;
}

TEST(NormalBlock, MomentsOfRegistersAreThoseOfEverySign) {
  // The first layers of a lane by hand: rows 0 and 1 alone, the rest 0. Mixed by 1, lanes 0, 1, 16 and 17
  // hold u, v of variance 2 m2 and E u^2 v^2 = 2 m4 - 2 m2^2.
  std::array<double, row_count> m2{}, m4{};
  m2[0] = 1, m4[0] = 1;  // a sign
  const register_moments<double> r(m2, m4);
  // Four signs of row 0, each in every register of its half-warp with weight 1: a sum of two signs.
  EXPECT_EQ(r.square[5], 2);
  EXPECT_EQ(r.squares[5][5], 8);
  // a and b of a lane are of different halves, hence independent.
  EXPECT_EQ(r.squares[5][32 + 5], 4);
  // a of lanes 4 and 5: both sums of the same two signs; one layer sends a - b and a + b apart, so of lanes
  // 0 and 1 one register is 0 where the other is not.
  EXPECT_EQ(r.squares[4][5], 0);
}

TEST(NormalBlock, CorrelationsAndEnergyAreThoseOfBlocks) {
  const table t = uneven_table();
  coefficients k{};
  real50 variance = 0;
  for (const auto& s : moment_series<real50>(t)) variance += 2 * copies * s[2];
  k.a = std::sqrt(5.0 / 9 / static_cast<double>(variance)) / table_unit;
  k.b = std::sqrt(4.0 / 9 / static_cast<double>(variance)) / table_unit;
  const series<real50> law = output_law<real50>(t, k).independent();
  const block_report exact = analyse_block(t, k, law, std::vector(row_count, law));

  constexpr int blocks = 1 << 17;
  philox4x32 g(11);
  std::array<double, warp_size> sums{};
  double energy = 0, energy2 = 0;
  for (int n = 0; n < blocks; ++n) {
    const auto z = block_of(t, k, g);
    double e = 0;
    for (std::size_t i = 0; i < warp_size; ++i) {
      e += z[i] * z[i] - 1;
      for (std::size_t j = i + 1; j < warp_size; ++j) {
        sums[j - i] += (z[i] * z[i] - 1) * (z[j] * z[j] - 1) / 2 / double(warp_size - j + i);
      }
    }
    energy += e / blocks, energy2 += e * e / blocks;
  }
  double largest = 0;
  for (std::size_t d = 1; d < warp_size; ++d) {
    const double error = 1 / std::sqrt(double(blocks) * double(warp_size - d));
    EXPECT_NEAR(exact.correlation[d], sums[d] / blocks, 8 * error) << "distance " << d;
    largest = std::max(largest, std::abs(exact.correlation[d]));
  }
  EXPECT_GT(largest, 0.03) << "there is something to find";
  EXPECT_NEAR(exact.energy_mean_error, energy, 6 * std::sqrt(70.0 / blocks));
  EXPECT_NEAR(exact.energy_variance_error, energy2 - 64, 6 * std::sqrt(12000.0 / blocks));
}

TEST(NormalBlock, RowsKurtosisIsWhatTheEnergysFourthCumulantHas) {
  // Signs and heavy rows of one variance, alternating, whose fourth cumulants sum to 0: the moments of
  // degree 4 are right, and E has 2 (sum of k^2) too much fourth cumulant, here 2 * 64 * 4 = 512 of 1536.
  table t;
  const double tail = 2;  // every fourth value; E y^4 = 4^2 / 4 ... variance 1, E y^4 = 4, kurtosis 1
  for (std::size_t r = 0; r < row_count; ++r) {
    for (std::size_t i = 0; i < row_size; ++i) {
      const double y = r % 3 == 0 && r != 0 ? tail * (i % 4 == 0) : 1;
      t.rows[r][i] = static_cast<std::int32_t>(y * 0x1p22);
    }
  }
  const std::vector<series<real50>> none(row_count, series<real50>::one());
  const auto report_of = [&](const table& of) {
    return analyse_block(of, coefficients{1e-8, 1e-8, 0, 0}, series<real50>::one(), none);
  };
  EXPECT_GT(report_of(inverse_cdf_table()).row_kurtosis, 0);
  const block_report report = report_of(t);
  EXPECT_EQ(report.variance_spread, 0);
  // Eleven rows of kurtosis -2, five of 1.
  EXPECT_NEAR(report.row_kurtosis, std::sqrt((11 * 4 + 5 * 1) / 16.0), 1e-12);
  const double off = 2 * 4 * (11 * 4 + 5 * 1);
  EXPECT_NEAR(report.energy_fourth_outputs, 32 * 16 * 24 * 256 * 16.0 * 17 * 18 * 19 / (off * off), 1);
}

}  // namespace
}  // namespace tali::lab::normal
