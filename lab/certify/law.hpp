// SPDX-License-Identifier: Apache-2.0
// A law as the tests of values see it: edges that cut the line into cells, and the exact probability of each.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace tali::lab::certify {

/// Cell k holds the values from edges[k - 1] on and below edges[k].
struct cell_law {
  std::vector<double> edges;          ///< ascending
  std::vector<double> probabilities;  ///< one more, of sum 1
};

/// What is known of a law.
struct law {
  std::function<double(double)> below;     ///< P(X < x), or P(X <= x): the same of a continuous law
  std::function<double(double)> quantile;  ///< of a share in (0, 1)
  bool discrete = false;                   ///< whole numbers; below(x) is then P(X <= x)
  bool is_rounded_to_float = false;        ///< values are the nearest floats
  /// P(X < the middle of two neighbouring doubles), for values that are the nearest doubles and crowd where
  /// doubles are far apart: below 1, for which a double has no middle. Empty where the difference is too
  /// small to count.
  std::function<double(double, double)> below_middle{};
};

/// About `cells` cells of equal probability, fewer where a discrete law does not have them. If values are
/// rounded to a float, or have below_middle, a cell's probability is that of what is rounded into it.
cell_law cut(const law& l, int cells);

law normal_law(double mu, double sigma, bool is_float);
/// Without a word on rounding: tali's uniform floats are cut off, so that edges which are floats are exact.
law uniform_law(double low, double high);
/// The law of a sum of squares of `n` standard normal numbers; for the block energies.
law chi_squared_law(double n);

}  // namespace tali::lab::certify
