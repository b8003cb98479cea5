// The training over the real numbers, before anything is rounded.
#pragma once

#include "loss.hpp"

namespace tali::lab::normal {

/// Limited-memory BFGS on loss(), as the paper trains (there with the full matrix, which is no further after
/// as many iterations). It stalls in the curved valley x_4 = x_6 = ... = 0 with x_10 and above left.
/// @return the loss reached
double descend(real_table& y, int iterations);

/// Takes the residuals of degree 2 ... 2 * terms to zero along the path on which all of them shrink in
/// proportion: Newton steps of least norm. No entry moves by more than `reach` a step.
/// @return steps taken, or -1 if `most` did not suffice
int continue_to_zero(real_table& y, int terms, double reach, int most);

}  // namespace tali::lab::normal
