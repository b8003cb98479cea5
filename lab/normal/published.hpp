// SPDX-License-Identifier: Apache-2.0
// The training as the post describes it, to compare train.hpp with: the loss log(x^T D x) of the sum of one
// value of each row, BFGS with perturbations over the reals, rounding at 2^24, and a search among the
// vertices around it.
//
// Source: A. P. Goucher, "Training a random Gaussian generator" (2022), sections "Optimising the lookup
// table" and "Local search". x are the sum's hermites of degree 2, 4 ... 20. The post leaves the diagonal D
// open: "the relative importance of the different Hermite polynomials". Here it is attenuation(n)^2 / n! for
// degree n, so that x^T D x is 16 over the outputs after which the best polynomial in an output stands at 4
// sigma, and for degree 2 a small number, because the coefficients of a and b bring the variance to 1
// afterwards.
//
// Tables have any number of rows and of values per row, so that a test can train a small one.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "real.hpp"
#include "table.hpp"

namespace tali::lab::normal {

/// Degrees 2, 4 ... 2 * published_terms enter.
inline constexpr int published_terms = 10;
/// What degree 2 counts, where degree 4 counts attenuation(4) = 0.25.
inline constexpr double published_importance_of_variance = 1e-3;
/// What the loss is more where the sum of rows is not leptokurtic.
inline constexpr double published_barrier = 20;

struct published_options {
  std::uint64_t seed = 1;
  double perturbation = 1e-3;  ///< standard deviation of each value's, in the row's
  int rounds = 6;              ///< of BFGS, each from the best before
  int iterations = 300;        ///< of BFGS in a round, at most
  double gain = 1e-3;          ///< what a step of the local search must take off the loss
  int depth = 5;               ///< values that a step changes, at most
  double unit = table_unit;    ///< integers are values times this; a test's small table has a coarser one

  /// @throws argument_error
  void check() const;
  /// Their text form, as on the command line.
  [[nodiscard]] std::string text() const;
};

/// What degrees 2, 4 ... count in an output: attenuation(n), and published_importance_of_variance.
std::array<double, published_terms> importance_in_an_output();

/// Values of `rows` rows of `size`: value i of row r at r * size + i, in standard deviations of a row.
struct values_of_rows {
  int rows, size;
  std::vector<double> y;
  /// Roots of D's entries times those of the factorials, for degrees 2, 4 ...
  std::array<double, published_terms> importance = importance_in_an_output();
};

/// The normal quantiles at p = 1/2 + (i + 1/2) / (2 rows size), in row i mod rows: the post's beginning.
values_of_rows quantiles(int rows, int size);

/// log(x^T D x) of the rows' sum, and its slope by every value.
double published_loss(const values_of_rows& v, std::vector<double>* slope = nullptr);

/// The importance with which every degree has the same slope at v: what BFGS needs to see all of them.
std::array<double, published_terms> importance_of_equal_slopes(const values_of_rows& v);

/// Rounds of BFGS (dlib's), each with the importance of equal slopes where it begins; the first one, and any
/// after a round that gained nothing, begins at a perturbation. The best by the loss of v's importance.
/// `say` gets one line per round.
values_of_rows descend(values_of_rows v, const published_options& o,
                       const std::function<void(const std::string&)>& say);

/// Integers, values times options.unit: the corner that is nearest to v and then, step by step, the corner of
/// the unit cube around v that lowers the loss most where 1, 2 ... depth values of one row change; the first
/// number of changes that takes off `gain` counts. A sum of rows that is not leptokurtic is beyond the
/// barrier, and its loss published_barrier more.
std::vector<std::int32_t> search_corners(const values_of_rows& v, const published_options& o,
                                         const std::function<void(const std::string&)>& say);

/// The loss of integers, from 50 digits, with the barrier's part.
double published_loss(const std::vector<std::int32_t>& integers, int rows, int size,
                      double unit = table_unit);

/// All of it, for the table of 16 rows of 256.
table train_as_published(const published_options& o, const std::function<void(const std::string&)>& say);

}  // namespace tali::lab::normal
