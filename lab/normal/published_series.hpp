// SPDX-License-Identifier: Apache-2.0
// The generating function of the even hermites of a sum of rows, in any number type, for the loss of
// published.hpp.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include "published.hpp"
#include "series.hpp"

namespace tali::lab::normal {

/// Coefficients of t^0, t^2 ... t^(2 published_terms).
template <class Real>
using even_series = std::array<Real, published_terms + 1>;

template <class Real>
even_series<Real> operator*(const even_series<Real>& a, const even_series<Real>& b) {
  even_series<Real> p{};
  for (std::size_t i = 0; i < p.size(); ++i) {
    for (std::size_t j = 0; i + j < p.size(); ++j) p[i + j] += a[i] * b[j];
  }
  return p;
}

/// He_n(y) / n! for n = 0 ... 2 published_terms.
template <class Real>
std::array<Real, 2 * published_terms + 1> hermites_over_factorials(const Real& y) {
  std::array<Real, 2 * published_terms + 1> h{};
  h[0] = 1;
  h[1] = y;
  for (std::size_t n = 1; n + 1 < h.size(); ++n) {
    h[n + 1] = (y * h[n] - h[n - 1]) / Real(static_cast<int>(n + 1));
  }
  return h;
}

/// A value's part of its row's series; the row has weight 1 / sqrt(rows) in the sum.
template <class Real>
even_series<Real> part_of_value(const Real& y, int rows, int size) {
  const auto h = hermites_over_factorials(y);
  even_series<Real> s{};
  Real scale = Real(1) / Real(size);
  for (std::size_t m = 0; m < s.size(); ++m, scale /= Real(rows)) s[m] = h[2 * m] * scale;
  return s;
}

/// For each row the product of the other rows' series; the last entry is the product of all.
template <class Real>
std::vector<even_series<Real>> products_of_others(const std::vector<even_series<Real>>& rows) {
  const std::size_t n = rows.size();
  even_series<Real> one{};
  one[0] = 1;
  std::vector<even_series<Real>> before(n + 1, one), after(n + 1, one), out;
  for (std::size_t r = 0; r < n; ++r) before[r + 1] = before[r] * rows[r];
  for (std::size_t r = n; r-- > 0;) after[r] = rows[r] * after[r + 1];
  for (std::size_t r = 0; r < n; ++r) out.push_back(before[r] * after[r + 1]);
  out.push_back(before[n]);
  return out;
}

/// x_m is this times the coefficient of t^(2m); the squares of all x_m add up to x^T D x.
template <class Real>
Real root_of_weight(const std::array<double, published_terms>& importance, int m) {
  using std::sqrt;
  return Real(sqrt(factorial<Real>(2 * m)) * Real(importance[static_cast<std::size_t>(m - 1)]));
}

}  // namespace tali::lab::normal
