// SPDX-License-Identifier: Apache-2.0
// The deviations of normal that tests can detect: in an output, in several outputs of a lane together, and in
// their sum of squares.
//
// A lane's outputs are y = S H x / 8 with 64 independent x (63 of the body's law, one of the wide law), the
// Walsh-Hadamard matrix H and random signs S. For given signs, a linear combination of m outputs with
// coefficients +-1 / sqrt(m) is a sum of the x with weights c_k / 8, where c is a transform of the signs.
// With probability 2^(1-m) only 64 / m of the x remain, with a weight of sqrt(m). A fixed test cannot undo
// more of the map.
#pragma once

#include <utility>
#include <vector>

#include <normal/failure.hpp>

namespace tali::lab::walsh {

/// Number of outputs until the best test of a kind fails at 4 sigma (lab/normal/failure.hpp).
struct combination_report {
  int outputs = 0;        ///< number of added outputs, of one lane
  double polynomial = 0;  ///< of degree up to 20
  double frequency = 0;   ///< up to highest_frequency, at the body's worst frequency
};

struct report {
  double variance_error = 0, kurtosis_error = 0;  ///< of an output: deviations from 1 and 3
  normal::failure_report output;                  ///< polynomials and moments of an output
  double frequency = 0;                           ///< of an output
  std::vector<combination_report> combinations;   ///< of 2, 4 ... 64 outputs
  std::vector<std::pair<int, double>>
      energy;  ///< polynomials of degree up to 1 ... 20 in a lane's sum of squares
  /// Two squares of a lane: their covariance, which is the only cross moment up to the fourth order that
  /// random signs leave, and the number of outputs until it is detected in all of a lane's pairs.
  double squares_covariance = 0, squares = 0;
  double worst_frequency = 0,
         worst_of_body = 0;  ///< where |phi| of the body's law is largest, and its value there
};

inline constexpr double highest_frequency = 0x1p22;

/// @tparam T  float or double: the tables to analyse. Computed in 50 digits; the rounding of sums is not
/// included
/// @param highest  the highest frequency of the scan
template <class T>
report analyse(double highest = highest_frequency);

}  // namespace tali::lab::walsh
