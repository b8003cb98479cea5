// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

namespace tali::detail {

/// A lower triangular L with L L' = covariance, row by row, for matrices that multivariate_normal rejects as
/// singular. Only the lower triangle of the matrix is used.
///
/// Columns are computed in order if that reproduces the matrix; otherwise pivots are chosen from the largest.
/// For a matrix that is not positive semidefinite, the result is the better approximation of the two.
std::vector<double> factor_of(const std::vector<double>& covariance, std::size_t d);

}  // namespace tali::detail
