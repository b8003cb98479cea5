// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

namespace tali::detail {

/// A lower triangular L with L L' = covariance, for matrices that the library takes for singular, row by row.
/// The lower triangle of the matrix is used.
///
/// Columns are made in order where that reproduces the matrix. Where it does not, pivots are taken from the
/// largest on. A matrix that is not positive semidefinite gets the factor that comes closer to it.
std::vector<double> factor_of(const std::vector<double>& covariance, std::size_t d);

}  // namespace tali::detail
