// SPDX-License-Identifier: Apache-2.0
// What the training makes small: even hermites of single rows, and of the sum of one value of each row.
//
// Source: the paper, section "Optimising the lookup table", for the sum. The sum S of 16 rows has weight 1/4
// for each. Four of it make the output, two with weight sqrt(5/18) and two with sqrt(2/9), so the cumulant of
// degree n is attenuated by 2 ((5/18)^(n/2) + (2/9)^(n/2)). The aim in degree 4 is not 0 but what c's uniform
// share takes away again.
//
// The paper leaves open what single rows do as long as the sum is right. Their variances must be equal, or
// squares of outputs of a block are correlated; and the smaller their fourth cumulants, the nearer a block's
// energy comes to its law. block.hpp has both.
#pragma once

#include <array>
#include <vector>

#include "table.hpp"

namespace tali::lab::normal {

/// Degrees 4, 6 ... 2 * sum_terms of the sum have residuals. With degree 18 the output's 16th and 18th go to
/// zero; the 20th is then small enough, and every further one would cost the rows' kurtosis.
inline constexpr int sum_terms = 9;

/// c's coefficient that the training aims at. It fixes the fourth cumulant: larger smooths more, but shares
/// more of a's bits; under 2^-42 it keeps outputs multiples of 2^-95 or less with one double.
inline constexpr double aimed_c = 0x1.3p-43;

/// The output's fourth cumulant before c's share, for a coefficient of c.
double fourth_cumulant_against(double c);

/// 2 ((5/18)^(n/2) + (2/9)^(n/2)).
double attenuation(int n);

/// Values of the rows as real numbers in units of 2^24: value i of row r at r * 256 + i.
using real_table = std::vector<double>;

/// Hermites over the roots of their factorials, less what they should be, and their slopes.
struct residuals {
  /// The rows' moments of degree 2 (variance); the sum's, of degrees 4 ... 2 * sum_terms; the rows', of
  /// degree 4.
  static constexpr std::size_t variances = row_count, sums = sum_terms - 1, kurtoses = row_count;
  /// The first ones are conditions, the kurtoses after them wishes.
  static constexpr std::size_t conditions = variances + sums, count = conditions + kurtoses;

  std::array<double, count> x{};
  std::vector<real_table> jacobian;  ///< row after row

  explicit residuals(const real_table& y);

  /// The largest condition's distance from 0.
  [[nodiscard]] double off() const;
  /// The root mean square of the rows' kurtosis, where their variance is 1.
  [[nodiscard]] double kurtosis() const;
};

}  // namespace tali::lab::normal
