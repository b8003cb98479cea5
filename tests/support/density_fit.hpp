// SPDX-License-Identifier: Apache-2.0
// Samples against densities that have no distribution function at hand: integrated here, cell by cell.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include <boost/math/quadrature/gauss.hpp>

#include "support/goodness_of_fit.hpp"

namespace tali::test {

template <class T>
struct density_fit {
  double p_value;
  T least, most;  ///< of the samples
};

/// Samples of d, which are rounded to its type, against a density on [low, high], which need not be
/// normalized: over a thousand cells of about equal probability.
template <class D, class Density>
density_fit<typename D::result_type> fit_density(const D& d, std::uint64_t seed, Density&& density,
                                                 double low, double high) {
  using T = typename D::result_type;
  using rule = boost::math::quadrature::gauss<double, 15>;
  constexpr std::size_t panels = 1 << 14, cells = 1000;
  std::vector<double> sums{0};
  const auto at = [&](std::size_t i) { return low + (high - low) * (static_cast<double>(i) / panels); };
  for (std::size_t i = 0; i < panels; ++i)
    sums.push_back(sums.back() + rule::integrate(density, at(i), at(i + 1)));

  std::vector<T> edges;
  std::vector<double> expected;
  double before = 0;
  for (std::size_t i = 1; i <= panels; ++i) {
    const double next = static_cast<double>(edges.size() + 1) / cells;
    if (i < panels && (sums[i] < sums.back() * next || edges.size() + 1 == cells)) continue;
    double here = sums.back();
    if (i < panels) {
      const T edge = static_cast<T>(at(i));
      if (!edges.empty() && !(edge > edges.back())) continue;
      // Numbers from half way to the edge's lower neighbour on are rounded to the edge.
      const T neighbour = std::nextafter(edge, -std::numeric_limits<T>::infinity());
      const double half_way = (static_cast<double>(edge) + static_cast<double>(neighbour)) / 2;
      here = sums[i] + (half_way < at(i) ? -rule::integrate(density, half_way, at(i))
                                         : rule::integrate(density, at(i), half_way));
      edges.push_back(edge);
    }
    expected.push_back((here - before) / sums.back() * static_cast<double>(sample_count()));
    before = here;
  }
  const auto found = draw_between(d, seed, edges);
  report_fit<D>(found.counts, expected, text(low) + " ... " + text(high));
  return {found.any_nan ? 0 : p_value_of_fit<T>(found.counts, expected), found.least, found.most};
}

}  // namespace tali::test
