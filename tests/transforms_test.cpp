// SPDX-License-Identifier: Apache-2.0
// Distributions made by inversion of one uniform number: chi-squared tests against the exact distribution
// functions, the error of every value against long double, the ends of the words, and what is refused.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <boost/math/distributions.hpp>
#include <boost/math/special_functions/expint.hpp>
#include <gtest/gtest.h>

#include <tali/engine/pcg32.hpp>
#include <tali/fill.hpp>

#include "support/goodness_of_fit.hpp"
#include "support/refusal.hpp"

namespace tali::test {
namespace {

namespace exact = boost::math;

template <class T>
class Transform : public testing::Test {};
using Floats = testing::Types<float, double>;
TYPED_TEST_SUITE(Transform, Floats);

TYPED_TEST(Transform, Exponential) {
  using T = TypeParam;
  for (const T scale : {T(1), T(0.125), T(3e4)}) {
    check_continuous(exponential<T>(scale), exact::exponential(1 / static_cast<double>(scale)), 11,
                     text(static_cast<double>(scale)));
  }
}

TYPED_TEST(Transform, Weibull) {
  using T = TypeParam;
  const std::pair<T, T> all[] = {{T(1), T(1)}, {T(0.25), T(2)}, {T(2.5), T(0.75)}, {T(40), T(1)}};
  for (const auto& [shape, scale] : all) {
    check_continuous(weibull<T>(shape, scale),
                     exact::weibull(static_cast<double>(shape), static_cast<double>(scale)), 12,
                     text(static_cast<double>(shape)));
  }
}

/// Checks D at three places and widths against Law of them.
template <class D, class Law>
void check_location_scale(std::uint64_t seed) {
  using T = typename D::result_type;
  const std::pair<T, T> all[] = {{T(0), T(1)}, {T(-2.5), T(0.25)}, {T(1000), T(300)}};
  for (const auto& [location, scale] : all) {
    check_continuous(D(location, scale), Law(static_cast<double>(location), static_cast<double>(scale)), seed,
                     text(static_cast<double>(location)));
  }
}
TYPED_TEST(Transform, Gumbel) { check_location_scale<gumbel<TypeParam>, exact::extreme_value>(13); }
TYPED_TEST(Transform, Logistic) { check_location_scale<logistic<TypeParam>, exact::logistic>(14); }
TYPED_TEST(Transform, Laplace) { check_location_scale<laplace<TypeParam>, exact::laplace>(15); }
TYPED_TEST(Transform, Cauchy) { check_location_scale<cauchy<TypeParam>, exact::cauchy>(16); }

TYPED_TEST(Transform, Pareto) {
  using T = TypeParam;
  const std::pair<T, T> all[] = {{T(1), T(1)}, {T(0.25), T(0.5)}, {T(2.5), T(3)}, {T(16), T(1)}};
  for (const auto& [shape, scale] : all) {
    check_continuous(pareto<T>(shape, scale),
                     exact::pareto(static_cast<double>(scale), static_cast<double>(shape)), 17,
                     text(static_cast<double>(shape)));
  }
}

/// Boost.Math's Pareto law of scale 1, less 1.
struct lomax_law {
  double shape, scale;
};
double cdf(const lomax_law& law, double x) {
  return x <= 0 ? 0 : -std::expm1(-law.shape * std::log1p(x / law.scale));
}
double quantile(const lomax_law& law, double share) {
  return law.scale * std::expm1(-std::log1p(-share) / law.shape);
}

TYPED_TEST(Transform, Lomax) {
  using T = TypeParam;
  const std::pair<T, T> all[] = {
      {T(1), T(1)}, {T(0.25), T(0.5)}, {T(2.5), T(3)}, {T(1e8), T(1)}, {T(1e30), T(2)}};
  for (const auto& [shape, scale] : all) {
    check_continuous(lomax<T>(shape, scale),
                     lomax_law{static_cast<double>(shape), static_cast<double>(scale)}, 24,
                     text(static_cast<double>(shape)));
  }
}

TYPED_TEST(Transform, Power) {
  using T = TypeParam;
  for (const T a : {T(0.25), T(1), T(2.5), T(40)}) {
    check_continuous(power<T>(a), exact::beta_distribution<>(static_cast<double>(a), 1), 22,
                     text(static_cast<double>(a)));
  }
}

/// Boost.Math's law with a quantile by bisection: its own does not converge for long tails.
struct inverse_gaussian {
  double mean, scale;
};
double cdf(const inverse_gaussian& law, double x) {
  return x <= 0 ? 0 : exact::cdf(exact::inverse_gaussian(law.mean, law.scale), x);
}
double quantile(const inverse_gaussian& law, double share) {
  double low = 1e-30, high = 1e30;
  for (int i = 0; i < 100; ++i) {
    const double middle = std::sqrt(low * high);
    (cdf(law, middle) < share ? low : high) = middle;
  }
  return high;
}

TYPED_TEST(Transform, Wald) {
  using T = TypeParam;
  const std::pair<T, T> all[] = {{T(1), T(1)},   {T(3), T(0.5)}, {T(1), T(100)},    {T(1), T(0.0009765625)},
                                 {T(1e6), T(1)}, {T(2), T(1)},   {T(2), T(0.9375)}, {T(0.125), T(4)}};
  for (const auto& [mean, scale] : all) {
    check_continuous(wald<T>(mean, scale),
                     inverse_gaussian{static_cast<double>(mean), static_cast<double>(scale)}, 23,
                     text(static_cast<double>(mean)) + ' ' + text(static_cast<double>(scale)));
  }
}

TYPED_TEST(Transform, Rayleigh) {
  using T = TypeParam;
  for (const T scale : {T(1), T(0.3)}) {
    check_continuous(rayleigh<T>(scale), exact::rayleigh(static_cast<double>(scale)), 18,
                     text(static_cast<double>(scale)));
  }
}

TYPED_TEST(Transform, Triangular) {
  using T = TypeParam;
  const T all[][3] = {{0, T(0.5), 1}, {-1, T(0.25), 2}, {0, 0, 1}, {-3, 5, 5}, {-1000, 990, 1000}};
  for (const auto& p : all) {
    check_continuous(
        triangular<T>(p[0], p[1], p[2]),
        exact::triangular(static_cast<double>(p[0]), static_cast<double>(p[1]), static_cast<double>(p[2])),
        19, text(static_cast<double>(p[1])));
  }
}

TYPED_TEST(Transform, StudentT) {
  using T = TypeParam;
  for (const T df : {T(0.5), T(1), T(3), T(30), T(1e6)}) {
    check_continuous(student_t<T>(df), exact::students_t(static_cast<double>(df)), 5,
                     text(static_cast<double>(df)));
  }
}

/// The distribution function of trials up to the first success; Boost.Math's loses small p in 1 - p.
struct trials {
  double p;
};
double cdf(const trials& law, double x) { return x < 1 ? 0 : -std::expm1(x * std::log1p(-law.p)); }

/// The distribution function of logarithmic series numbers, by sums.
class series {
 public:
  explicit series(double p) : all_{-std::log1p(-p)} {
    long double power = 1, sum = 0;
    for (double k = 1; (power *= static_cast<long double>(p)) > 1e-19L; ++k) {
      sums_.push_back(static_cast<double>(sum += power / static_cast<long double>(k)));
    }
  }
  friend double cdf(const series& s, double x) {
    if (x < 1) return 0;
    return s.sums_[std::min(static_cast<std::size_t>(x), s.sums_.size()) - 1] / s.all_;
  }

 private:
  double all_;
  std::vector<double> sums_{};
};

template <class T>
class DiscreteTransform : public testing::Test {};
using Integers = testing::Types<std::uint32_t, std::int64_t>;
TYPED_TEST_SUITE(DiscreteTransform, Integers);

TYPED_TEST(DiscreteTransform, Geometric) {
  for (const double p : {0.99, 0.5, 0.3, 0.01, 1e-4, 2e-8}) {
    check_discrete(geometric<TypeParam>(p), trials{p}, 20, text(p));
    const exact::geometric law(p);
    if (p > 1e-3) {
      EXPECT_NEAR(cdf(trials{p}, 7), exact::cdf(law, 6), 1e-12);
    }
  }
}

TYPED_TEST(DiscreteTransform, Logseries) {
  for (const double p : {1e-5, 0.3, 0.5, 0.9, 0.99, 0.999, 0.99999}) {
    check_discrete(logseries<TypeParam>(p), series(p), 24, text(p));
  }
}

TYPED_TEST(DiscreteTransform, Poisson) {
  for (const double mean : {0.3, 5.0, 9.0, 40.0, 1000.5, 5000.0, 1e6}) {
    check_discrete(poisson_icdf<TypeParam>(mean), exact::poisson(mean), 26, text(mean));
  }
}

TYPED_TEST(DiscreteTransform, Binomial) {
  const std::pair<double, double> all[] = {{7, 0.3}, {100, 0.9}, {1000, 0.25}, {1e5, 0.5}, {1e6, 0.999}};
  for (const auto& [n, p] : all) {
    check_discrete(binomial_icdf<TypeParam>(n, p), exact::binomial(n, p), 27, text(n));
  }
}

TYPED_TEST(DiscreteTransform, LanesAreScalarValues) {
  const philox4x32 e(31);
  std::vector<TypeParam> x(100'003);
  const auto check = [&](const auto& d) {
    for (const simd_level level : simd_levels()) {
      fill(cpu{.level = level}, e, d, 5, std::span(x));
      for (std::size_t i = 0; i < x.size(); ++i) ASSERT_EQ(x[i], value(e, d, 5 + i)) << i;
    }
  };
  for (const double mean : {0.0, 3.5, 8.5, 60.0, 1e5}) check(poisson_icdf<TypeParam>(mean));
  for (const double p : {1e-5, 0.3, 0.9999}) {
    for (const double n : {30.0, 1e5, 1e9}) check(binomial_icdf<TypeParam>(n, p));
  }
}

// Numbers of all magnitudes: of p = 1 - e the probability of more than 1 / (e y) is E1(1 / y) / -log e.
TYPED_TEST(DiscreteTransform, LogseriesNextToOne) {
  const double e = 0x1p-24;
  std::vector<TypeParam> x(1'000'000);
  fill(cpu{}, pcg32(25), logseries<TypeParam>(1 - e), 0, std::span(x));
  for (const double share : {0.01, 0.1, 1.0, 3.0}) {
    const double seen =
        static_cast<double>(std::count_if(x.begin(), x.end(),
                                          [&](TypeParam k) { return static_cast<double>(k) * e > share; })) /
        1e6;
    const double expected = exact::expint(1, share) / -std::log(e);
    EXPECT_NEAR(seen, expected, 4.5 * std::sqrt(expected / 1e6)) << share;
  }
}

TEST(Geometric, OfTinyProbabilities) {
  for (const double p : {1e-10, 1e-15, 1e-17}) {
    check_discrete(geometric<std::int64_t>(p), trials{p}, 21, std::to_string(std::log10(p)));
  }
}

// ---- The error of every value ----

/// Words of a value: k's low half first, or k's upper half alone.
template <class D>
auto at_words(const D& d, std::uint64_t k) {
  const std::uint32_t high = static_cast<std::uint32_t>(k >> 32);
  if constexpr (D::words == 1) {
    const std::uint32_t w[] = {high};
    return d(w);
  } else {
    const std::uint32_t w[] = {static_cast<std::uint32_t>(k), high};
    return d(w);
  }
}

/// Random words, words next to both ends and to 1/2 in every octave, and the ends themselves.
std::vector<std::uint64_t> words_to_try() {
  std::mt19937_64 random(5);
  constexpr std::uint64_t half = std::uint64_t{1} << 63;
  std::vector<std::uint64_t> all;
  for (int i = 0; i < 200'000; ++i) {
    const std::uint64_t k = random(), small = random() >> (i % 64);
    all.insert(all.end(), {k, small, ~small, half + (small >> 1), half - 1 - (small >> 1)});
  }
  for (const std::uint64_t end : {std::uint64_t{0}, half}) {
    for (std::uint64_t i = 0; i < 1000; ++i) {
      all.insert(all.end(), {end + i, end - 1 - i, end + (i << 32), end - 1 - (i << 32)});
    }
  }
  return all;
}

/// u and 1 - u, each with all its digits.
struct uniform_pair {
  long double u, rest;
};

template <class D>
uniform_pair uniform_of(std::uint64_t k, int bits) {
  const auto numbered = [bits](std::uint64_t j) {
    return (static_cast<long double>(j >> (64 - bits)) + 0.5L) * std::ldexp(1.0L, -bits);
  };
  return {numbered(k), numbered(~k)};
}

/// log u with all digits.
long double log_of(const uniform_pair& x) { return x.u < 0.5L ? std::log(x.u) : std::log1p(-x.rest); }
long double log_of_rest(const uniform_pair& x) { return log_of({x.rest, x.u}); }

/// The largest error in units in the last place of the value, or of `floor_of_unit` where that is larger,
/// over all words.
template <class D, class Quantile>
double largest_error(const D& d, Quantile&& quantile, double floor_of_unit = 0,
                     int bits = D::words == 1 ? 32 : 64) {
  using T = typename D::result_type;
  double worst = 0;
  for (const std::uint64_t k : words_to_try()) {
    const long double should = quantile(uniform_of<D>(k, bits));
    const T is = at_words(d, k);
    if (std::abs(should) > std::numeric_limits<T>::max() || std::abs(should) < std::numeric_limits<T>::min())
      continue;
    const long double of = std::max(std::abs(should), static_cast<long double>(floor_of_unit));
    const long double unit = std::ldexp(1.0L, std::ilogb(of) - std::numeric_limits<T>::digits + 1);
    const auto error = static_cast<double>(std::abs(static_cast<long double>(is) - should) / unit);
    EXPECT_FALSE(std::isnan(error)) << D::name << " of words " << k;
    worst = std::max(worst, error);
  }
  std::string key = std::string(D::name) + ' ' + type_name<T>();
  if constexpr (requires { d.shape(); }) key += ' ' + text(static_cast<double>(d.shape()));
  testing::Test::RecordProperty(key, std::to_string(worst));
  return worst;
}

template <class T>
class TransformError : public testing::Test {};
TYPED_TEST_SUITE(TransformError, Floats);

TYPED_TEST(TransformError, Exponential) {
  EXPECT_LT(largest_error(exponential<TypeParam>(), [](const uniform_pair& x) { return -log_of_rest(x); }),
            3);
}

TYPED_TEST(TransformError, Weibull) {
  using T = TypeParam;
  for (const T shape : {T(0.0625), T(0.3), T(1), T(3.3), T(100)}) {
    const long double power = 1 / static_cast<long double>(shape);
    EXPECT_LT(largest_error(weibull<T>(shape),
                            [=](const uniform_pair& x) { return std::pow(-log_of_rest(x), power); }),
              1.5 + 3.5 * static_cast<double>(power))
        << shape;
  }
}

TYPED_TEST(TransformError, Gumbel) {
  EXPECT_LT(largest_error(
                gumbel<TypeParam>(), [](const uniform_pair& x) { return -std::log(-log_of(x)); }, 1),
            3);
}

TYPED_TEST(TransformError, Logistic) {
  EXPECT_LT(largest_error(logistic<TypeParam>(),
                          [](const uniform_pair& x) {
                            // 1/2 - u is exact where it is small
                            const long double t = std::min(x.u, x.rest);
                            const long double log_odds = std::log1p((1 - 2 * t) / t);
                            return x.u < 0.5L ? -log_odds : log_odds;
                          }),
            4);
}

TYPED_TEST(TransformError, Laplace) {
  EXPECT_LT(largest_error(laplace<TypeParam>(),
                          [](const uniform_pair& x) {
                            const long double t = std::min(x.u, x.rest);
                            const long double size = t < 0.25L ? -std::log(2 * t) : -std::log1p(-(1 - 2 * t));
                            return x.u < 0.5L ? -size : size;
                          }),
            3);
}

TYPED_TEST(TransformError, Cauchy) {
  const long double pi = 3.141592653589793238462643383279502884L;
  EXPECT_LT(largest_error(
                cauchy<TypeParam>(),
                [=](const uniform_pair& x) {
                  const long double t = std::min(x.u, x.rest);
                  const long double size = t < 0.25L ? 1 / std::tan(pi * t) : std::tan(pi * (0.5L - t));
                  return x.u < 0.5L ? -size : size;
                },
                0, sizeof(TypeParam) == 4 ? 32 : 54),
            2);
}

TYPED_TEST(TransformError, Pareto) {
  using T = TypeParam;
  for (const T shape : {T(0.0625), T(0.3), T(1), T(3.3), T(100)}) {
    const long double power = -1 / static_cast<long double>(shape);
    EXPECT_LT(largest_error(pareto<T>(shape),
                            [=](const uniform_pair& x) { return std::exp(power * log_of_rest(x)); }),
              sizeof(T) == 4 ? 1.5 : 2 + std::abs(static_cast<double>(power)))
        << shape;
  }
}

TYPED_TEST(TransformError, Lomax) {
  using T = TypeParam;
  for (const T shape : {T(0.0625), T(0.3), T(1), T(3.3), T(100), T(1e5), T(1e8), T(1e30)}) {
    const long double power = -1 / static_cast<long double>(shape);
    EXPECT_LT(largest_error(lomax<T>(shape),
                            [=](const uniform_pair& x) { return std::expm1(power * log_of_rest(x)); }),
              sizeof(T) == 4 ? 1 : 3 + std::abs(static_cast<double>(power)))
        << shape;
  }
}

TYPED_TEST(TransformError, Power) {
  using T = TypeParam;
  for (const T a : {T(0.0625), T(0.3), T(1), T(3.3), T(100)}) {
    const long double exponent = 1 / static_cast<long double>(a);
    EXPECT_LT(
        largest_error(power<T>(a), [=](const uniform_pair& x) { return std::exp(exponent * log_of(x)); }),
        sizeof(T) == 4 ? 1.5 : 2 + static_cast<double>(exponent))
        << a;
  }
}

// Against the formula of the paper in long double, whose difference is not taken.
TYPED_TEST(TransformError, Wald) {
  using T = TypeParam;
  std::mt19937_64 random(26);
  const std::pair<T, T> all[] = {{T(1), T(1)}, {T(1e6), T(1e-6)}, {T(1e-6), T(1e6)}, {T(1e30), T(1e-30)}};
  for (const auto& [mean, scale] : all) {
    const wald<T> d(mean, scale);
    const auto m = static_cast<long double>(mean), c = m / (2 * static_cast<long double>(scale));
    double worst = 0;
    for (int i = 0; i < 100'000; ++i) {
      long double z, v;
      T is;
      if constexpr (sizeof(T) == 4) {
        const std::uint32_t w[] = {static_cast<std::uint32_t>(random()),
                                   static_cast<std::uint32_t>(random())};
        z = static_cast<long double>(math::normal_quantile_f32(w[0]));
        v = static_cast<long double>(unit_f32(w[1]));
        is = d(w);
      } else {
        std::uint32_t w[4];
        for (std::uint32_t& word : w) word = static_cast<std::uint32_t>(random());
        z = static_cast<long double>(math::normal_quantile_f64(join(w[0], w[1])));
        v = static_cast<long double>(detail::rounded_unit_f64(w[2], w[3]));
        is = d(w);
      }
      const long double y = c * z * z, t = 1 + y + std::sqrt(y * (y + 2)), at = v * (1 + t);
      if (std::abs(at - 1) < 1e-5L) continue;  // either root
      const long double exactly = at < 1 ? m * t : m / t;
      const long double ulp = std::ldexp(1.0L, std::ilogb(exactly) + 1 - std::numeric_limits<T>::digits);
      worst = std::max(worst, static_cast<double>(std::abs(static_cast<long double>(is) - exactly) / ulp));
    }
    EXPECT_LT(worst, 6) << mean << ' ' << scale;
  }
}

TYPED_TEST(TransformError, Rayleigh) {
  EXPECT_LT(largest_error(rayleigh<TypeParam>(),
                          [](const uniform_pair& x) { return std::sqrt(-2 * log_of_rest(x)); }),
            3);
}

TYPED_TEST(TransformError, Triangular) {
  using T = TypeParam;
  // From the left end, where it is 0, and likewise from the right.
  const auto rising = [](const uniform_pair& x) {
    return x.u < 0.25L ? std::sqrt(x.u * 0.25L) : 1 - std::sqrt(x.rest * 0.75L);
  };
  EXPECT_LT(largest_error(triangular<T>(0, T(0.25), 1), rising), 4);
  const auto falling = [&](const uniform_pair& x) { return -rising({x.rest, x.u}); };
  EXPECT_LT(largest_error(triangular<T>(-1, T(-0.25), 0), falling), 4);
}

TYPED_TEST(TransformError, StudentT) {
  using T = TypeParam;
  constexpr long double two_pi = 6.283185307179586476925286766559005768L;
  std::mt19937_64 random(21);
  for (const T df : {T(0.7), T(3), T(1e6)}) {
    const auto wide = static_cast<long double>(df);
    double worst = 0;
    for (int k = 0; k < 200000; ++k) {
      long double u, turns;
      T is;
      if constexpr (sizeof(T) == 4) {
        const std::uint32_t w[] = {static_cast<std::uint32_t>(random() >> (random() % 64)),
                                   static_cast<std::uint32_t>(random())};
        u = (w[0] + 0.5L) * 0x1p-32L;
        turns = (w[1] + 0.5L) * 0x1p-32L;
        is = student_t<T>(df)(w);
      } else {
        const std::uint64_t of_u = random() >> (random() % 64), of_angle = random();
        const std::uint32_t w[] = {static_cast<std::uint32_t>(of_u), static_cast<std::uint32_t>(of_u >> 32),
                                   static_cast<std::uint32_t>(of_angle),
                                   static_cast<std::uint32_t>(of_angle >> 32)};
        u = (static_cast<long double>(of_u) + 0.5L) * 0x1p-64L;
        turns = (static_cast<long double>(of_angle >> 9 << 9) + 0x1p8L) *
                0x1p-64L;  // the middle of its upper bits
        is = student_t<T>(df)(w);
      }
      const long double exactly =
          std::cos(two_pi * turns) * std::sqrt(wide * std::expm1(-2 / wide * std::log(u)));
      // Next to a quarter turn the long double loses digits of the cosine, which circle_test looks at.
      if (!(std::abs(exactly) < 1e18L) || std::abs(std::cos(two_pi * turns)) < 0.05L) continue;
      const int exponent = std::max(std::ilogb(exactly), std::numeric_limits<T>::min_exponent);
      const long double ulp = std::ldexp(1.0L, exponent + 1 - std::numeric_limits<T>::digits);
      worst = std::max(worst, static_cast<double>(std::abs(static_cast<long double>(is) - exactly) / ulp));
    }
    // 3 ulp of the logarithm become 3 (2 / df) |log u| of the power, and half of that of its root.
    const double largest_log = sizeof(T) == 4 ? 22.9 : 45.1;
    EXPECT_LT(worst, 6 + 1.5 * (2 / static_cast<double>(df)) * largest_log) << df;
  }
}

// ---- Quantiles ----

/// Calls f with every distribution of the type at parameters that move its numbers nowhere.
template <class T, class F>
void each_of(F&& f) {
  f(exponential<T>());
  f(weibull<T>(T(1.7)));
  f(gumbel<T>());
  f(logistic<T>());
  f(laplace<T>());
  f(cauchy<T>());
  f(pareto<T>(T(2.5)));
  f(lomax<T>(T(2.5)));
  f(power<T>(T(0.4)));
  f(rayleigh<T>());
  f(triangular<T>(-1, T(0.5), 3));
}

TYPED_TEST(Transform, RisesWithItsWords) {
  each_of<TypeParam>([]<class D>(const D& d) {
    constexpr std::uint64_t step = std::uint64_t{1} << 44;
    auto before = at_words(d, 0);
    for (std::uint64_t k = step; k != 0; k += step) {
      const auto x = at_words(d, k);
      ASSERT_LT(before, x) << D::name << ' ' << k;
      before = x;
    }
    EXPECT_LE(before, at_words(d, ~std::uint64_t{0})) << D::name;
  });
}

TYPED_TEST(Transform, IsFiniteAtBothEnds) {
  each_of<TypeParam>([]<class D>(const D& d) {
    for (const std::uint64_t k :
         {std::uint64_t{0}, std::uint64_t{0xffffffff}, std::uint64_t{0x7fffffffffffffff},
          std::uint64_t{0x8000000000000000}, ~std::uint64_t{0xffffffff}, ~std::uint64_t{0}}) {
      EXPECT_TRUE(std::isfinite(at_words(d, k))) << D::name << ' ' << k;
    }
  });
  using T = TypeParam;
  constexpr std::uint64_t last = ~std::uint64_t{0};
  const int bits = sizeof(T) == 4 ? 33 : 65;
  const T tail = static_cast<T>(bits * std::log(2.0L)), least = std::ldexp(T(1), -bits);
  const T close = 8 * std::numeric_limits<T>::epsilon();
  EXPECT_EQ(at_words(exponential<T>(), 0), least);
  EXPECT_NEAR(at_words(exponential<T>(), last) / tail, 1, close);
  EXPECT_NEAR(at_words(weibull<T>(2), 0) / std::sqrt(least), 1, close);
  EXPECT_NEAR(at_words(gumbel<T>(), last) / tail, 1, close);
  EXPECT_NEAR(at_words(gumbel<T>(), 0) / -std::log(tail), 1, close);
  EXPECT_NEAR(at_words(logistic<T>(), 0) / -tail, 1, close);
  EXPECT_NEAR(at_words(laplace<T>(), 0) / -(tail - std::log(T(2))), 1, close);
  EXPECT_NEAR(at_words(cauchy<T>(), 0) * std::ldexp(std::acos(T(-1)), sizeof(T) == 4 ? -33 : -55), -1, close);
  EXPECT_EQ(at_words(pareto<T>(1, 3), 0), T(3));
  EXPECT_NEAR(at_words(pareto<T>(1, 3), last) * least / 3, 1, close);
  EXPECT_NEAR(at_words(lomax<T>(1, 3), 0) / least / 3, 1, close);
  EXPECT_NEAR(at_words(lomax<T>(1, 3), last) * least / 3, 1, close);
  EXPECT_NEAR(at_words(rayleigh<T>(), last) / std::sqrt(2 * tail), 1, close);
}

TYPED_TEST(Transform, IsOddAboutOneHalf) {
  using T = TypeParam;
  for (const std::uint64_t k : words_to_try()) {
    ASSERT_EQ(at_words(logistic<T>(), k), -at_words(logistic<T>(), ~k));
    ASSERT_EQ(at_words(laplace<T>(), k), -at_words(laplace<T>(), ~k));
    ASSERT_EQ(at_words(cauchy<T>(), k), -at_words(cauchy<T>(), ~k));
  }
}

TYPED_TEST(Transform, TriangularKeepsToItsRange) {
  using T = TypeParam;
  const T all[][3] = {{T(-0.1), T(0.7), T(0.7)}, {T(0.1), T(0.1), T(0.7)}, {T(-1e30), T(1e-3), T(1)}};
  for (const auto& p : all) {
    for (const std::uint64_t k : words_to_try()) {
      const T x = at_words(triangular<T>(p[0], p[1], p[2]), k);
      ASSERT_TRUE(x >= p[0] && x <= p[2]) << x;
    }
  }
}

TYPED_TEST(Transform, ExtremeShapesAreNeverNaN) {
  using T = TypeParam;
  const T least = std::numeric_limits<T>::denorm_min(), most = std::numeric_limits<T>::max();
  for (const T shape : {least, T(1e-30), T(1e-3), T(1e6), most}) {
    for (const T scale : {least, T(1), most}) {
      for (const std::uint64_t k : words_to_try()) {
        ASSERT_GE(at_words(weibull<T>(shape, scale), k), 0) << shape << ' ' << scale;
        ASSERT_GE(at_words(pareto<T>(shape, scale), k), scale) << shape;
        ASSERT_GE(at_words(lomax<T>(shape, scale), k), 0) << shape;
        const T x = at_words(power<T>(shape), k);
        ASSERT_TRUE(x >= 0 && x <= 1) << shape;
      }
      const wald<T> d(shape, scale);
      for (std::uint64_t i = 0; i < 1000; ++i) ASSERT_GE(value(pcg32(27), d, i), 0) << shape << ' ' << scale;
    }
  }
  EXPECT_EQ(at_words(weibull<T>(least), 0), 0);
  EXPECT_EQ(at_words(weibull<T>(least), ~std::uint64_t{0}), std::numeric_limits<T>::infinity());
  EXPECT_EQ(at_words(weibull<T>(most), 0), 1);
}

TYPED_TEST(DiscreteTransform, GeometricAtTheEnds) {
  using T = TypeParam;
  constexpr T most = std::numeric_limits<T>::max();
  const auto at = [](double p, std::uint64_t k) { return static_cast<T>(at_words(geometric<T>(p), k)); };
  for (const std::uint64_t k : words_to_try()) {
    ASSERT_EQ(at(1, k), T(1));
    ASSERT_EQ(at(5e-324, k), most);
    ASSERT_EQ(at(1e-300, k), most);
    const T x = at(1e-18, k);
    ASSERT_GE(x, T(1));
    // u < 1 - (1 - p)^x at the quantile, and not before
    const uniform_pair u = uniform_of<geometric<T>>(k, 64);
    for (const double p : {0.75, 1e-3}) {
      const auto n = static_cast<long double>(at(p, k));
      const long double failures = -log_of_rest(u) / -std::log1p(-static_cast<long double>(p));
      ASSERT_LE(n - 1, failures * (1 + 1e-14L));
      ASSERT_GE(n, failures * (1 - 1e-14L));
    }
  }
  EXPECT_EQ(at(0.5, 0), T(1));
  EXPECT_EQ(at(0.5, ~std::uint64_t{0}), T(66));  // 2^-65 is left: 65 failures
  EXPECT_EQ(at(1e-18, 0), T(1));
  if (sizeof(T) == 8) {
    EXPECT_NEAR(static_cast<double>(at(1e-17, ~std::uint64_t{0})) / (65 * std::log(2.0) * 1e17), 1, 1e-12);
  }
}

TEST(Logseries, AtTheEnds) {
  const pcg32 e(28);
  for (std::uint64_t i = 0; i < 1000; ++i) {
    for (const double p : {0.0, 5e-324, 1e-300}) {
      EXPECT_EQ(value(e, logseries<std::uint32_t>(p), i), 1u);
      EXPECT_EQ(value(e, logseries<std::int64_t>(p), i), 1);
    }
    EXPECT_GE(value(e, logseries<std::int64_t>(1 - 0x1p-53), i), 1);
    EXPECT_GE(value(e, logseries<std::uint32_t>(1 - 0x1p-53), i), 1u);
  }
}

TEST(TransformDraw, TakesWordsInOrder) {
  const auto check = []<class D>(const D& d) {
    pcg32 g(3, 4);
    const pcg32 sequence(3, 4);
    for (std::uint64_t i = 0; i < 100; ++i) EXPECT_EQ(d(g), value(sequence, d, i)) << D::name;
  };
  each_of<float>(check);
  each_of<double>(check);
  check(geometric<std::uint32_t>(0.1));
  check(geometric<std::int64_t>(0.1));
  check(logseries<std::int64_t>(0.9));
  check(wald<float>(2, 3));
  check(wald<double>(2, 3));
}

TEST(TransformParameters, AreCheckedByName) {
  const float nan = std::numeric_limits<float>::quiet_NaN(),
              infinity = std::numeric_limits<float>::infinity();
  EXPECT_EQ(refusal([] { exponential<float>(0); }), "scale is 0");
  EXPECT_EQ(refusal([=] { exponential<double>{nan}; }), "scale is nan");
  EXPECT_EQ(refusal([=] { rayleigh<float>{infinity}; }), "scale is inf");
  EXPECT_EQ(refusal([] { weibull<float>(-1, 1); }), "shape is -1");
  EXPECT_EQ(refusal([] { weibull<double>(1, -0.5); }), "scale is -0.5");
  EXPECT_EQ(refusal([] { pareto<float>(0, 1); }), "shape is 0");
  EXPECT_EQ(refusal([] { lomax<float>(0, 1); }), "shape is 0");
  EXPECT_EQ(refusal([] { lomax<float>(1, 0); }), "scale is 0");
  EXPECT_EQ(refusal([] { power<float>(0); }), "a is 0");
  EXPECT_EQ(refusal([] { wald<double>(0, 1); }), "mean is 0");
  EXPECT_EQ(refusal([] { wald<float>(1, -1); }), "scale is -1");
  EXPECT_EQ(refusal([] { logseries<std::uint32_t>(1); }), "p is 1");
  EXPECT_EQ(refusal([] { logseries<std::int64_t>(-0.5); }), "p is -0.5");
  EXPECT_EQ(refusal([] { pareto<float>(1, 0); }), "scale is 0");
  EXPECT_EQ(refusal([=] { gumbel<float>{nan}; }), "location is nan");
  EXPECT_EQ(refusal([] { logistic<float>(0, 0); }), "scale is 0");
  EXPECT_EQ(refusal([=] { laplace<float>{infinity}; }), "location is inf");
  EXPECT_EQ(refusal([] { student_t<float>(0); }), "df is 0");
  EXPECT_EQ(refusal([] { cauchy<double>(0, -2); }), "scale is -2");
  EXPECT_EQ(refusal([=] { triangular<float>(nan, 0, 1); }), "left is nan");
  EXPECT_EQ(refusal([] { triangular<float>(0, -1, 1); }), "mode is -1");
  EXPECT_EQ(refusal([] { triangular<float>(0, 2, 1); }), "right is 1");
  EXPECT_EQ(refusal([] { triangular<float>(1, 1, 1); }), "right is 1");
  EXPECT_EQ(refusal([] { triangular<float>(-3e38f, 0, 3e38f); }), "right is 3e+38");
  EXPECT_EQ(refusal([] { geometric<std::int64_t>{0}; }), "p is 0");
  EXPECT_EQ(refusal([] { geometric<std::uint32_t>{1.5}; }), "p is 1.5");
  EXPECT_EQ(refusal([=] { geometric<std::int64_t>{nan}; }), "p is nan");
  arguments given;
  given.set("rate", "2");
  EXPECT_THROW(exponential<float>::make(given), argument_error);
}

}  // namespace
}  // namespace tali::test
