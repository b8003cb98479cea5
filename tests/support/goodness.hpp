// How well samples fit a distribution: chi-squared tests against densities that are integrated here, and
// against cumulative sums of discrete ones.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/quadrature/gauss.hpp>

namespace tali::test {

/// The probability of a chi-squared statistic as large as that of `seen` where `expected` is expected.
inline double chi_squared_p_value(const std::vector<double>& seen, const std::vector<double>& expected) {
  double sum = 0;
  for (std::size_t i = 0; i < seen.size(); ++i)
    sum += (seen[i] - expected[i]) * (seen[i] - expected[i]) / expected[i];
  const boost::math::chi_squared law(static_cast<double>(seen.size() - 1));
  return boost::math::cdf(boost::math::complement(law, sum));
}

/// p-value of numbers that were rounded to T against a density on [low, high], which need not be normalized:
/// over a thousand cells of about equal probability.
template <class T, class Density>
double density_p_value(const std::vector<T>& x, Density&& density, double low, double high) {
  using rule = boost::math::quadrature::gauss<double, 15>;
  constexpr std::size_t panels = 1 << 14, cells = 1000;
  std::vector<double> sums{0};
  const auto at = [&](std::size_t i) { return low + (high - low) * (static_cast<double>(i) / panels); };
  for (std::size_t i = 0; i < panels; ++i)
    sums.push_back(sums.back() + rule::integrate(density, at(i), at(i + 1)));

  std::vector<T> edges;
  std::vector<double> expected, seen;
  double before = 0;
  for (std::size_t i = 1; i <= panels; ++i) {
    if (i < panels && sums[i] < sums.back() * static_cast<double>(edges.size() + 1) / cells) continue;
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
    expected.push_back((here - before) / sums.back() * static_cast<double>(x.size()));
    before = here;
  }
  seen.resize(expected.size());
  for (const T y : x) {
    if (std::isnan(y)) return 0;
    ++seen[static_cast<std::size_t>(std::upper_bound(edges.begin(), edges.end(), y) - edges.begin())];
  }
  return chi_squared_p_value(seen, expected);
}

/// p-value of whole numbers: over outcomes, or cells of neighbouring ones, of which there are 10,000 at most.
/// @param cdf  of an outcome
template <class T, class Cdf>
double discrete_p_value(const std::vector<T>& x, Cdf&& cdf) {
  const auto [low, high] = std::minmax_element(x.begin(), x.end());
  const double first = static_cast<double>(*low), last = static_cast<double>(*high),
               n = static_cast<double>(x.size());
  const double width = std::max(1.0, std::floor((last - first) / 10'000));
  std::vector<double> counts(static_cast<std::size_t>((last - first) / width) + 1, 0.0);
  for (const T k : x) ++counts[static_cast<std::size_t>((static_cast<double>(k) - first) / width)];
  std::vector<double> seen{0}, expected{0};
  double below = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (expected.back() >= 25) {
      expected.push_back(0);
      seen.push_back(0);
    }
    const double to = i + 1 < counts.size() ? cdf(first + width * static_cast<double>(i + 1) - 1) : 1.0;
    expected.back() += (to - below) * n;
    seen.back() += counts[i];
    below = to;
  }
  if (expected.size() > 1 && expected.back() < 25) {
    expected[expected.size() - 2] += expected.back();
    seen[seen.size() - 2] += seen.back();
    expected.pop_back();
    seen.pop_back();
  }
  return expected.size() < 2 ? 1 : chi_squared_p_value(seen, expected);
}

}  // namespace tali::test
