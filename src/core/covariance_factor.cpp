// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>

#include <tali/detail/covariance_factor.hpp>
#include <tali/math/arithmetic.hpp>

namespace tali::detail {

namespace {

using doubles = std::vector<double>;

/// The maximum deviation of a factor's product from the matrix, in units of both standard deviations: NumPy's
/// `tol`, by which a matrix may deviate from a semidefinite one.
constexpr double close_enough = 1e-8;

/// The factor, by columns in order. A column is 0 if its pivot is at most 1e-13 times the largest variance.
doubles factor_in_order(const doubles& covariance, std::size_t d) {
  double largest = 0;
  for (std::size_t r = 0; r < d; ++r) largest = std::max(largest, covariance[r * d + r]);
  doubles l(d * d);
  for (std::size_t c = 0; c < d; ++c) {
    double pivot = covariance[c * d + c];
    for (std::size_t k = 0; k < c; ++k) pivot = fma(-l[c * d + k], l[c * d + k], pivot);
    if (!(pivot > 1e-13 * largest)) continue;
    l[c * d + c] = std::sqrt(pivot);
    for (std::size_t r = c + 1; r < d; ++r) {
      double x = covariance[r * d + c];
      for (std::size_t k = 0; k < c; ++k) x = fma(-l[r * d + k], l[c * d + k], x);
      l[r * d + c] = x / l[c * d + c];
    }
  }
  return l;
}

/// The largest |L L' - covariance| of an entry, in units of both standard deviations.
double deviation(const doubles& l, const doubles& covariance, std::size_t d) {
  double largest = 0;
  for (std::size_t r = 0; r < d; ++r) {
    for (std::size_t c = 0; c <= r; ++c) {
      double x = -covariance[r * d + c];
      for (std::size_t k = 0; k <= c; ++k) x = add(x, multiply(l[r * d + k], l[c * d + k]));
      if (x == 0) continue;  // also if a variance is 0
      const double scale = multiply(square_root(absolute(covariance[r * d + r])),
                                    square_root(absolute(covariance[c * d + c])));
      const double relative = divide(absolute(x), scale);
      if (!std::isfinite(relative)) return std::numeric_limits<double>::infinity();
      largest = std::max(largest, relative);
    }
  }
  return largest;
}

/// Finds rows of `rank` numbers whose products are the entries of the matrix, which has variances of 1. The
/// largest pivot comes first, so that no rounding error is divided by another. The columns end where the
/// largest entry of the residual is smallest: after that, the residual of a rounded matrix grows.
std::size_t pivoted_columns(doubles& residual, doubles& m, std::size_t d) {
  const double rounding = multiply(static_cast<double>(d), 0x1p-52);
  double smallest = 0;
  std::size_t rank = 0;
  for (std::size_t k = 0; k < d; ++k) {
    std::size_t p = 0;
    for (std::size_t r = 1; r < d; ++r) {
      if (residual[r * d + r] > residual[p * d + p]) p = r;
    }
    const double pivot = residual[p * d + p];
    if (!(pivot > rounding)) break;
    const double root = square_root(pivot);
    for (std::size_t r = 0; r < d; ++r) {
      double& x = residual[r < p ? p * d + r : r * d + p];
      m[r * d + k] = divide(x, root);
      x = 0;  // the residual of row p is 0
    }
    double largest = 0;
    for (std::size_t r = 0; r < d; ++r) {
      const double factor = -m[r * d + k];
      if (r == p || factor == 0) continue;
      for (std::size_t c = 0; c <= r; ++c) {
        if (c != p) residual[r * d + c] = add(residual[r * d + c], multiply(factor, m[c * d + k]));
      }
    }
    for (std::size_t r = 0; r < d; ++r) {
      for (std::size_t c = 0; c <= r; ++c) largest = std::max(largest, absolute(residual[r * d + c]));
    }
    if (k == 0 || largest < smallest) {
      smallest = largest;
      rank = k + 1;
    }
  }
  return rank;
}

/// Turns rows of `rank` numbers into the rows of a lower triangle with the same products, by Householder's
/// reflections. These divide by no pivot, so rows that depend on others do no harm.
void make_triangular(doubles& m, std::size_t d, std::size_t rank) {
  for (std::size_t r = 0; r < d; ++r) std::fill(&m[r * d] + rank, &m[r * d] + d, 0.0);
  doubles v(rank);
  for (std::size_t k = 0; k < rank; ++k) {
    double* const row = &m[k * d];
    double squares = 0;
    for (std::size_t c = k; c < rank; ++c) squares = add(squares, multiply(row[c], row[c]));
    if (!(squares > 0x1p-1000)) {  // negligible compared with the row's length of 1
      std::fill(row + k, row + rank, 0.0);
      continue;
    }
    const double norm = square_root(squares);
    std::copy(row + k, row + rank, v.begin() + static_cast<std::ptrdiff_t>(k));
    v[k] = add(row[k], row[k] < 0 ? -norm : norm);
    const double half = multiply(norm, absolute(v[k]));  // half the square of v
    const double sign = row[k] < 0 ? 1 : -1;             // makes the diagonal positive
    for (std::size_t r = k; r < d; ++r) {
      double* const x = &m[r * d];
      double product = 0;
      for (std::size_t c = k; c < rank; ++c) product = add(product, multiply(x[c], v[c]));
      const double factor = -divide(product, half);
      for (std::size_t c = k; c < rank; ++c) x[c] = add(x[c], multiply(factor, v[c]));
      x[k] = multiply(sign, x[k]);
    }
    std::fill(row + k + 1, row + rank, 0.0);
  }
}

doubles factor_with_pivots(const doubles& covariance, std::size_t d) {
  doubles scale(d), residual(d * d), l(d * d);
  for (std::size_t r = 0; r < d; ++r) {
    if (covariance[r * d + r] > 0) scale[r] = square_root(covariance[r * d + r]);
    for (std::size_t c = 0; c <= r; ++c) {
      const bool has_scale = scale[r] > 0 && scale[c] > 0;
      residual[r * d + c] = has_scale ? divide(divide(covariance[r * d + c], scale[r]), scale[c]) : 0;
    }
  }
  make_triangular(l, d, pivoted_columns(residual, l, d));
  for (std::size_t r = 0; r < d; ++r) {
    for (std::size_t c = 0; c <= r; ++c) l[r * d + c] = multiply(scale[r], l[r * d + c]);
  }
  return l;
}

}  // namespace

std::vector<double> factor_of(const std::vector<double>& covariance, std::size_t d) {
  doubles in_order = factor_in_order(covariance, d);
  const double deviation_in_order = deviation(in_order, covariance, d);
  if (deviation_in_order <= close_enough) return in_order;
  doubles with_pivots = factor_with_pivots(covariance, d);
  return deviation(with_pivots, covariance, d) < deviation_in_order ? with_pivots : in_order;
}

}  // namespace tali::detail
