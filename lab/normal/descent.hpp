// SPDX-License-Identifier: Apache-2.0
// The training over the real numbers, before rounding.
#pragma once

#include "loss.hpp"

namespace tali::lab::normal {

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
