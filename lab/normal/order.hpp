// SPDX-License-Identifier: Apache-2.0
// Orders a row's values so that c's dependence on the look-ups cancels.
//
// By dependence.hpp, the difference of a lane's law from the independent one is linear in the means over its
// row of chi_w(i) y_i^{2m}, with multipliers that do not depend on the order. So each hermite's shift is a
// sum over the places i of a known weight times a power of the value there, and the effect of a swap of two
// entries is cheap to compute. The law of a and b does not depend on the order within rows.
#pragma once

#include <cstdint>

#include "law.hpp"
#include "table.hpp"

namespace tali::lab::normal {

/// Shuffles every row and then swaps two entries at a time if that decreases the dependence.
/// @param swaps  proposals per row
/// @return the largest remaining dependence of a row, as a hermite divided by its standard error
double order_rows(table& t, const coefficients& k, std::uint64_t seed, int swaps);

}  // namespace tali::lab::normal
