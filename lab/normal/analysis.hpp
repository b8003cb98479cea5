// SPDX-License-Identifier: Apache-2.0
// The whole analysis of a table: what `tali normal analyse` reports.
#pragma once

#include <array>
#include <utility>
#include <vector>

#include "block.hpp"
#include "failure.hpp"
#include "frequency.hpp"
#include "law.hpp"

namespace tali::lab::normal {

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
