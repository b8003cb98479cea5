// SPDX-License-Identifier: Apache-2.0
// The whole analysis of a table: what `tali normal analyse` reports.
#pragma once

#include <array>
#include <utility>
#include <vector>

#include "block.hpp"
#include "failure.hpp"
#include "law.hpp"

namespace tali::lab::normal {

// The frequency side: the distance of the output's characteristic function from a normal's.
//
// A test compares the mean of cos(wX) (and sin(wX)) over N outputs with its value under the normal law; at 4
// sigma N = 16 Var cos(wX) / (deviation)^2 with Var cos(wX) = (1 + e^{-2 w^2}) / 2 - e^{-w^2}.
//
// Three regions up to w = 2^45:
//   - w <= 10: the deviation is e^{-w^2/2} times the hermites' series, in the precision of the analysis.
//   - 10 < w <= 2^15: both functions are negligible except where the spacing of the table's values resonates;
//     |phi| is scanned there in steps of 1/2, half the width of its features.
//   - up to 2^45: a, b and c are lattice variables. |phi_A| returns to order 1 only where k_a w is near a
//     multiple of pi, and the same holds for k_b and k_c. At every such w, all of |phi| is evaluated.
//     Convergents of k_b / k_a show how closely a and b return together.
// Above w = 10, |phi| is computed for a and b without lane l's own values and the B' of model.hpp, times c's.
// These are independent of c, so the product bounds |phi| with the shared bits too.

/// The end of the scan: at higher frequencies the rounding of doubles is visible.
inline constexpr double highest_frequency = 0x1p45;

struct frequency_peak {
  double frequency = 0;
  double deviation = 0;        ///< of the characteristic function, or a bound on it
  double outputs_to_fail = 0;  ///< at 4 sigma
};

/// A convergent p / q of k_b / k_a: near w = 2 pi q / k_a both lattices return. The peaks of their
/// characteristic functions are `apart` standard deviations from each other.
struct coincidence {
  double q = 0, p = 0;
  double frequency = 0;
  double apart = 0;
};

struct frequency_report {
  frequency_peak low;      ///< worst with w <= 10
  frequency_peak middle;   ///< with w <= 2^15
  frequency_peak lattice;  ///< with w <= 2^45
  std::vector<coincidence> coincidences;

  [[nodiscard]] double outputs_to_fail() const;
};

/// @param laws  of the lanes under test, E e^{tX - t^2/2}; the worst one counts
template <class Real>
frequency_report analyse_frequencies(const table& t, const coefficients& k,
                                     const std::vector<series<Real>>& laws);

/// E cos(w A) of the half-warp's sum, exactly as defined.
double half_warp_characteristic(const table& t, double w);

/// Outputs near zero are multiples of a power of two: they lack the last bits of a double.
struct quantum_report {
  int exponent = 0;            ///< outputs are multiples of 2^exponent
  double outputs_to_fail = 0;  ///< until 20 outputs are where the last bit is always 0
};

struct analysis {
  coefficients k{};
  bool leptokurtic = false;
  double variance = 0, variance_error = 0;           ///< of the output; its deviation from 1
  double kurtosis = 0, kurtosis_error = 0;           ///< and its deviation from 3
  std::array<double, order + 1> hermites{};          ///< with c independent
  std::array<double, order + 1> worst_hermites{};    ///< of the worst lane
  failure_report independent;                        ///< with c independent of a, as in the paper
  failure_report pooled;                             ///< the mean of all lanes' laws
  failure_report worst_lane;                         ///< the lane that fails first, tested alone
  int worst_row = 0;                                 ///< the row that this lane reads
  quantum_report one_coefficient, two_coefficients;  ///< for c
  frequency_report frequency;
  block_report block;    ///< the 32 numbers of a block together
  double precision = 0;  ///< largest relative difference of a figure from its value at twice the precision
};

/// Analyzes in 50 digits; `check` repeats everything except the frequencies in 100.
analysis analyse(const table& t, bool check = true);

/// After this number of outputs, 20 are expected in |x| < 2^(e + 52), where a double has a last bit of 2^(e -
/// 1).
quantum_report quantum_of(std::initializer_list<double> multipliers);

}  // namespace tali::lab::normal
