// The local search over integers after rounding.
//
// Source: the paper, section "Local search": on the vertices of the unit cube about the scaled real solution,
// change r coordinates, r = 1 ... 5, and move to the best vertex where log(x^T D x) falls by 0.001 or more.
// Combinations are found as nearest neighbours: what one half of the changed coordinates should add up to
// against what the other half does.
// Where the paper leaves fifteen rows fixed, the two halves here may lie in two rows: cumulants of the rows
// add. x are therefore the cumulants of the sum over powers of its variance, which do not notice the scale.
#pragma once

#include <functional>

#include "loss.hpp"
#include "table.hpp"

namespace tali::lab::normal {

/// Smallest gain in log(x^T D x) that is worth a move.
inline constexpr double worthwhile = 0.001;

/// log(x^T D x) of a table, from 50 digits. Degree 4 has a tenth of its weight, since c's coefficient takes
/// what is left. Infinite where the rows' sum is not leptokurtic: the barrier.
double table_loss(const table& t);

/// y scaled by 2^24 and rounded to nearest.
table rounded(const real_table& y);

/// The best move of `radius` coordinates, made on `t` if it is worthwhile.
/// @param y the centre of the cube
bool improve(table& t, const real_table& y, int radius);

}  // namespace tali::lab::normal
