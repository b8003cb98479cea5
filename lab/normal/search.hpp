// SPDX-License-Identifier: Apache-2.0
// The search over integers after rounding.
//
// Source: the paper, section "Local search", changes r coordinates of one row at a time, r = 1 ... 5, finding
// combinations as nearest neighbours: what one half of the changed coordinates should add up to against what
// the other half does. Here rows have to keep one variance to the last bit, so there are two stages:
//   1. Make many variants of every row: the rounded row with six values changed by 1 (and a few of the
//      largest beforehand, where the sum is far off), so that its sum of squares is 256 * 2^48 as an integer.
//      Three of the values come from one part of the row and three from another; sums of squares of one half
//      are looked up among those of the other.
//   2. Choose variants, four rows at a time, for the sum: where all rows have one variance, cumulants over
//      powers of it add. Pairs of variants of two rows are nearest neighbours of what the pairs of the other
//      two leave.
#pragma once

#include <cstdint>
#include <vector>

#include "loss.hpp"
#include "table.hpp"

namespace tali::lab::normal {

/// The sum of squares of every row.
inline constexpr std::int64_t row_energy = std::int64_t{row_size} << 48;

/// Sum of squares of a row's values.
std::int64_t energy(const row& r);

/// log(x^T D x) of a table, x the cumulants of the rows' sum over powers of its variance, from 50 digits.
/// Degree 4 has three times its weight: c's coefficient takes what is left of it, and would be too large for
/// fine outputs. Infinite where the rows' sum is not leptokurtic: the barrier.
double table_loss(const table& t);

/// y scaled by 2^24 and rounded to nearest.
table rounded(const real_table& y);

/// Variants of a rounded row, `most` of them at most.
/// @throws error if there are none
std::vector<row> equal_variants(row r, int max_variants);

/// Replaces four rows by variants of theirs, where that makes the loss less. Which four depends on `pass`.
bool improve(table& t, int max_variants, int pass);

}  // namespace tali::lab::normal
