// SPDX-License-Identifier: Apache-2.0
// Polynomials over GF(2), as bits.
#pragma once

#include <cstdint>

namespace tali::detail {

/// Whether x^degree + inner x + 1, with the coefficients of x^(degree-1) ... x as the bits of `inner`, is
/// primitive: x is then a generator of the field's 2^degree - 1 units.
/// @param degree  1 ... 32
bool is_primitive(std::uint32_t degree, std::uint32_t inner);

}  // namespace tali::detail
