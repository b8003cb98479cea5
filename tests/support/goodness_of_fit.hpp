// SPDX-License-Identifier: Apache-2.0
// Samples against exact distribution functions: chi-squared tests over cells of equal probability, of
// discrete distributions over outcomes.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include <boost/math/distributions/chi_squared.hpp>
#include <gtest/gtest.h>

#include "support/drawn.hpp"

namespace tali::test {

inline std::string text(double a) { return std::to_string(a); }

inline double p_value(const std::vector<double>& seen, const std::vector<double>& expected) {
  double sum = 0;
  for (std::size_t i = 0; i < seen.size(); ++i)
    sum += (seen[i] - expected[i]) * (seen[i] - expected[i]) / expected[i];
  const boost::math::chi_squared law(static_cast<double>(seen.size() - 1));
  return cdf(complement(law, sum));
}

/// The largest distance of the distribution functions at the cells' ends, with all samples as unit.
inline double furthest_apart(const std::vector<double>& seen, const std::vector<double>& expected) {
  double all = 0, sum = 0, most = 0;
  for (std::size_t i = 0; i < seen.size(); ++i) {
    all += seen[i];
    sum += seen[i] - expected[i];
    most = std::max(most, std::abs(sum));
  }
  return most / all;
}

/// The probability of so bad a fit. For more than 10^9 floats the distance decides, by Kolmogorov's law:
/// counts to four digits and more would show which floats have their last digit rounded twice.
template <class T>
double p_value_of_fit(const std::vector<double>& seen, const std::vector<double>& expected) {
  if (!std::is_same_v<T, float> || sample_count() <= 1'000'000'000) return p_value(seen, expected);
  const double d = furthest_apart(seen, expected);
  return std::min(1.0, 2 * std::exp(-2 * static_cast<double>(sample_count()) * d * d));
}

/// Where TALI_TEST_SAMPLES asks for evidence, the figures of a fit.
template <class D>
void report_fit(const std::vector<double>& seen, const std::vector<double>& expected,
                const std::string& which) {
  if (std::getenv("TALI_TEST_SAMPLES") == nullptr) return;
  std::printf("%s %s %s: %.3g samples, %zu cells, distance %.2e, chi-squared p = %.3g\n", D::name,
              type_name<typename D::result_type>(), which.c_str(), static_cast<double>(sample_count()),
              seen.size(), furthest_apart(seen, expected), p_value(seen, expected));
}

constexpr double suspicious = 1e-4;

/// @param law  has the quantiles
template <class D, class Law>
void check_continuous(const D& d, const Law& law, std::uint64_t seed, const std::string& which) {
  using T = typename D::result_type;
  constexpr std::size_t cells = 1000;
  std::vector<T> edges;
  for (std::size_t i = 1; i < cells; ++i) {
    edges.push_back(static_cast<T>(quantile(law, static_cast<double>(i) / cells)));
  }
  // Where edges fall together, nothing lies between them.
  const auto found = draw_between(d, seed, edges);
  ASSERT_FALSE(found.any_nan);
  const std::vector<double>& seen = found.counts;
  const auto samples = static_cast<double>(sample_count());
  std::vector<double> expected;
  // Numbers from half way to an edge's lower neighbour on are rounded to the edge.
  const auto up_to = [&](T edge) {
    if (edge == 0) return cdf(law, 0.0);
    const T neighbour = std::nextafter(edge, -std::numeric_limits<T>::infinity());
    return cdf(law, (static_cast<double>(edge) + static_cast<double>(neighbour)) / 2);
  };
  // Edges are rounded: what lies between them is what is expected, and where they fall together, one cell.
  double before = 0, open = 0;
  std::vector<double> pooled;
  for (std::size_t i = 0; i < cells; ++i) {
    const double here = i + 1 < cells ? up_to(edges[i]) : 1.0;
    open += seen[i];
    if ((here - before) * samples < 25 && i + 1 < cells) continue;
    expected.push_back((here - before) * samples);
    pooled.push_back(open);
    before = here;
    open = 0;
  }
  report_fit<D>(pooled, expected, which);
  EXPECT_GT(p_value_of_fit<T>(pooled, expected), suspicious)
      << D::name << ' ' << type_name<T>() << ' ' << which;
}

/// @param law  has the probabilities
template <class D, class Law>
void check_discrete(const D& d, const Law& law, std::uint64_t seed, const std::string& which) {
  using T = typename D::result_type;
  const auto samples = static_cast<double>(sample_count());
  const auto ends = draw_between(d, seed, {});
  const auto first = static_cast<double>(ends.least), last = static_cast<double>(ends.most);
  // Cells of neighbouring outcomes with enough in them, and some 10,000 of them at most.
  const double width = std::max(1.0, std::floor((last - first) / 10'000));
  const double unseen = first < 1 ? 0 : cdf(law, first - 1);
  std::vector<double> seen{0}, expected{unseen * samples};
  std::vector<T> edges;
  for (double edge = first + width; edge <= last; edge += width) edges.push_back(static_cast<T>(edge));
  const std::vector<double> counts = draw_between(d, seed, edges).counts;
  double below = unseen;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const double end = first + width * static_cast<double>(i + 1) - 1;
    const double to = cdf(law, end);
    if (expected.back() >= 25) {
      expected.push_back(0);
      seen.push_back(0);
    }
    expected.back() += (to - below) * samples;
    seen.back() += counts[i];
    below = to;
  }
  expected.back() += (1 - below) * samples;
  if (expected.size() > 1 && expected.back() < 25) {
    expected[expected.size() - 2] += expected.back();
    seen[seen.size() - 2] += seen.back();
    expected.pop_back();
    seen.pop_back();
  }
  if (expected.size() < 2) return;  // all in one cell
  report_fit<D>(seen, expected, which);
  EXPECT_GT(p_value(seen, expected), suspicious) << D::name << ' ' << type_name<T>() << ' ' << which;
}

}  // namespace tali::test
