// SPDX-License-Identifier: Apache-2.0
// Pearson's chi-squared test of counts against probabilities.
#pragma once

#include <cstdint>
#include <vector>

namespace tali::lab {

/// The probability that a chi-squared variable exceeds x: the regularised upper incomplete gamma function
/// Q(degrees / 2, x / 2), to a relative 1e-12 up to a million degrees. Source: Abramowitz and Stegun,
/// Handbook of Mathematical Functions, 6.5.29 and 6.5.31.
/// @param degrees  at least 1
/// @param x  at least 0
double chi_squared_tail(double degrees, double x);

struct goodness_of_fit {
  double chi_squared;
  int degrees_of_freedom;  ///< 0 if all bins were merged into one
  double p;  ///< probability of a chi-squared value at least this large; 1 without degrees of freedom
};

/// Neighbouring bins are merged until each expects at least `min_expected` counts.
/// @param probabilities  as many as counts, with sum 1; counts in an impossible bin make p 0
goodness_of_fit chi_squared_test(const std::vector<std::uint64_t>& counts,
                                 const std::vector<double>& probabilities, double min_expected = 10);

/// Fisher's combination of independent p-values: one p-value for all of them. 1 for none.
double combined_p(const std::vector<double>& p);

}  // namespace tali::lab
