// SPDX-License-Identifier: Apache-2.0
// beta and F where their arithmetic is weakest: numbers next to 1, shapes so large that logarithms cancel,
// and shapes so extreme that only a limit is left.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <boost/math/distributions.hpp>
#include <gtest/gtest.h>

#include <tali/distribution/beta.hpp>
#include <tali/engine/philox4x32.hpp>
#include <tali/sequence.hpp>

#include "support/sanitizers.hpp"

namespace tali::test {
namespace {

namespace exact = boost::math;

/// Attempts at a sample, at most `most`, and its value.
template <class D>
std::pair<typename D::result_type, int> limited(const D& d, std::uint64_t j, int most = 1000) {
  const rejection_words<10> words(philox4x32(1), D::tag);
  for (int k = 0; k < most; ++k) {
    std::uint32_t w[D::attempt_words];
    words(j, static_cast<std::uint32_t>(k), w);
    const auto a = d.attempt(w);
    if (a.accepted) return {a.value, k + 1};
  }
  return {d.failed(), most};
}

/// The numbers 1, 1 - 2^-24, 1 - 2^-23, ...: how often each comes.
TEST(BetaNextToOne, FallsOnEveryFloat) {
  if (under_sanitizer) GTEST_SKIP() << "a law, which the build without sanitizers counts";
  for (const auto& [a, b] : {std::pair{0.5f, 0.5f}, std::pair{1.0f, 0.2f}, std::pair{0.05f, 0.3f}}) {
    constexpr int cells = 12, n = 2'000'000;
    std::array<double, cells> seen{};
    const beta<float> d(a, b);
    for (std::uint64_t i = 0; i < n; ++i) {
      const float steps = (1 - value(philox4x32(3), d, i)) * 0x1p24f;  // exact
      if (steps < cells) ++seen[static_cast<std::size_t>(steps)];
    }
    double sum = 0;
    for (int k = 0; k < cells; ++k) {
      // 1 - x of x's neighbourhood, by the law of 1 - x, which has all its digits there.
      const exact::beta_distribution<> rest(static_cast<double>(b), static_cast<double>(a));
      const double low = k == 0 ? 0 : (k - 0.5) * 0x1p-24, high = k == 0 ? 0x1p-25 : (k + 0.5) * 0x1p-24;
      const double expected = n * (cdf(rest, high) - cdf(rest, low));
      const double off = seen[static_cast<std::size_t>(k)] - expected;
      sum += off * off / expected;
    }
    EXPECT_LT(sum, 40) << a << ", " << b;  // chi-squared of 12 degrees of freedom: p = 7e-5
  }
}

template <class T>
class BetaEdges : public testing::Test {};
using number_types = testing::Types<float, double>;
TYPED_TEST_SUITE(BetaEdges, number_types);

/// Numbers of large shapes, by the normal law that they come to: mean, variance and the third of the numbers
/// in the middle.
TYPED_TEST(BetaEdges, LargeShapesKeepTheirLaw) {
  if (under_sanitizer) GTEST_SKIP() << "a law, which the build without sanitizers counts";
  using T = TypeParam;
  std::vector<std::pair<double, double>> shapes = {
      {1e5, 1e5}, {1e6, 3e6}, {2e7, 1e6}, {3e7, 1e9}, {1e7, 1e20}};
  if (sizeof(T) == 8) shapes.insert(shapes.end(), {{1e12, 1e12}, {1e15, 4e15}, {1e18, 1e21}, {1e22, 3e24}});
  for (const auto& [a, b] : shapes) {
    const beta<T> d(static_cast<T>(a), static_cast<T>(b));
    const double total = a + b, mean = a / total,
                 deviation = std::sqrt(a / total * (b / total) / (total + 1));
    double sum = 0, squares = 0, tries = 0, inside = 0;
    constexpr int n = 40'000;
    for (std::uint64_t i = 0; i < n; ++i) {
      const auto [x, attempts] = limited(d, i);
      const double z = (static_cast<double>(x) - mean) / deviation;
      sum += z, squares += z * z, tries += attempts;
      inside += std::abs(z) < 0.43;
    }
    const std::string which = std::to_string(a) + ", " + std::to_string(b);
    // The spacing of the numbers in deviations: their sums are that blurred.
    const double blur = mean * std::numeric_limits<T>::epsilon() / deviation;
    EXPECT_NEAR(sum / n, 0, 0.03 + blur) << which;
    EXPECT_NEAR(squares / n, 1, 0.04 + blur) << which;
    EXPECT_NEAR(inside / n, 0.3328, 0.012 + 0.5 * blur) << which;
    EXPECT_LT(tries / n, 2) << which;
  }
}

TYPED_TEST(BetaEdges, OneLargeShapeLeavesAGammaNumber) {
  if (under_sanitizer) GTEST_SKIP() << "a law, which the build without sanitizers counts";
  using T = TypeParam;
  for (const double a : {0.3, 0.9, 1.0, 1.5, 7.0}) {
    for (const double b : {1e7, 1e10, 1e20, 1e30}) {
      const beta<T> d(static_cast<T>(a), static_cast<T>(b)), other(static_cast<T>(b), static_cast<T>(a));
      const exact::gamma_distribution<> law(a, 1);
      constexpr int n = 20'000, cells = 20;
      std::array<double, cells> seen{};
      double tries = 0, ones = 0;
      for (std::uint64_t i = 0; i < n; ++i) {
        const auto [x, attempts] = limited(d, i);
        const double u = cdf(law, static_cast<double>(x) * b);
        ++seen[static_cast<std::size_t>(std::min(u * cells, cells - 1.0))];
        tries += attempts;
        ones += limited(other, i).first > T(0.9999);
      }
      double sum = 0;
      for (const double s : seen) sum += (s - n / cells) * (s - n / cells) / (n / cells);
      EXPECT_LT(sum, 52) << a << ", " << b;  // 19 degrees of freedom: p = 7e-5
      EXPECT_LT(tries / n, 4.1) << a << ", " << b;
      EXPECT_EQ(ones, n) << a << ", " << b;
    }
  }
}

/// Chi-squared of the floats around the median, in deviations from its mean.
template <class D, class Law>
double misfit(const D& d, const Law& law) {
  constexpr int n = 1'000'000, cells = 200;
  const float middle = static_cast<float>(quantile(law, 0.5));
  const double deviation = standard_deviation(law);
  // The floats next to each other in a cell: a thousandth of a deviation, all cells a fifth of one.
  const double step = static_cast<double>(std::nextafter(middle, 2 * middle) - middle);
  const int width = std::max(1, static_cast<int>(deviation / step / 1000));
  // The floats that begin the cells, and half way down from each to its neighbour.
  std::vector<float> from{middle};
  for (int k = 0; k < cells / 2 * width; ++k) from[0] = std::nextafter(from[0], 0.0f);
  for (int c = 0; c < cells; ++c) {
    float x = from.back();
    for (int k = 0; k < width; ++k) x = std::nextafter(x, 2 * middle);
    from.push_back(x);
  }
  const auto edge = [&](float x) {
    return 0.5 * (static_cast<double>(x) + static_cast<double>(std::nextafter(x, 0.0f)));
  };
  std::vector<double> seen(cells);
  for (std::uint64_t i = 0; i < n; ++i) {
    const float x = value(philox4x32(11), d, i);
    const auto at = std::upper_bound(from.begin(), from.end(), x) - from.begin();
    if (at > 0 && at <= cells) ++seen[static_cast<std::size_t>(at - 1)];
  }
  double sum = 0;
  int used = 0;
  for (std::size_t c = 0; c < cells; ++c) {
    const double expected = n * (cdf(law, edge(from[c + 1])) - cdf(law, edge(from[c])));
    if (expected < 20) continue;
    ++used;
    sum += (seen[c] - expected) * (seen[c] - expected) / expected;
  }
  return (sum - used) / std::sqrt(2.0 * used);
}

/// Numbers that move over some thousand floats only, by cells of few floats each: every float's own share
/// shows, which a quotient that is rounded more than once changes by up to a third.
TEST(BetaEdgesOfFloats, NarrowNumbersAreRoundedOnce) {
  if (under_sanitizer) GTEST_SKIP() << "a law, which the build without sanitizers counts";
  for (const auto& [a, b] : {std::pair{1e6f, 3e6f}, std::pair{1e8f, 1e8f}, std::pair{1e10f, 1e10f}}) {
    const exact::beta_distribution<> law(static_cast<double>(a), static_cast<double>(b));
    const exact::fisher_f_distribution<> law_of_f(static_cast<double>(a), static_cast<double>(b));
    const beta<float> d(a, b);
    const fisher_f<float> f(a, b);
    const std::string which = std::to_string(a) + ", " + std::to_string(b);
    EXPECT_LT(misfit(d, law), 5) << "beta " << which;
    EXPECT_LT(misfit(f, law_of_f), 5) << "F " << which;
  }
}

/// Every pair of shapes from the least to the largest number of the type: few attempts, numbers in range, the
/// right share of large and small ones.
TYPED_TEST(BetaEdges, EveryPairOfShapesIsSampled) {
  using T = TypeParam;
  using limits = std::numeric_limits<T>;
  std::vector<T> shapes = {limits::denorm_min(), 4 * limits::denorm_min(), limits::min(), limits::max() / 2,
                           limits::max()};
  for (int e = -300; e <= 300; e += 20) {
    if (const T x = static_cast<T>(std::pow(10.0, e)); x > 0 && x <= limits::max()) shapes.push_back(x);
  }
  for (const double x : {1e-25, 1e-12, 1e-6, 0.3, 1.0, 1.5, 1e3, 4294967296.0, 1e18, 1e36})
    shapes.push_back(static_cast<T>(x));
  for (const T a : shapes) {
    for (const T b : shapes) {
      const beta<T> d(a, b);
      const fisher_f<T> f(a, b);
      const T share = a > b ? 1 / (1 + b / a) : (a / b) / (1 + a / b);
      constexpr int n = 8;
      double sum = 0;
      int most = 0;
      for (std::uint64_t i = 0; i < n; ++i) {
        const auto [x, attempts] = limited(d, i);
        const auto [y, attempts_of_f] = limited(f, i);
        ASSERT_TRUE(x >= 0 && x <= 1) << a << ", " << b << ": " << x;
        ASSERT_TRUE(y >= 0) << a << ", " << b << ": " << y;
        sum += static_cast<double>(x);
        most = std::max({most, attempts, attempts_of_f});
      }
      EXPECT_LT(most, 100) << a << ", " << b;
      EXPECT_NEAR(sum / n, static_cast<double>(share), 0.9) << a << ", " << b;
      if (std::min(a, b) > T(1e8)) {
        EXPECT_NEAR(sum / n, static_cast<double>(share), 1e-4) << a << ", " << b;
      }
    }
  }
}

TYPED_TEST(BetaEdges, TheRatioOfLeastShapesCounts) {
  using T = TypeParam;
  const T least = std::numeric_limits<T>::denorm_min();
  const beta<T> d(3 * least, least);
  double ones = 0;
  for (std::uint64_t i = 0; i < 4000; ++i) {
    const T x = limited(d, i).first;
    ASSERT_TRUE(x == 0 || x == 1) << x;
    ones += x == 1;
  }
  EXPECT_NEAR(ones / 4000, 0.75, 0.03);
}

/// F of large degrees of freedom lies around 1, also where the quotient of the degrees overflows.
TYPED_TEST(BetaEdges, FOfLargeDegreesLiesAroundOne) {
  using T = TypeParam;
  std::vector<std::pair<double, double>> degrees = {{1e18, 1e18}, {1e8, 1e38}, {1e38, 1e8}};
  if (sizeof(T) == 8) degrees.insert(degrees.end(), {{2.69e50, 4.64e143}, {1e8, 1e308}, {1e308, 1e9}});
  for (const auto& [n, m] : degrees) {
    const fisher_f<T> d(static_cast<T>(n), static_cast<T>(m));
    for (std::uint64_t i = 0; i < 1000; ++i) {
      EXPECT_NEAR(static_cast<double>(limited(d, i).first), 1, 1e-3) << n << ", " << m;
    }
  }
}

}  // namespace
}  // namespace tali::test
