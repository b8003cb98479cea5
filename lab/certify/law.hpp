// SPDX-License-Identifier: Apache-2.0
// A law as the tests of values use it: edges that divide the line into cells, and the exact probability of
// each cell.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tali/arguments.hpp>

namespace tali::lab::certify {

/// Cell k has the values from edges[k - 1], inclusive, to edges[k], exclusive.
struct cell_law {
  std::vector<double> edges;          ///< ascending
  std::vector<double> probabilities;  ///< one more than the edges; their sum is 1
};

/// The facts about a law.
struct law {
  std::function<double(double)> below;     ///< P(X < x), or P(X <= x), which are equal for a continuous law
  std::function<double(double)> quantile;  ///< for a share in (0, 1)
  bool discrete = false;                   ///< whole numbers; below(x) is then P(X <= x)
  bool is_rounded_to_float = false;        ///< values are the nearest floats
  /// P(X < the midpoint of two neighbouring doubles), for values that are the nearest doubles and are dense
  /// where doubles are sparse: just below 1, where the midpoint is not a double. Empty if the difference does
  /// not matter.
  std::function<double(double, double)> below_middle{};
};

/// About `cells` cells of equal probability; fewer for a discrete law with fewer values. If values are
/// rounded to floats, or the law has below_middle, a cell's probability is that of the numbers that are
/// rounded into it.
cell_law cut(const law& l, int cells);

/// A law from its distribution function alone, which is that of whole numbers if it is discrete.
law by_function(const std::function<double(double)>& below, bool discrete = false);
law normal_law(double mu, double sigma, bool is_float);
/// Without rounding: tali's uniform floats are truncated, so edges that are floats are exact.
law uniform_law(double low, double high);
/// The law of the sum of squares of `n` standard normal numbers, for the block energies.
law chi_squared_law(double n);

// The exact laws of tali's distributions, by name. Only in builds with Boost.Math.

/// The law of a distribution with parameters, or nothing if it is not known here.
/// @param type  u8 u32 u64 i32 i64 f32 f64; parameters of float distributions are rounded to floats
std::optional<law> law_of(std::string_view distribution, std::string_view type, const arguments& given);

}  // namespace tali::lab::certify
