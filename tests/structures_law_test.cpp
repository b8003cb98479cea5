// SPDX-License-Identifier: Apache-2.0
// Vectors, categories and permutations against their exact distributions: chi-squared tests of projections
// (Boost.Math has the laws), moments, and every order of few elements. Seeds are fixed, so p-values never
// change.
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include <boost/math/distributions.hpp>
#include <gtest/gtest.h>

#include "support/sanitizers.hpp"
#include "support/structures.hpp"

namespace tali::test {
namespace {

namespace exact = boost::math;

#if defined(TALI_ADDRESS_SANITIZER)
constexpr std::size_t samples = 50'000;
#else
constexpr std::size_t samples = 1'000'000;
#endif

constexpr double suspicious = 1e-4;

/// The p-value of a chi-squared statistic; cells that expect fewer than 10 are merged.
double p_value(const std::vector<double>& seen, const std::vector<double>& expected) {
  double sum = 0, rest_seen = 0, rest_expected = 0;
  double cells = 0;
  for (std::size_t i = 0; i < seen.size(); ++i) {
    rest_seen += seen[i];
    rest_expected += expected[i];
    if (rest_expected < 10 && i + 1 < seen.size()) continue;
    if (rest_expected == 0) return rest_seen == 0 ? 1 : 0;
    sum += (rest_seen - rest_expected) * (rest_seen - rest_expected) / rest_expected;
    rest_seen = rest_expected = 0;
    ++cells;
  }
  return cells < 2 ? 1 : exact::cdf(exact::complement(exact::chi_squared(cells - 1), sum));
}

double p_of_equal_cells(const std::vector<double>& seen) {
  const double all = std::accumulate(seen.begin(), seen.end(), 0.0);
  return p_value(seen, std::vector<double>(seen.size(), all / static_cast<double>(seen.size())));
}

/// The p-value of numbers x(0) ... x(n - 1) for the distribution function `law` in the cells between `edges`.
template <class X, class Law>
double p_of_law(std::size_t n, const X& x, const std::vector<double>& edges, const Law& law) {
  std::vector<double> seen(edges.size() + 1, 0.0), expected(edges.size() + 1);
  for (std::size_t i = 0; i < n; ++i) {
    const double here = x(i);
    if (!(here == here)) return -1;
    ++seen[static_cast<std::size_t>(std::upper_bound(edges.begin(), edges.end(), here) - edges.begin())];
  }
  double below = 0;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const double up_to = i < edges.size() ? law(edges[i]) : 1.0;
    expected[i] = (up_to - below) * static_cast<double>(n);
    below = up_to;
  }
  return p_value(seen, expected);
}

/// `cells` cells of equal probability under a law of Boost's.
template <class Law>
std::vector<double> quantiles(const Law& law, int cells) {
  std::vector<double> edges;
  for (int i = 1; i < cells; ++i) edges.push_back(exact::quantile(law, static_cast<double>(i) / cells));
  return edges;
}

template <class D>
std::vector<typename D::result_type> rows_of(const D& d, std::size_t rows, std::uint64_t seed) {
  std::vector<typename D::result_type> x(rows * d.size());
  fill(cpu{}, philox4x32(seed, 3), d, 0, std::span(x));
  return x;
}

template <class T>
class Rows : public testing::Test {};
using Floats = testing::Types<float, double>;
TYPED_TEST_SUITE(Rows, Floats);

TYPED_TEST(Rows, DirectionsAreUniform) {
  using T = TypeParam;
  for (const std::uint32_t d : {2u, 3u, 4u, 5u, 8u, 10u, 33u, 150u}) {
    const std::size_t n = std::min<std::size_t>(samples, 8'000'000 / d);
    const auto x = rows_of(direction<T>(d), n, d);
    // Any coordinate, and any other projection, has the law of 2 B - 1 with B beta.
    const double shape = (d - 1) / 2.0;
    const exact::beta_distribution<> half(shape, shape);
    std::vector<double> edges = quantiles(half, 300);
    for (double& e : edges) e = 2 * e - 1;
    const auto law = [&](double t) { return exact::cdf(half, (t + 1) / 2); };
    for (const std::uint32_t c : {0u, 1u, d / 2, d - 1}) {
      EXPECT_GT(p_of_law(
                    n, [&](std::size_t i) { return static_cast<double>(x[i * d + c]); }, edges, law),
                suspicious)
          << d << " coordinate " << c;
    }
    std::vector<double> axis(d);
    double length = 0;
    for (std::uint32_t c = 0; c < d; ++c) {
      axis[c] = 1 + (c * 5 % 7) / 3.0 * (c % 2 == 0 ? 1 : -1);
      length += axis[c] * axis[c];
    }
    const auto projection = [&](std::size_t i) {
      double sum = 0;
      for (std::uint32_t c = 0; c < d; ++c) sum += axis[c] * static_cast<double>(x[i * d + c]);
      return sum / std::sqrt(length);
    };
    EXPECT_GT(p_of_law(n, projection, edges, law), suspicious) << d;
    // Signs are independent.
    const std::uint32_t bits = std::min(d, 8u);
    std::vector<double> signs(std::size_t{1} << bits, 0.0);
    double worst = 0;
    for (std::size_t i = 0; i < n; ++i) {
      std::size_t pattern = 0;
      double sum = 0;
      for (std::uint32_t c = 0; c < d; ++c) {
        const auto v = static_cast<double>(x[i * d + c]);
        if (c < bits) pattern = 2 * pattern + (v < 0 ? 1 : 0);
        sum += v * v;
      }
      ++signs[pattern];
      worst = std::max(worst, std::abs(std::sqrt(sum) - 1));
    }
    EXPECT_GT(p_of_equal_cells(signs), suspicious) << d;
    EXPECT_LT(worst, (d / 64.0 + 3) * static_cast<double>(std::numeric_limits<T>::epsilon())) << d;
  }
}

/// Counts of rows of d values from 0 on that add up to n, against the probabilities that `log_weight` gives
/// up to a factor, row by row of the whole support.
template <class D, class Weight>
void check_joint(const D& d, int n, const Weight& log_weight) {
  std::map<std::vector<std::int64_t>, std::size_t> cell_of;
  std::vector<double> expected;
  std::vector<std::int64_t> row(d.size());
  const auto visit = [&](const auto& self, std::size_t c, int left) -> void {
    if (c + 1 == row.size()) {
      row[c] = left;
      const double w = log_weight(row);
      if (std::isinf(w)) return;
      cell_of.emplace(row, expected.size());
      expected.push_back(std::exp(w));
      return;
    }
    for (int k = 0; k <= left; ++k) {
      row[c] = k;
      self(self, c + 1, left - k);
    }
  };
  visit(visit, 0, n);
  const double all = std::accumulate(expected.begin(), expected.end(), 0.0);
  constexpr std::size_t rows = 1'000'000;
  for (double& e : expected) e *= rows / all;
  std::vector<double> seen(expected.size());
  const auto x = rows_of(d, rows, 41);
  for (std::size_t i = 0; i < rows; ++i) {
    const auto from = x.begin() + static_cast<std::ptrdiff_t>(i * d.size());
    const auto found = cell_of.find({from, from + static_cast<std::ptrdiff_t>(d.size())});
    ASSERT_NE(found, cell_of.end()) << "row " << i;
    ++seen[found->second];
  }
  EXPECT_GT(p_value(seen, expected), suspicious) << D::name;
}

double log_choose(double n, double k) {
  return k < 0 || k > n ? -std::numeric_limits<double>::infinity()
                        : std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1);
}

TEST(Counts, MultinomialHasItsJointLaw) {
  const std::vector<double> p{0.5, 1.5, 0, 1, 0.75};
  check_joint(multinomial(5, p), 5, [&](const std::vector<std::int64_t>& row) {
    double sum = 0;
    for (std::size_t c = 0; c < row.size(); ++c) {
      const auto k = static_cast<double>(row[c]);
      if (k > 0) sum += k * std::log(p[c]);
      sum -= std::lgamma(k + 1);
    }
    return sum;
  });
}

TEST(Counts, MultivariateHypergeometricHasItsJointLaw) {
  const std::vector<double> colors{4, 7, 0, 3, 9};
  for (const int draws : {6, 18}) {
    check_joint(multivariate_hypergeometric(colors, draws), draws, [&](const std::vector<std::int64_t>& row) {
      double sum = 0;
      for (std::size_t c = 0; c < row.size(); ++c) sum += log_choose(colors[c], static_cast<double>(row[c]));
      return sum;
    });
  }
}

/// Means, variances and covariances of counts, each to some standard deviations of its estimate.
template <class D>
void check_moments(const D& d, const std::vector<double>& share, double n, double narrowing) {
  constexpr std::size_t rows = 200'000;
  const std::size_t size = d.size();
  const auto x = rows_of(d, rows, 42);
  std::vector<double> mean(size), product(size * size);
  for (std::size_t i = 0; i < rows; ++i) {
    double sum = 0;
    for (std::size_t c = 0; c < size; ++c) {
      sum += static_cast<double>(x[i * size + c]);
      ASSERT_GE(x[i * size + c], 0);
    }
    ASSERT_EQ(sum, n);
    for (std::size_t c = 0; c < size; ++c) {
      const double z = static_cast<double>(x[i * size + c]) - n * share[c];
      mean[c] += z;
      for (std::size_t e = 0; e <= c; ++e) {
        product[c * size + e] += z * (static_cast<double>(x[i * size + e]) - n * share[e]);
      }
    }
  }
  const auto variance = [&](std::size_t c) { return n * share[c] * (1 - share[c]) * narrowing; };
  for (std::size_t c = 0; c < size; ++c) {
    EXPECT_LT(std::abs(mean[c]), 4.5 * std::sqrt(variance(c) * rows) + 1e-9) << D::name << ' ' << c;
    for (std::size_t e = 0; e <= c; ++e) {
      const double expected = c == e ? variance(c) : -n * share[c] * share[e] * narrowing;
      const double deviation = std::sqrt((variance(c) * variance(e) + expected * expected) / rows);
      EXPECT_NEAR(product[c * size + e] / rows, expected, 5 * deviation + 1e-9) << D::name << ' ' << c << e;
    }
  }
}

TEST(Counts, LargeOnesHaveTheirMoments) {
  const std::vector<double> share{0.5, 0.125, 0, 0.25, 0.0625, 0.0625};
  for (const double n : {1000.0, 1e6, 1e11}) {
    check_moments(multinomial(n, share), share, n, 1);
    std::vector<double> colors;
    for (const double s : share) colors.push_back(s * 16 * n);
    check_moments(multivariate_hypergeometric(colors, 4 * n), share, 4 * n, 12 * n / (16 * n - 1));
  }
}

TYPED_TEST(Rows, DirectionsOnALineAreSigns) {
  const auto x = rows_of(direction<TypeParam>(1), samples, 1);
  const auto up = std::count(x.begin(), x.end(), TypeParam(1)),
             down = std::count(x.begin(), x.end(), TypeParam(-1));
  EXPECT_EQ(static_cast<std::size_t>(up + down), samples);
  EXPECT_GT(p_of_equal_cells({static_cast<double>(up), static_cast<double>(down)}), suspicious);
}

/// Next to the poles of the sphere, where a height's rounding could show.
TYPED_TEST(Rows, PolesAreAsFineAsTheEquator) {
  const auto x = rows_of(direction<TypeParam>(3), samples, 77);
  // Within a cap of height h the distance r from the axis has P(R < r) = r^2 / (2 h - h^2).
  const double h = 0.01, most = 2 * h - h * h;
  std::vector<double> inside, edges;
  for (std::size_t i = 0; i < samples; ++i) {
    const double a = static_cast<double>(x[3 * i]), b = static_cast<double>(x[3 * i + 1]);
    if (a * a + b * b < most) inside.push_back((a * a + b * b) / most);
  }
  for (int k = 1; k < 50; ++k) edges.push_back(k / 50.0);
  EXPECT_GT(p_of_law(
                inside.size(), [&](std::size_t i) { return inside[i]; }, edges, [](double t) { return t; }),
            suspicious);
}

TYPED_TEST(Rows, DirichletMarginalsAreBeta) {
  using T = TypeParam;
  const std::vector<std::vector<T>> cases = {{T(1), T(1)},
                                             {T(2.5), T(4), T(1.25)},
                                             {T(0.3), T(0.7), T(2), T(11)},
                                             {T(0.05), T(0.05), T(0.05)},
                                             {T(1e-3), T(1e-3), T(1e-3), T(1e-3)},
                                             {T(1e-3), T(5), T(0.5)},
                                             std::vector<T>(40, T(1.5)),
                                             std::vector<T>(40, T(0.1))};
  std::uint64_t seed = 0;
  for (const auto& shapes : cases) {
    const std::size_t d = shapes.size(), n = std::min<std::size_t>(samples, 20'000'000 / d);
    const auto x = rows_of(dirichlet<T>(std::span(shapes)), n, ++seed);
    const double all = std::accumulate(shapes.begin(), shapes.end(), 0.0);
    std::vector<double> edges;
    for (const double e : {1e-30, 1e-20, 1e-12, 1e-8, 1e-6, 1e-5, 1e-4, 1e-3, 3e-3}) edges.push_back(e);
    for (int k = 1; k < 100; ++k) edges.push_back(k / 100.0);
    for (const double e : {1e-3, 1e-4, 1e-5}) edges.push_back(1 - e);
    // A component, and two together: proportions add up to proportions.
    for (const std::size_t c : {std::size_t{0}, d / 2, d - 1}) {
      const double a = static_cast<double>(shapes[c]);
      const exact::beta_distribution<> law(a, all - a);
      EXPECT_GT(p_of_law(
                    n, [&](std::size_t i) { return static_cast<double>(x[i * d + c]); }, edges,
                    [&](double t) { return exact::cdf(law, t); }),
                suspicious)
          << "case " << seed << " component " << c;
    }
    if (d > 2) {
      const double a = static_cast<double>(shapes[0]) + static_cast<double>(shapes[1]);
      const exact::beta_distribution<> law(a, all - a);
      EXPECT_GT(p_of_law(
                    n,
                    [&](std::size_t i) {
                      return static_cast<double>(x[i * d]) + static_cast<double>(x[i * d + 1]);
                    },
                    edges, [&](double t) { return exact::cdf(law, t); }),
                suspicious)
          << "case " << seed;
    }
    double worst = 0;
    for (std::size_t i = 0; i < n; ++i) {
      double sum = 0;
      for (std::size_t c = 0; c < d; ++c) sum += static_cast<double>(x[i * d + c]);
      worst = std::max(worst, std::abs(sum - 1));
    }
    EXPECT_LT(worst,
              (static_cast<double>(d) / 16 + 4) * static_cast<double>(std::numeric_limits<T>::epsilon()))
        << "case " << seed;
  }
}

/// Shapes so small that every gamma number is 0 in its type: all of a row goes to one component, each as
/// often as another.
TYPED_TEST(Rows, TinyShapesGiveCorners) {
  using T = TypeParam;
  const std::vector<T> shapes(5, dirichlet<T>::min_shape);
  const auto x = rows_of(dirichlet<T>(std::span(shapes)), 100'000, 9);
  std::vector<double> winners(5, 0.0);
  for (std::size_t i = 0; i < 100'000; ++i) {
    std::size_t ones = 0;
    for (std::size_t c = 0; c < 5; ++c) {
      ASSERT_TRUE(x[i * 5 + c] == T(0) || x[i * 5 + c] == T(1));
      if (x[i * 5 + c] == T(1)) ++ones, ++winners[c];
    }
    ASSERT_EQ(ones, 1u);
  }
  EXPECT_GT(p_of_equal_cells(winners), suspicious);
  const std::vector<T> large(3, dirichlet<T>::largest_shape);
  for (const T v : rows_of(dirichlet<T>(std::span(large)), 1000, 9)) {
    ASSERT_NEAR(static_cast<double>(v), 1.0 / 3, 1e-6);
  }
}

TYPED_TEST(Rows, NormalVectorsHaveTheirCovariance) {
  using T = TypeParam;
  for (const std::uint32_t d : {1u, 2u, 3u, 10u, 45u}) {
    const std::size_t n = std::min<std::size_t>(samples, 20'000'000 / d);
    const auto l = example_factor(d);
    const auto s = covariance_of(l, d);
    const auto mean = example_mean<T>(d);
    const auto x = rows_of(multivariate_normal<T>(mean, s), n, d);
    std::vector<double> seen(std::size_t{d} * d, 0.0), centre(d, 0.0), squares(n), first(n);
    std::vector<double> y(d), z(d);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::uint32_t r = 0; r < d; ++r) {
        y[r] = static_cast<double>(x[i * d + r]) - static_cast<double>(mean[r]);
        centre[r] += y[r];
        double rest = y[r];
        for (std::uint32_t c = 0; c < r; ++c) rest -= l[r * d + c] * z[c];
        z[r] = rest / l[r * d + r];
        squares[i] += z[r] * z[r];
      }
      first[i] = z[d - 1];
      for (std::uint32_t r = 0; r < d; ++r) {
        for (std::uint32_t c = 0; c <= r; ++c) seen[r * d + c] += y[r] * y[c];
      }
    }
    double worst = 0;
    const auto count = static_cast<double>(n);
    for (std::uint32_t r = 0; r < d; ++r) {
      worst = std::max(worst, std::abs(centre[r] / count) / std::sqrt(s[r * d + r] / count));
      for (std::uint32_t c = 0; c <= r; ++c) {
        const double spread = std::sqrt((s[r * d + r] * s[c * d + c] + s[r * d + c] * s[r * d + c]) / count);
        worst = std::max(worst, std::abs(seen[r * d + c] / count - s[r * d + c]) / spread);
      }
    }
    EXPECT_LT(worst, 4.5) << d;
    const exact::chi_squared squared(d);
    EXPECT_GT(p_of_law(
                  n, [&](std::size_t i) { return squares[i]; }, quantiles(squared, 300),
                  [&](double t) { return exact::cdf(squared, t); }),
              suspicious)
        << d;
    const exact::normal_distribution<> normal;
    EXPECT_GT(p_of_law(
                  n, [&](std::size_t i) { return first[i]; }, quantiles(normal, 300),
                  [&](double t) { return exact::cdf(normal, t); }),
              suspicious)
        << d;
  }
}

/// A given factor of less than full rank.
TEST(MultivariateNormal, SingularFactor) {
  const std::vector<double> mean = {1, 2, 3}, factor = {2, 0, 0, 1, 0, 0, 3, 0, 1};
  const auto x = rows_of(multivariate_normal<double>::with_factor(mean, factor), 1000, 1);
  for (std::size_t i = 0; i < 1000; ++i) ASSERT_NEAR((x[3 * i] - 1) / 2, x[3 * i + 1] - 2, 1e-14);
}

/// What the table's integers say, against the weights.
void check_table(const std::vector<double>& weights) {
  const categorical d{weights};
  const std::size_t k = weights.size();
  std::vector<long double> p(k, 0.0L);
  std::vector<int> columns(k, 0);
  for (std::size_t i = 0; i < k; ++i) {
    const detail::alias_column& c = d.columns()[i];
    ASSERT_LT(c.alias, k);
    const long double own = c.alias == i ? 0x1p64L : static_cast<long double>(c.threshold);
    p[i] += own;
    p[c.alias] += 0x1p64L - own;
    ++columns[i];
    if (c.alias != i) ++columns[c.alias];
  }
  long double sum = 0;
  for (const double w : weights) sum += static_cast<long double>(w);
  const auto count = static_cast<long double>(k);
  for (std::size_t i = 0; i < k; ++i) {
    const long double here = p[i] / 0x1p64L / count, expected = static_cast<long double>(weights[i]) / sum;
    ASSERT_LE(std::abs(here - expected), (count * expected + columns[i] + 1) * 0x1p-61L + 0x1p-62L * expected)
        << i;
    if (weights[i] == 0) {
      ASSERT_EQ(here, 0) << i;
    }
  }
}

double p_of_counts(const std::vector<double>& weights, std::uint64_t seed) {
  const categorical d{weights};
  const std::size_t n = 10 * samples;
  std::vector<std::uint32_t> x(n);
  fill(cpu{}, philox4x32(seed), d, 0, x);
  std::vector<double> seen(weights.size(), 0.0), expected;
  for (const std::uint32_t k : x) ++seen[k];
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  for (std::size_t k = 0; k < weights.size(); ++k) {
    if (weights[k] == 0 && seen[k] != 0) return 0;
    expected.push_back(weights[k] / sum * static_cast<double>(n));
  }
  return p_value(seen, expected);
}

TEST(Categorical, CountsAndTables) {
  std::vector<std::vector<double>> cases = {
      {1}, {1, 1}, {0, 3, 0}, {1, 2, 3, 4}, {1e-300, 2e-300, 5e-300}, {1e300, 1.2e308, 3e307}};
  std::mt19937_64 random(1);
  for (const std::size_t k : {5u, 64u, 1000u, 100'000u}) {
    std::vector<double> uniform(k, 0.1), varied(k), dominant(k, 1e-6), few(k, 0.0);
    for (double& w : varied)
      w = std::ldexp(static_cast<double>(random() % 1000), static_cast<int>(random() % 8));
    dominant[k / 3] = 1;
    for (std::size_t i = 0; i < k; i += 3) few[i] = 1 + static_cast<double>(i % 7);
    for (const auto& w : {uniform, varied, dominant, few}) cases.push_back(w);
  }
  std::uint64_t seed = 0;
  for (const auto& weights : cases) {
    check_table(weights);
    EXPECT_GT(p_of_counts(weights, ++seed), suspicious) << "case " << seed;
  }
  std::vector<double> extreme = {5e-324, 1e308, 1, 0};  // far below what 64 bits show
  check_table(extreme);
}

/// Every order of few elements is as frequent as every other.
TEST(PermutationLaw, OrdersOfFewElements) {
  const philox4x32 e(11, 3);
  const std::size_t keys = samples;
  for (std::uint32_t n = 2; n <= 7; ++n) {
    std::map<std::vector<std::uint32_t>, double> seen;
    for (std::size_t k = 0; k < keys; ++k) {
      const permutation<std::uint32_t> p(e, n, k);
      std::vector<std::uint32_t> order(n);
      for (std::uint32_t i = 0; i < n; ++i) order[i] = p(i);
      ++seen[order];
    }
    std::vector<double> counts;
    for (const auto& [order, count] : seen) counts.push_back(count);
    counts.resize(static_cast<std::size_t>(std::tgamma(n + 1)), 0.0);
    EXPECT_GT(p_of_equal_cells(counts), suspicious) << n;
  }
}

/// Over keys, two positions are any two elements.
TEST(PermutationLaw, PairsOverKeys) {
  const philox4x32 e(12, 3);
  for (const std::uint32_t n : {8u, 11u, 16u, 33u, 100u}) {
    for (const auto& [a, b] : {std::pair{0u, 1u}, {n - 2, n - 1}, {1u, n / 2}}) {
      std::vector<double> seen(std::size_t{n} * n, 0.0), pairs;
      for (std::size_t k = 0; k < samples; ++k) {
        const permutation<std::uint32_t> p(e, n, k);
        ++seen[std::size_t{p(a)} * n + p(b)];
      }
      for (std::uint32_t x = 0; x < n; ++x) {
        for (std::uint32_t y = 0; y < n; ++y) {
          if (x != y) pairs.push_back(seen[std::size_t{x} * n + y]);
        }
      }
      EXPECT_GT(p_of_equal_cells(pairs), suspicious) << n << ' ' << a << ' ' << b;
    }
  }
}

/// Over keys, an element of a large permutation is any, and neighbours tell nothing of each other.
TEST(PermutationLaw, LargeOnesOverKeys) {
  const philox4x32 e(13, 3);
  for (const std::uint64_t n : {1000ull, 65'537ull, 1ull << 32, 3ull << 40, 1ull << 63, 3ull << 62}) {
    constexpr std::uint64_t cells = 60;
    std::vector<double> at(cells, 0.0), pairs(cells * cells, 0.0), lowest(105, 0.0);
    for (std::size_t k = 0; k < samples; ++k) {
      const permutation<std::uint64_t> p(e, n, k);
      const auto cell = [&](std::uint64_t x) {
        return static_cast<std::size_t>(static_cast<unsigned __int128>(x) * cells / n);
      };
      const std::uint64_t x = p(n / 7), y = p(n / 7 + 1);
      ++at[cell(x)];
      ++pairs[cell(x) * cells + cell(y)];
      ++lowest[x % 105];
    }
    if (n > 100'000) {  // else cells are not equal
      EXPECT_GT(p_of_equal_cells(at), suspicious) << n;
      EXPECT_GT(p_of_equal_cells(pairs), suspicious) << n;
      EXPECT_GT(p_of_equal_cells(lowest), suspicious) << n;
    } else {
      std::vector<double> expected(cells, 0.0);
      for (std::uint64_t x = 0; x < n; ++x)
        expected[x * cells / n] += static_cast<double>(samples) / static_cast<double>(n);
      EXPECT_GT(p_value(at, expected), suspicious) << n;
    }
  }
}

/// Within one permutation: neighbours and their differences.
TEST(PermutationLaw, NeighboursWithinOne) {
  const philox4x32 e(14, 3);
  for (const std::uint64_t n : {1ull << 40, (1ull << 33) + 7, 3ull << 61, ~0ull, 5ull << 50}) {
    const permutation<std::uint64_t> p(e, n, 5);
    constexpr std::uint64_t cells = 50;
    const std::size_t count = 2 * samples;
    std::vector<std::uint64_t> x(count + 1);
    fill(cpu{}, p, n / 3, x);
    std::vector<double> pairs(cells * cells, 0.0), differences(cells * 20, 0.0);
    const auto share = [&](std::uint64_t v, std::uint64_t of) {
      return static_cast<std::size_t>(static_cast<unsigned __int128>(v) * of / n);
    };
    for (std::size_t i = 0; i < count; ++i) {
      ++pairs[share(x[i], cells) * cells + share(x[i + 1], cells)];
      ++differences[share(x[i + 1] >= x[i] ? x[i + 1] - x[i] : n - (x[i] - x[i + 1]), cells * 20)];
    }
    EXPECT_GT(p_of_equal_cells(pairs), suspicious) << n;
    EXPECT_GT(p_of_equal_cells(differences), suspicious) << n;
  }
}

}  // namespace
}  // namespace tali::test
