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
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "real.hpp"
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

}  // namespace tali::lab::normal
