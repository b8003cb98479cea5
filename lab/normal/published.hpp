// SPDX-License-Identifier: Apache-2.0
// The training of the post, for comparison with train.hpp: the loss log(x^T D x) of the sum of one value of
// each row, BFGS with perturbations over the reals, rounding at 2^24, and a search among the vertices around
// the result.
//
// Source: A. P. Goucher, "Training a random Gaussian generator" (2022), sections "Optimising the lookup
// table" and "Local search". x has the sum's hermites of degree 2, 4 ... 20. The post leaves the diagonal D
// open: "the relative importance of the different Hermite polynomials". Here it is attenuation(n)^2 / n! for
// degree n. So x^T D x is 16 divided by the number of outputs after which the best polynomial in an output
// reaches 4 sigma. For degree 2 it is a small number, because the coefficients of a and b set the variance to
// 1 afterwards.
//
// Tables have any number of rows and of values per row, so that a test can train a small one.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "series.hpp"
#include "table.hpp"

namespace tali::lab::normal {

/// Degrees 2, 4 ... 2 * published_terms are used.
inline constexpr int published_terms = 10;
/// The weight of degree 2; that of degree 4 is attenuation(4) = 0.25.
inline constexpr double published_importance_of_variance = 1e-3;
/// The loss is larger by this if the sum of rows is not leptokurtic.
inline constexpr double published_barrier = 20;

struct published_options {
  std::uint64_t seed = 1;
  double perturbation = 1e-3;  ///< standard deviation of each value's perturbation, in units of the row's
  int rounds = 6;              ///< rounds of BFGS, each from the best result before
  int iterations = 300;        ///< maximum per round of BFGS
  double gain = 1e-3;          ///< minimum decrease of the loss by a step of the local search
  int depth = 5;               ///< maximum number of values that a step changes
  double unit = table_unit;    ///< integers are values times this; coarser for a test's small table

  /// @throws argument_error
  void check() const;
  /// The options as text for the command line.
  [[nodiscard]] std::string text() const;
};

/// The weights of degrees 2, 4 ... in an output: attenuation(n), and published_importance_of_variance.
std::array<double, published_terms> importance_in_an_output();

/// Values of `rows` rows of `size`: value i of row r is at r * size + i, in standard deviations of a row.
struct values_of_rows {
  int rows, size;
  std::vector<double> y;
  /// Roots of D's entries times those of the factorials, for degrees 2, 4 ...
  std::array<double, published_terms> importance = importance_in_an_output();
};

/// The normal quantiles at p = 1/2 + (i + 1/2) / (2 rows size), in row i mod rows: the post's initial table.
values_of_rows quantiles(int rows, int size);

/// log(x^T D x) of the rows' sum, and its slope with respect to every value.
double published_loss(const values_of_rows& v, std::vector<double>* slope = nullptr);

/// The importance that gives every degree the same slope at v, so that BFGS takes all degrees into account.
std::array<double, published_terms> importance_of_equal_slopes(const values_of_rows& v);

/// Rounds of BFGS (dlib's), each with the importance of equal slopes at its start. The first round, and each
/// round after one without gain, starts at a perturbation. Returns the best result by the loss with v's
/// importance. `say` gets one line per round.
values_of_rows descend(values_of_rows v, const published_options& o,
                       const std::function<void(const std::string&)>& say);

/// Integers, which are values times options.unit. Starts at the corner nearest to v. Each step moves to the
/// corner of the unit cube around v with the smallest loss, by changing 1, 2 ... depth values of one row; the
/// first number of changes that gains `gain` is used. If a sum of rows is not leptokurtic, its loss is larger
/// by published_barrier.
std::vector<std::int32_t> search_corners(const values_of_rows& v, const published_options& o,
                                         const std::function<void(const std::string&)>& say);

/// The loss of integers, in 50 digits, with the barrier.
double published_loss(const std::vector<std::int32_t>& integers, int rows, int size,
                      double unit = table_unit);

/// The whole training, for the table of 16 rows of 256.
table train_as_published(const published_options& o, const std::function<void(const std::string&)>& say);

// The generating function of the even hermites of a sum of rows, in any number type, for the loss of
// published.hpp.

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
