// SPDX-License-Identifier: Apache-2.0
// von Mises, truncated normal, negative binomial and hypergeometric numbers: chi-squared tests against
// integrated densities, Boost.Math's distribution functions and exact sums, in every regime of the methods;
// acceptance; parameters at the ends. The p-values are of fixed seeds, so they never change.
#include <array>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include <boost/math/distributions/hypergeometric.hpp>
#include <boost/math/distributions/negative_binomial.hpp>
#include <gtest/gtest.h>

#include <tali/fill.hpp>

#include "support/density_fit.hpp"
#include "support/refusal.hpp"
#include "support/rejection.hpp"

namespace tali::test {
namespace {

template <class T>
class Floating : public testing::Test {};
using Floats = testing::Types<float, double>;
TYPED_TEST_SUITE(Floating, Floats);

TYPED_TEST(Floating, VonMisesFitsItsDensity) {
  using T = TypeParam;
  const std::pair<double, double> cases[] = {{0, 0},    {2, 0.01}, {1, 0.5}, {-3.1, 1}, {3, 4},
                                             {0.5, 20}, {0, 1e3},  {0, 1e8}, {0, 1e12}, {7, 2}};
  constexpr double pi = 3.141592653589793;
  for (const auto& [mu, kappa] : cases) {
    const auto centre = static_cast<double>(static_cast<T>(mu)),
               k = static_cast<double>(static_cast<T>(kappa));
    const auto density = [&](double x) {
      const double s = std::sin((x - centre) / 2);
      return std::exp(-2 * k * s * s);
    };
    const double reach = mu == 0 ? std::min(pi, 10 / std::sqrt(k)) : pi;
    const auto fit =
        fit_density(von_mises<T>(static_cast<T>(mu), static_cast<T>(kappa)), 1, density, -reach, reach);
    EXPECT_GE(fit.least, static_cast<T>(-pi));
    EXPECT_LE(fit.most, static_cast<T>(pi));
    EXPECT_GT(fit.p_value, suspicious) << type_name<T>() << ' ' << mu << ' ' << kappa;
  }
}

TYPED_TEST(Floating, TruncatedNormalFitsItsDensity) {
  using T = TypeParam;
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const std::array<double, 4> cases[] = {{0, 1, -1, 2},
                                         {1, 2, -infinity, infinity},
                                         {0, 1, 0, infinity},
                                         {0, 1, -infinity, 0.5},  // quantiles
                                         {0, 1, 0.625, infinity},
                                         {0, 1, 0.6875, infinity},
                                         {0, 1, -infinity, -0.75},  // the seam
                                         {0, 1, 3, infinity},
                                         {0, 1, 30, infinity},
                                         {-30, 1, 0, infinity},
                                         {-1e4, 1, 0, infinity},  // tails
                                         {40, 1, -infinity, 0},
                                         {0, 1, 1, 1.5},
                                         {0, 1, 2, 9},
                                         {5, 0.5, 0, 1},  // pieces
                                         {0, 1, -0.25, 0.25},
                                         {0, 1, -0.125, 0.5},
                                         {0, 1, -0.5, 0.0625},
                                         {0, 1e6, -1, 1},  // short
                                         {0, 1, 0, 1e-12},
                                         {-100, 1, 0, 1e-12},
                                         {-100, 1, 0, 1e-3}};
  for (const auto& [mu_, sigma_, low_, high_] : cases) {
    const T mu = static_cast<T>(mu_), sigma = static_cast<T>(sigma_), low = static_cast<T>(low_),
            high = static_cast<T>(high_);
    const auto m = static_cast<double>(mu), s = static_cast<double>(sigma);
    const double first = static_cast<double>(low), last = static_cast<double>(high);
    const double peak = std::min(std::max(m, first), last);
    const auto density = [&](double x) { return std::exp((peak - x) * (x + peak - 2 * m) / (2 * s * s)); };
    // Where the density is below e^-40 of the largest.
    const double a = std::abs(peak - m) / s, reach = s * 80 / (a + std::sqrt(a * a + 80));
    const auto fit = fit_density(truncated_normal<T>(mu, sigma, low, high), 2, density,
                                 std::max(first, peak - reach), std::min(last, peak + reach));
    EXPECT_GE(fit.least, low);
    EXPECT_LE(fit.most, high);
    EXPECT_GT(fit.p_value, suspicious)
        << type_name<T>() << ' ' << mu << ' ' << sigma << ' ' << low << ' ' << high;
  }
}

TYPED_TEST(Floating, TruncatedNormalFarOutIsTheBoundAndAnExponential) {
  using T = TypeParam;
  // 10^6 standard deviations out the distance from the bound is exponential of that rate.
  const truncated_normal<T> far_out(T(-1e6), T(1), T(0), std::numeric_limits<T>::infinity());
  const auto density = [](double y) { return std::exp(-1e6 * y - y * y / 2); };
  EXPECT_GT(fit_density(far_out, 3, density, 0, 4e-5).p_value, suspicious);
  // Neighbouring numbers as bounds.
  const T one(1), next = std::nextafter(one, T(2));
  for (std::uint64_t i = 0; i < 1000; ++i) {
    const T y = value(philox4x32(5), truncated_normal<T>(T(-20), T(0.5), one, next), i);
    EXPECT_TRUE(y == one || y == next);
    EXPECT_EQ(value(philox4x32(5), truncated_normal<T>(T(0), T(1e-30), one, T(2)), i), one);
  }
}

template <class T>
class Counting : public testing::Test {};
using Integers = testing::Types<std::uint32_t, std::int64_t>;
TYPED_TEST_SUITE(Counting, Integers);

TYPED_TEST(Counting, NegativeBinomialFitsItsDistribution) {
  const std::pair<double, double> cases[] = {{1, 0.5},      {5, 0.3},      {0.3, 0.2},    {1e-3, 0.01},
                                             {100, 0.5},    {1e6, 0.999},  {1, 1.0 / 65},  // inversion
                                             {1, 0.01},     {1.001, 1e-3}, {1.2, 1e-3},   {1.5, 1e-5},
                                             {2, 0.01},     {3, 1e-4},     {10, 0.03},  // log-concave
                                             {100, 0.05},   {5000, 0.5},   {1e6, 0.3},    {1e8, 0.9},
                                             {1, 2e-8},  //
                                             {0.999, 1e-3}, {0.9, 0.01},   {0.5, 5e-3},   {0.5, 1e-7},
                                             {0.1, 1e-4},   {0.01, 1e-5},  {1e-3, 1e-7}};  // n < 1
  for (const auto& [n, p] : cases) {
    const boost::math::negative_binomial law(n, p);
    check_discrete(negative_binomial<TypeParam>(n, p), law, 4, std::to_string(n) + ' ' + std::to_string(p));
  }
}

/// Sums of hypergeometric probabilities from their ratios, without a logarithm or a factorial.
class hypergeometric_sums {
 public:
  hypergeometric_sums(double good, double bad, double draws) {
    const long double g = good, b = bad, s = draws, all = g + b;
    const double deviation = std::sqrt(draws * (good / (good + bad)) * (bad / (good + bad)));
    const double mode = std::floor(static_cast<double>((g + 1) * (s + 1) / (all + 2))),
                 reach = std::ceil(20 * deviation + 50);
    low_ = std::max({0.0, draws - bad, mode - reach});
    const double high = std::min({good, draws, mode + reach});
    const double start = std::min(std::max(mode, low_), high);
    sums_.resize(static_cast<std::size_t>(high - low_) + 1);
    const auto at = [&](double k) -> long double& { return sums_[static_cast<std::size_t>(k - low_)]; };
    at(start) = 1;
    for (double k = start; k < high; ++k)
      at(k + 1) = at(k) * ((g - k) * (s - k)) / ((k + 1.0L) * (b - s + k + 1));
    for (double k = start; k > low_; --k) at(k - 1) = at(k) * (k * (b - s + k)) / ((g - k + 1) * (s - k + 1));
    for (std::size_t i = 1; i < sums_.size(); ++i) sums_[i] += sums_[i - 1];
  }
  /// The probability of at most k.
  friend double cdf(const hypergeometric_sums& h, double k) {
    if (k < h.low_) return 0;
    const std::size_t last = h.sums_.size() - 1;
    return static_cast<double>(h.sums_[std::min(static_cast<std::size_t>(k - h.low_), last)] / h.sums_[last]);
  }

 private:
  double low_;
  std::vector<long double> sums_;
};

TEST(HypergeometricSums, AreBoosts) {
  const std::array<unsigned, 3> cases[] = {{10, 20, 5}, {300, 200, 450}, {1000, 4000, 700}};
  for (const auto& [good, bad, draws] : cases) {
    const hypergeometric_sums sums(good, bad, draws);
    const boost::math::hypergeometric law(good, draws, good + bad);
    for (unsigned k = draws > bad ? draws - bad : 0; k <= std::min(good, draws); ++k) {
      EXPECT_NEAR(cdf(sums, k), boost::math::cdf(law, k), 1e-12);
    }
  }
}

TYPED_TEST(Counting, HypergeometricFitsItsDistribution) {
  const std::array<double, 3> cases[] = {{10, 20, 5},           {1, 1, 1},         {300, 200, 450},
                                         {1e5, 1e6, 500},       {2e4, 2e4, 2e4},  // inversion
                                         {4e9, 4e9, 1000},      {3e3, 4e9, 3.9e9}, {32768, 32768, 32768},  //
                                         {33000, 33000, 33000}, {1e5, 1e5, 1e5},   {1e6, 2e6, 3e5},
                                         {1e9, 1e5, 1e8},       {1e5, 1e9, 9.5e8},  // log-concave
                                         {1e9, 2e9, 2.9e9},     {4e9, 4e9, 4e9}};
  for (const auto& [good, bad, draws] : cases) {
    check_discrete(hypergeometric<TypeParam>(good, bad, draws), hypergeometric_sums(good, bad, draws), 5,
                   std::to_string(good) + ' ' + std::to_string(bad) + ' ' + std::to_string(draws));
  }
}

// Sizes that only i64 has: log k! is 1e16 there.
TEST(Huge, MeanAndVarianceAreExact) {
  if (on_cuda()) GTEST_SKIP() << "adds on the CPU";
  const auto check = [](const auto& d, double mean, double variance) {
    double sum = 0, squares = 0;
    each_piece(d, 6, [&](std::span<const std::int64_t> piece) {
      for (const std::int64_t k : piece) {
        const double z = (static_cast<double>(k) - mean) / std::sqrt(variance);
        sum += z;
        squares += z * z;
      }
    });
    const auto n = static_cast<double>(sample_count());
    EXPECT_LT(std::abs(sum) / std::sqrt(n), 4);
    EXPECT_LT(std::abs(squares / n - 1) * std::sqrt(n), 12);  // gamma of shape 1 has a fourth moment of 9
  };
  check(negative_binomial<std::int64_t>(1, 1e-13), 1e13, 1e26);
  check(negative_binomial<std::int64_t>(1e6, 1e-8), 1e14, 1e22);
  check(negative_binomial<std::int64_t>(1e14, 0.5), 1e14, 2e14);
  check(hypergeometric<std::int64_t>(0x1p50, 0x1p50, 0x1p50), 0x1p49, 0x1p50 / 8);
  check(hypergeometric<std::int64_t>(1e15, 1e12, 1e14), 1e15 / 1.001e15 * 1e14,
        1e14 * (1e15 / 1.001e15) * (1e12 / 1.001e15) * (9.01e14 / 1.001e15));
}

/// A law whose hat and squeeze can be looked at all over: Poisson numbers.
struct poisson_law {
  double mean;
  [[nodiscard]] double log_probability(double k) const {
    return k * std::log(mean) - mean - std::lgamma(k + 1);
  }
  [[nodiscard]] double lowest() const { return 0; }
  [[nodiscard]] double highest() const { return 1e9; }
  [[nodiscard]] double rise_loss(double k) const { return (k + 1 - mean) / (k + 1); }
  [[nodiscard]] double fall_loss(double k) const { return (mean - k) / mean; }
};

TEST(LogConcave, TheHatIsAboveAndTheSqueezeBelow) {
  for (const double mean : {0.5, 3.0, 100.25, 5000.0}) {
    for (const double tangent : {0.0, 1.0, 1.4, 5.0}) {  // standard deviations: any must do
      const poisson_law law{mean};
      const double reach = std::floor(tangent * std::sqrt(mean));
      const auto hat = detail::log_concave_rejection::of(law, std::floor(mean), reach, reach);
      std::mt19937_64 random(7);
      double mass = 0;
      for (double k = 0; k < mean + 40 * std::sqrt(mean) + 40; ++k)
        mass += std::exp(law.log_probability(k) - hat.log_mode);
      EXPECT_NEAR(hat.acceptance() * hat.total, mass, 1e-7 * mass);
      int accepted = 0;
      constexpr int tries = 20'000;
      for (int i = 0; i < tries; ++i) {
        const std::uint32_t w[4] = {
            static_cast<std::uint32_t>(random()), static_cast<std::uint32_t>(random()),
            static_cast<std::uint32_t>(random()), static_cast<std::uint32_t>(random())};
        auto t = hat.propose(w);
        if (!hat.is_in_reach(t)) continue;
        const double below =
            law.log_probability(t.k) - hat.log_mode + t.drop;  // log of the acceptance probability
        EXPECT_LT(below, 1e-9) << mean << ' ' << tangent << " at " << t.k;
        accepted += hat.log_height(t) < law.log_probability(t.k) ? 1 : 0;
        t.v = std::exp(below) * (1 + 1e-9);  // just above what may be accepted
        EXPECT_FALSE(hat.is_quick(t)) << mean << ' ' << tangent << " at " << t.k;
      }
      const double said = hat.acceptance();
      EXPECT_NEAR(accepted / double{tries}, said, 5 * std::sqrt(said * (1 - said) / tries) + 1e-3)
          << mean << ' ' << tangent;
    }
  }
}

/// Said acceptance against what attempts show, for every set of example parameters.
template <class D>
void check_acceptance(double slack) {
  for (const auto& given : example_parameters<D>()) {
    const D d = from<D>(given);
    if constexpr (detail::has_inversion<D>) {
      if (d.by_inversion()) continue;
    }
    const rejection_words words(philox4x32(8), D::tag);
    constexpr int tries = 100'000;
    int accepted = 0;
    for (std::uint64_t j = 0; j < tries; ++j) {
      std::uint32_t w[D::attempt_words];
      words(j, 1, w);
      const bool full = d.attempt(w).accepted;
      accepted += full ? 1 : 0;
      if constexpr (detail::has_quick_attempt<D>) {
        const auto quick = d.quick_attempt(w);
        EXPECT_TRUE(full || !quick.accepted);
        EXPECT_EQ(quick.value, d.attempt(w).value);
      }
    }
    const double seen = accepted / double{tries}, error = 5 * std::sqrt(seen * (1 - seen) / tries) + 1e-5;
    EXPECT_GT(seen, d.acceptance() - error)
        << D::name << ' ' << static_cast<double>(given[0]) << ' ' << static_cast<double>(given.back());
    EXPECT_LT(seen, d.acceptance() + slack + error)
        << D::name << ' ' << static_cast<double>(given[0]) << ' ' << static_cast<double>(given.back());
  }
}

TEST(Acceptance, IsWhatIsSaid) {
  check_acceptance<von_mises<float>>(0.04);
  check_acceptance<von_mises<double>>(0.04);
  check_acceptance<truncated_normal<float>>(0.16);
  check_acceptance<truncated_normal<double>>(0.16);
  check_acceptance<negative_binomial<std::int64_t>>(0);
  check_acceptance<hypergeometric<std::int64_t>>(0);
  check_acceptance<zipf<std::uint32_t>>(0.018);
  check_acceptance<zipf<std::int64_t>>(0.018);
  check_acceptance<noncentral_chi_squared<float>>(0.06);
  check_acceptance<noncentral_chi_squared<double>>(0.06);
  check_acceptance<noncentral_f<double>>(0.06);
}

TEST(Edges, OfTheParameters) {
  const philox4x32 e(1);
  for (std::uint64_t i = 0; i < 1000; ++i) {
    EXPECT_EQ(value(e, negative_binomial<std::uint32_t>(7.5, 1), i), 0u);
    EXPECT_EQ(value(e, negative_binomial<std::int64_t>(1e-300, 0.25), i), 0);
    EXPECT_EQ(value(e, negative_binomial<std::int64_t>(1e-300, 1e-12), i), 0);
    EXPECT_EQ(value(e, hypergeometric<std::uint32_t>(0, 9, 5), i), 0u);
    EXPECT_EQ(value(e, hypergeometric<std::uint32_t>(9, 0, 5), i), 5u);
    EXPECT_EQ(value(e, hypergeometric<std::int64_t>(0, 0, 0), i), 0);
    EXPECT_EQ(value(e, hypergeometric<std::int64_t>(1e15, 7, 1e15 + 7), i), 1'000'000'000'000'000);
    const float x = value(e, von_mises<float>(-1, 3.4e38f), i);
    EXPECT_EQ(x, -1);
    EXPECT_LT(std::abs(value(e, von_mises<double>(0, 1.7e308), i)), 1e-150);
    const double y = value(e, truncated_normal<double>(-1.7e308, 1.7e308, -1.7e308, 1.7e308), i);
    EXPECT_TRUE(y > -1.7e308 && y < 1.7e308);
  }
}

TEST(BadParameters, OfTheseAreNamed) {
  EXPECT_EQ(refusal([] { von_mises<float>(0, -1); }), "kappa is -1");
  EXPECT_EQ(refusal([] { von_mises<double>(0, INFINITY); }), "kappa is inf");
  EXPECT_EQ(refusal([] { von_mises<double>(std::nan(""), 1); }), "mu is nan");
  EXPECT_EQ(refusal([] { truncated_normal<double>(INFINITY, 1, 0, 1); }), "mu is inf");
  EXPECT_EQ(refusal([] { truncated_normal<double>(0, 0, 0, 1); }), "sigma is 0");
  EXPECT_EQ(refusal([] { truncated_normal<float>(0, 1, 2, 2); }), "high is 2");
  EXPECT_EQ(refusal([] { truncated_normal<float>(0, 1, 2, std::nanf("")); }), "high is nan");
  EXPECT_EQ(refusal([] { truncated_normal<float>(0, 1, INFINITY, INFINITY); }), "low is inf");
  EXPECT_EQ(refusal([] { truncated_normal<float>(0, 1, -INFINITY, INFINITY); }), "accepted");
  EXPECT_EQ(refusal([] { negative_binomial<std::uint32_t>(0, 0.5); }), "n is 0");
  EXPECT_EQ(refusal([] { negative_binomial<std::uint32_t>(2, 0); }), "p is 0");
  EXPECT_EQ(refusal([] { negative_binomial<std::int64_t>(2, 1e-16); }), "p is 1e-16");
  EXPECT_EQ(refusal([] { negative_binomial<std::int64_t>(2, 1.5); }), "p is 1.5");
  EXPECT_EQ(refusal([] { hypergeometric<std::uint32_t>(2.5, 1, 1); }), "good is 2.5");
  EXPECT_EQ(refusal([] { hypergeometric<std::int64_t>(2, -1, 1); }), "bad is -1");
  EXPECT_EQ(refusal([] { hypergeometric<std::int64_t>(2, 3, 6); }), "draws is 6");
}

}  // namespace
}  // namespace tali::test
