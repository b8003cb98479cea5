// SPDX-License-Identifier: Apache-2.0
// The table in the library, as the lab's table type.
#pragma once

#include <string>

#include "law.hpp"
#include "table.hpp"

namespace tali::lab::normal {

/// The claim for shipped_table(): number of outputs until any polynomial or raw moment of degree <= 20 fails
/// at 4 sigma, in the lane that fails first, with the shared bits of c.
inline constexpr double claimed_outputs = 1e31;

table shipped_table();
coefficients shipped_coefficients();

// The C++ header that contains the shipped table: include/tali/distribution/warp_normal_values.hpp.

/// The header's text: values [i][r] in the generator's index order, coefficients as hexadecimal floats, and
/// the table's comments.
std::string header_text(const table& t, const coefficients& k);

}  // namespace tali::lab::normal
