// SPDX-License-Identifier: Apache-2.0
// The digest of a characteristic polynomial, by which the authors' release identifies generators.
#pragma once

#include <array>
#include <cstdint>

#include <gf2/polynomial.hpp>

namespace tali::lab::mtgp {

/// SHA-1 of the coefficients as characters '0' and '1', the constant term first.
std::array<std::uint8_t, 20> digest(const gf2::polynomial& f);

}  // namespace tali::lab::mtgp
