// SPDX-License-Identifier: Apache-2.0
// The table in the library, as the lab's table type.
#pragma once

#include "law.hpp"
#include "table.hpp"

namespace tali::lab::normal {

/// The claim for shipped_table(): number of outputs until any polynomial or raw moment of degree <= 20 fails
/// at 4 sigma, in the lane that fails first, with the shared bits of c.
inline constexpr double claimed_outputs = 1e31;

table shipped_table();
coefficients shipped_coefficients();

}  // namespace tali::lab::normal
