// SPDX-License-Identifier: Apache-2.0
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
#pragma once

#include <vector>

#include "law.hpp"

namespace tali::lab::normal {

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

}  // namespace tali::lab::normal
