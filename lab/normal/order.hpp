// SPDX-License-Identifier: Apache-2.0
// Orders a row's values so that c's dependence on the look-ups cancels.
//
// By dependence.hpp the difference of a lane's law from the independent one is linear in the means over its
// row of chi_w(i) y_i^{2m}, with multipliers that no order changes. So each hermite's shift is a sum over the
// places i of a known weight times a power of the value there, and a swap of two entries changes it at small
// cost. The law of a and b itself does not notice the order within rows.
#pragma once

#include <cstdint>

#include "law.hpp"
#include "table.hpp"

namespace tali::lab::normal {

/// Shuffles every row and then swaps two entries at a time wherever that brings the dependence down.
/// @param swaps proposals a row
/// @return the largest of the rows' remaining dependences, as a hermite over its standard error
double order_rows(table& t, const coefficients& k, std::uint64_t seed, int swaps);

}  // namespace tali::lab::normal
