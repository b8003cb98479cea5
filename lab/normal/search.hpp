// SPDX-License-Identifier: Apache-2.0
// The search over integers after rounding.
//
// Source: the paper, section "Local search", changes r coordinates of one row at a time, r = 1 ... 5. It
// finds combinations as nearest neighbours: the change required from one half of the coordinates is searched
// among the changes of the other half. Here rows must keep one variance to the last bit, so there are two
// stages:
//   1. Make many variants of every row: the rounded row with six values changed by 1 (and, if the sum is far
//      off, a few of the largest values before), so that its sum of squares is 256 * 2^48 as an integer.
//      Three of the values come from one part of the row and three from another; sums of squares of one half
//      are looked up among those of the other.
//   2. Choose variants for the sum, four rows at a time: if all rows have one variance, cumulants divided by
//      powers of it add up. The change required from pairs of variants of two rows is searched among the
//      pairs of the other two.
#pragma once

#include <cstdint>
#include <vector>

#include "law.hpp"
#include "loss.hpp"
#include "table.hpp"

namespace tali::lab::normal {

/// The sum of squares of every row.
inline constexpr std::int64_t row_energy = std::int64_t{row_size} << 48;

/// Sum of squares of a row's values.
std::int64_t energy(const row& r);

/// log(x^T D x) of a table, in 50 digits. x has the cumulants of the rows' sum divided by powers of its
/// variance. Degree 4 has three times its weight: c's coefficient compensates its remainder, and would be too
/// large for fine outputs. Infinite if the rows' sum is not leptokurtic: the barrier.
double table_loss(const table& t);

/// y scaled by 2^24 and rounded to nearest.
table rounded(const real_table& y);

/// Up to `max_variants` variants of a rounded row.
/// @throws error if there are none
std::vector<row> equal_variants(row r, int max_variants);

/// Replaces four rows by variants if that decreases the loss. `pass` selects the rows.
bool improve(table& t, int max_variants, int pass);

// Orders a row's values so that c's dependence on the look-ups cancels.
//
// By dependence.hpp, the difference of a lane's law from the independent one is linear in the means over its
// row of chi_w(i) y_i^{2m}, with multipliers that do not depend on the order. So each hermite's shift is a
// sum over the places i of a known weight times a power of the value there, and the effect of a swap of two
// entries is cheap to compute. The law of a and b does not depend on the order within rows.

/// Shuffles every row and then swaps two entries at a time if that decreases the dependence.
/// @param swaps  proposals per row
/// @return the largest remaining dependence of a row, as a hermite divided by its standard error
double order_rows(table& t, const coefficients& k, std::uint64_t seed, int swaps);

}  // namespace tali::lab::normal
