// Orders a row's values so that c's dependence on the look-ups cancels.
//
// By dependence.hpp the dependence is a sum over masks w of beta_w gamma_w times the moments
// mu_{w,2m} = mean of chi_w(i) y_i^{2m} over the row. The law of a and b does not notice the order within rows;
// mu_{w,2m} does. Swaps make the weighted sum of squares of the mu small, the weight of each being what it adds
// to the output's hermites in units of their standard error.
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
