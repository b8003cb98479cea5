// SPDX-License-Identifier: Apache-2.0
// The quantities that the training makes small: even hermites of single rows, and of the sum of one value of
// each row.
//
// Source: the paper, section "Optimising the lookup table", for the sum. The sum S of 16 rows has weight 1/4
// for each. An output is made of four such sums, two with weight sqrt(5/18) and two with sqrt(2/9), so its
// cumulant of degree n is attenuated by 2 ((5/18)^(n/2) + (2/9)^(n/2)). The target in degree 4 is not 0,
// because c's uniform share subtracts from it.
//
// The paper does not constrain single rows as long as the sum is right. Their variances must be equal,
// otherwise squares of outputs of a block are correlated. The smaller their fourth cumulants, the nearer a
// block's energy is to its law. block.hpp describes both.
#pragma once

#include <array>
#include <vector>

#include "table.hpp"

namespace tali::lab::normal {

/// Degrees 4, 6 ... 2 * sum_terms of the sum have residuals. With degree 18, the output's 16th and 18th
/// hermites go to zero and the 20th is small enough; each further one would increase the rows' kurtosis.
inline constexpr int sum_terms = 9;

/// The target of the training for c's coefficient. It determines the fourth cumulant: a larger one smooths
/// more, but shares more of a's bits; below 2^-42, one double keeps outputs multiples of 2^-95 or less.
inline constexpr double aimed_c = 0x1.3p-43;

/// The output's fourth cumulant without c's share, for a coefficient of c.
double fourth_cumulant_against(double c);

/// 2 ((5/18)^(n/2) + (2/9)^(n/2)).
double attenuation(int n);

/// Values of the rows as real numbers in units of 2^24: value i of row r at r * 256 + i.
using real_table = std::vector<double>;

/// Hermites divided by the roots of their factorials, minus their targets, and their slopes.
struct residuals {
  /// The rows' moments of degree 2 (variance); the sum's, of degrees 4 ... 2 * sum_terms; the rows', of
  /// degree 4.
  static constexpr std::size_t variances = row_count, sums = sum_terms - 1, kurtoses = row_count;
  /// The first ones are conditions; the kurtoses after them are only minimised.
  static constexpr std::size_t conditions = variances + sums, count = conditions + kurtoses;

  std::array<double, count> x{};
  std::vector<real_table> jacobian;  ///< row after row

  explicit residuals(const real_table& y);

  /// The largest absolute value of a condition.
  [[nodiscard]] double off() const;
  /// The root mean square of the rows' kurtosis, in units in which their variance is 1.
  [[nodiscard]] double kurtosis() const;
};

// The training over the real numbers, before rounding.

/// Moves the conditions (residuals::conditions) to zero along the path on which all of them shrink in
/// proportion: Newton steps of smallest norm. No entry moves by more than `reach` per step.
/// @return number of steps, or -1 if `max_steps` were not enough
int continue_to_zero(real_table& y, double reach, int max_steps);

/// Decreases the rows' kurtosis while the conditions stay at zero: damped Gauss-Newton steps
/// (Levenberg-Marquardt), each followed by Newton steps back to the conditions, and accepted only if it
/// gains. It ends at a root mean square of about 0.25: rows of 256 equally likely magnitudes have such light
/// tails that the sum's high cumulants only vanish together with low cumulants of the rows.
void level(real_table& y, double reach, int iterations);

/// Newton steps until the conditions hold to the precision of doubles.
void polish(real_table& y);

}  // namespace tali::lab::normal
