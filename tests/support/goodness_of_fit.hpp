// Samples against exact distribution functions: chi-squared tests over cells of equal probability, of
// discrete distributions over outcomes.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <boost/math/distributions/chi_squared.hpp>
#include <gtest/gtest.h>

#include <tali/fill.hpp>
#include <tali/variable.hpp>

namespace tali::test {

inline std::string text(double a) { return std::to_string(a); }

#if defined(__SANITIZE_ADDRESS__)
constexpr std::size_t samples = 200'000;
#else
constexpr std::size_t samples = 10'000'000;
#endif

template <class D>
std::vector<typename D::result_type> sample_of(const D& d, std::uint64_t seed) {
  std::vector<typename D::result_type> x(samples);
  fill(cpu{}, philox4x32(seed, 7), d, 0, std::span(x));
  return x;
}

inline double p_value(const std::vector<double>& seen, const std::vector<double>& expected) {
  double sum = 0;
  for (std::size_t i = 0; i < seen.size(); ++i)
    sum += (seen[i] - expected[i]) * (seen[i] - expected[i]) / expected[i];
  const boost::math::chi_squared law(static_cast<double>(seen.size() - 1));
  return cdf(complement(law, sum));
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
  std::vector<double> seen(cells, 0.0), expected;
  for (const T x : sample_of(d, seed)) {
    ASSERT_FALSE(std::isnan(x));
    ++seen[static_cast<std::size_t>(std::upper_bound(edges.begin(), edges.end(), x) - edges.begin())];
  }
  // Edges are rounded: what lies between them is what is expected, and where they fall together, one cell.
  double before = 0, open = 0;
  std::vector<double> pooled;
  for (std::size_t i = 0; i < cells; ++i) {
    const double here = i + 1 < cells ? cdf(law, static_cast<double>(edges[i])) : 1.0;
    open += seen[i];
    if ((here - before) * static_cast<double>(samples) < 25 && i + 1 < cells) continue;
    expected.push_back((here - before) * static_cast<double>(samples));
    pooled.push_back(open);
    before = here;
    open = 0;
  }
  EXPECT_GT(p_value(pooled, expected), suspicious) << D::name << ' ' << type_name<T>() << ' ' << which;
}

/// @param law  has the probabilities
template <class D, class Law>
void check_discrete(const D& d, const Law& law, std::uint64_t seed, const std::string& which) {
  const auto x = sample_of(d, seed);
  const auto [low, high] = std::minmax_element(x.begin(), x.end());
  const double first = static_cast<double>(*low), last = static_cast<double>(*high);
  // Cells of neighbouring outcomes with enough in them, and some 10,000 of them at most.
  const double width = std::max(1.0, std::floor((last - first) / 10'000));
  const double unseen = first < 1 ? 0 : cdf(law, first - 1);
  std::vector<double> seen{0}, expected{unseen * static_cast<double>(samples)};
  std::vector<double> counts(static_cast<std::size_t>((last - first) / width) + 1, 0.0);
  for (const auto k : x) ++counts[static_cast<std::size_t>((static_cast<double>(k) - first) / width)];
  double below = unseen;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const double end = first + width * static_cast<double>(i + 1) - 1;
    const double to = cdf(law, end);
    if (expected.back() >= 25) {
      expected.push_back(0);
      seen.push_back(0);
    }
    expected.back() += (to - below) * static_cast<double>(samples);
    seen.back() += counts[i];
    below = to;
  }
  expected.back() += (1 - below) * static_cast<double>(samples);
  if (expected.size() > 1 && expected.back() < 25) {
    expected[expected.size() - 2] += expected.back();
    seen[seen.size() - 2] += seen.back();
    expected.pop_back();
    seen.pop_back();
  }
  if (expected.size() < 2) return;  // all in one cell
  EXPECT_GT(p_value(seen, expected), suspicious)
      << D::name << ' ' << type_name<typename D::result_type>() << ' ' << which;
}

}  // namespace tali::test
