// What the training makes small: log(x^T D x), x the even hermites of the sum of one value of each row.
//
// Source: the paper, section "Optimising the lookup table". The sum S of 16 rows has weight 1/4 for each.
// Four of it make the output, two with weight sqrt(5/18) and two with sqrt(2/9), so the cumulant of degree n
// is attenuated by 2 ((5/18)^(n/2) + (2/9)^(n/2)). D is the square of that over n!: x^T D x then is, to first
// order, the output's x^T P x, and effort goes where the output needs it. Degree 2 keeps the scale.
// The aim in degree 4 is not 0 but what c's uniform share takes away again.
#pragma once

#include <array>
#include <vector>

#include "table.hpp"

namespace tali::lab::normal {

/// Degrees 2, 4 ... 2 * loss_terms enter the loss.
inline constexpr int loss_terms = 12;

/// c's coefficient that the training aims at. It fixes the fourth cumulant: larger smooths more, but shares
/// more of a's bits; under 2^-42 it keeps outputs multiples of 2^-95 or less with one double.
inline constexpr double aimed_c = 0x1.3p-43;

/// The output's fourth cumulant before c's share, for a coefficient of c.
double fourth_cumulant_against(double c);

/// 2 ((5/18)^(n/2) + (2/9)^(n/2)).
double attenuation(int n);

/// Values of the rows as real numbers in units of 2^24: value i of row r at r * 256 + i.
using real_table = std::vector<double>;

/// log(x^T D x) and its gradient.
double loss(const real_table& y, real_table* gradient = nullptr);

/// The entries of x times the roots of D's: loss() is the log of the sum of their squares. `jacobian`: row
/// after row, loss_terms of them.
std::array<double, loss_terms> residuals(const real_table& y, std::vector<real_table>* jacobian = nullptr);

}  // namespace tali::lab::normal
