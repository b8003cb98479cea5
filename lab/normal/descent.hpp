// SPDX-License-Identifier: Apache-2.0
// The training over the real numbers, before anything is rounded.
#pragma once

#include "loss.hpp"

namespace tali::lab::normal {

/// Takes the conditions (residuals::conditions) to zero along the path on which all of them shrink in
/// proportion: Newton steps of least norm. No entry moves by more than `reach` a step.
/// @return steps taken, or -1 if `most` did not suffice
int continue_to_zero(real_table& y, double reach, int max_steps);

/// Brings the rows' kurtosis down while the conditions stay at zero: damped Gauss-Newton steps (Levenberg and
/// Marquardt), each followed by Newton steps back to the conditions, and kept only if it gains.
/// It ends at a root mean square of some 0.25: rows of 256 equally likely magnitudes have so light tails that
/// the sum's high cumulants vanish only against products of the rows' low ones.
void level(real_table& y, double reach, int iterations);

/// Newton steps until the conditions hold as well as doubles can say.
void polish(real_table& y);

}  // namespace tali::lab::normal
