// SPDX-License-Identifier: Apache-2.0
// What tests can see of normal: of an output, of several outputs of a lane together, and of their sum
// of squares.
//
// A lane's outputs are y = S H x / 8 with 64 independent x (63 of the body's law, one of the wide), H the
// Walsh-Hadamard matrix and S random signs. A linear combination of m outputs with coefficients +-1 / sqrt(m)
// is, for given signs, a sum of the x with weights c_k / 8, where c is a transform of the signs: with
// probability 2^(1-m) only 64 / m of the x remain, with a weight of sqrt(m). That is how far a fixed test
// undoes the map.
#pragma once

#include <utility>
#include <vector>

#include <normal/failure.hpp>

namespace tali::lab::walsh {

/// Outputs until the best test of a kind fails at 4 sigma (lab/normal/failure.hpp).
struct combination_report {
  int outputs = 0;        ///< that are added up, of one lane
  double polynomial = 0;  ///< of degree up to 20
  double frequency = 0;   ///< up to highest_frequency, at the body's worst one
};

struct report {
  double variance_error = 0, kurtosis_error = 0;  ///< of an output: distances from 1 and 3
  normal::failure_report output;                  ///< polynomials and moments of an output
  double frequency = 0;                           ///< of an output
  std::vector<combination_report> combinations;   ///< of 2, 4 ... 64 outputs
  std::vector<std::pair<int, double>>
      energy;  ///< polynomials of degree up to 1 ... 20 in a lane's sum of squares
  /// Two squares of a lane: their covariance, all that random signs leave of cross moments up to the fourth
  /// order, and outputs until it is seen in all of a lane's pairs together.
  double squares_covariance = 0, squares = 0;
  double worst_frequency = 0, worst_of_body = 0;  ///< where |phi| of the body's law is largest, and how large
};

inline constexpr double highest_frequency = 0x1p22;

/// @tparam T  float or double, whose tables are analysed. In 50 digits; what sums lose by rounding is left
/// out
/// @param highest  frequency that is scanned
template <class T>
report analyse(double highest = highest_frequency);

}  // namespace tali::lab::walsh
