// SPDX-License-Identifier: Apache-2.0
// The C++ header that contains the shipped table: include/tali/distribution/warp_normal_values.hpp.
#pragma once

#include <string>

#include "law.hpp"
#include "table.hpp"

namespace tali::lab::normal {

/// The header's text: values [i][r] in the generator's index order, coefficients as hexadecimal floats, and
/// the table's comments.
std::string header_text(const table& t, const coefficients& k);

}  // namespace tali::lab::normal
