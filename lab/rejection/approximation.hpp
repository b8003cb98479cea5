// SPDX-License-Identifier: Apache-2.0
// The paper's formulas for the mean of the iteration law, and their errors.
//
// Source: Ridley and Forget (2021), sections 4.1 and 4.2. Two slips there do not change the results: (14)
// lacks powers of t, and the sum of (15) should end at N - 1. A third one does: (13) is called the maximum of
// (11), which is the same formula without the factor 2. With the factor it is not a mode but a mean: e^gamma
// = 1.78 would be exact in the limit (see mean_by_harmonic_number).
#pragma once

namespace tali::lab::rejection {

/// Equation (13), for larger rejection probabilities: log(2 t (rho - 1) / log rho) / log(1 / rho) + 1. It is
/// too large by (log 2 - gamma) / log(1 / rho) = 0.116 / log(1 / rho) in the limit of many threads.
/// @throws argument_error unless 0 <= rejection < 1 and threads = 1 ... 1024 (all functions here)
double mean_equation_13(double rejection, int threads);

/// Equation (16), for small rejection probabilities: 3 - (1 - rho)^t - (1 - rho^2)^t. It is too small by the
/// terms after three iterations: the sum over n > 2 of 1 - (1 - rho^n)^t.
double mean_equation_16(double rejection, int threads);

/// Equation (17): (16) if the law falls from n = 1 on, rho < 2^(1/t) - 1; otherwise (13).
double mean_equation_17(double rejection, int threads);

/// (1 + 1/2 + ... + 1/t) / log(1 / rho) + 1/2: the mean of the continuous law plus half an iteration. Not in
/// the paper. Its error decreases faster than any power of log(1 / rho) as t grows.
double mean_by_harmonic_number(double rejection, int threads);

/// 1 minus the integral of (11), the difference in Figure 4; (12) gives it by exponential integrals.
double normalisation_deficit(double rejection, int threads);

}  // namespace tali::lab::rejection
