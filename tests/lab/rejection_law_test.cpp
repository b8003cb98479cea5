// SPDX-License-Identifier: Apache-2.0
// The iteration law against the definition in 50 and 600 digits.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include <boost/math/special_functions/expint.hpp>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <gtest/gtest.h>
#include <rejection/law.hpp>

#include <tali/error.hpp>
#include <tali/rejection/plan.hpp>

namespace tali::lab::rejection {
namespace {

namespace mp = boost::multiprecision;
using real = mp::number<mp::cpp_bin_float<50>, mp::et_off>;
using long_real = mp::number<mp::cpp_bin_float<600>, mp::et_off>;

const std::vector<double> rejections{1e-300, 1e-12, 1e-3,     0.01,     0.1287, 0.5,       0.9,
                                     0.938,  0.941, 0.9576,   0.99,     0.9999, 1 - 1e-6,  1 - 1e-9,
                                     0.2,    0.75,  1 - 1e-4, 1 - 1e-5, 0.997,  1 - 1e-12, 1 - 0x1p-53};
const std::vector<int> counts{1, 2, 3, 4, 5, 7, 8, 16, 31, 32, 64, 128, 1000, 1024};

double relative(double value, double expected) {
  return value == expected ? 0 : std::abs(value - expected) / std::abs(expected);
}

template <class Real>
double relative(double value, const Real& expected) {
  return static_cast<double>(abs(Real(value) - expected) / abs(expected));
}

/// Central moments by expanding the power: an alternating sum of geometric laws, with enough digits that its
/// cancellation does not matter. Exact for every rho, with no sum over n.
std::array<long_real, highest_moment + 1> reference(double rho, int t, int group = 1) {
  constexpr int orders = highest_moment + 1;
  const long_real base = pow(long_real(rho), group);
  // Raw moments of a geometric variable with failure chance r: E N^m = 1 + r / (1 - r) times the sum over i <
  // m of C(m, i) E N^i, since N - 1 is, with chance r, another such variable.
  std::array<long_real, orders> raw{};
  long_real binomial = 1, power = 1;
  for (int j = 1; j <= t; ++j) {
    binomial *= t - j + 1;
    binomial /= j;
    power *= base;
    const long_real odds = power / (1 - power);
    std::array<long_real, orders> own{1};
    for (int m = 1; m < orders; ++m) {
      long_real sum = 0, choose = 1;
      for (int i = 0; i < m; ++i) {
        sum += choose * own[static_cast<std::size_t>(i)];
        choose *= m - i;
        choose /= i + 1;
      }
      own[static_cast<std::size_t>(m)] = 1 + odds * sum;
    }
    for (std::size_t m = 0; m < orders; ++m) raw[m] += (j % 2 == 1 ? binomial : -binomial) * own[m];
  }
  return raw;
}

std::array<long_real, highest_moment + 1> about_mean(const std::array<long_real, highest_moment + 1>& raw) {
  std::array<long_real, highest_moment + 1> central{};
  for (int m = 0; m <= highest_moment; ++m) {
    long_real choose = 1;
    for (int i = 0; i <= m; ++i) {
      central[static_cast<std::size_t>(m)] +=
          choose * raw[static_cast<std::size_t>(i)] * pow(long_real(-raw[1]), m - i);
      choose *= m - i;
      choose /= i + 1;
    }
  }
  return central;
}

real exact_cdf(double rho, int t, std::uint64_t n) { return pow(1 - pow(real(rho), n), t); }

TEST(RejectionLaw, ReferenceIsTheSumOverIterations) {
  for (const double rho : {0.01, 0.5, 0.9}) {
    for (const int t : {1, 5, 32, 128}) {
      const auto raw = reference(rho, t);
      std::array<real, highest_moment + 1> sum{};
      real before = 0;
      for (std::uint64_t n = 1; before < 1 - real(1e-45); ++n) {
        const real now = exact_cdf(rho, t, n);
        real p = now - before;
        for (real& s : sum) {
          s += p;
          p *= n;
        }
        before = now;
      }
      for (std::size_t m = 0; m < sum.size(); ++m) {
        EXPECT_LT(static_cast<double>(abs(real(raw[m]) / sum[m] - 1)), 1e-28) << rho << " " << t << " " << m;
      }
    }
  }
}

TEST(RejectionLaw, MomentsForEveryRejectionAndCount) {
  double worst_mean = 0, worst_raw = 0, worst_central = 0;
  for (const double rho : rejections) {
    for (const int t : counts) {
      if (rho < 1e-100 && t > 128) continue;  // 600 digits do not hold 1e300 and the binomials
      const auto raw = reference(rho, t);
      const auto central = about_mean(raw);
      const law l(rho, t);
      const double mean = relative(l.mean(), raw[1]);
      EXPECT_LT(mean, 1e-14) << rho << " " << t;
      EXPECT_LT(relative(l.mean_beyond_first(), long_real(raw[1] - 1)), std::max(1e-14, 1e-16 * l.rate()))
          << rho << " " << t;
      worst_mean = std::max(worst_mean, mean);
      for (int m = 0; m <= highest_moment; ++m) {
        const auto i = static_cast<std::size_t>(m);
        const double r = relative(l.raw_moment(m), raw[i]);
        EXPECT_LT(r, 1e-13) << rho << " " << t << " raw " << m;
        worst_raw = std::max(worst_raw, r);
        if (m < 2) continue;
        // Odd moments can vanish: against the geometric mean of their even neighbours, which E |N - mean|^m
        // does not exceed.
        const long_real size = m % 2 == 0 ? central[i] : sqrt(long_real(central[i - 1] * central[i + 1]));
        const double c = static_cast<double>(abs(long_real(l.central_moment(m)) - central[i]) / size);
        EXPECT_LT(c, 1e-13) << rho << " " << t << " central " << m;
        worst_central = std::max(worst_central, c);
      }
    }
  }
  RecordProperty("worst_mean", std::to_string(worst_mean * 1e15) + "e-15");
  RecordProperty("worst_raw", std::to_string(worst_raw * 1e15) + "e-15");
  RecordProperty("worst_central", std::to_string(worst_central * 1e15) + "e-15");
}

TEST(RejectionLaw, GroupsFailWithThePowerUnrounded) {
  // 1 - rho^group has 15 digits less than the rate where rho^group is rounded.
  const double rho = 1 - 0x1p-40;
  for (const int group : {2, 8, 32}) {
    const law l = law::of_groups(rho, 32 / group, group);
    EXPECT_LT(relative(l.mean(), reference(rho, 32 / group, group)[1]), 1e-14) << group;
    EXPECT_EQ(l.mean(), detail::expected_iterations(rho, 32 / group, group));
  }
}

TEST(RejectionLaw, ProbabilitiesForEveryRejectionAndCount) {
  double worst = 0;
  for (const double rho : rejections) {
    for (const int t : counts) {
      const law l(rho, t);
      const std::uint64_t middle = l.quantile(0.5), high = l.last(1e-15);
      for (const std::uint64_t n :
           {std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{3}, std::uint64_t{10}, l.quantile(1e-10),
            l.quantile(0.1), middle, middle + 1, l.quantile(0.99), high}) {
        if (n > std::uint64_t{1} << 50) continue;  // n itself is rounded then
        const real now = exact_cdf(rho, t, n), before = exact_cdf(rho, t, n - 1);
        if (now < 1e-290) {
          EXPECT_LT(l.cdf(n), 1e-289);
          EXPECT_LT(l.pmf(n), 1e-289);
          continue;
        }
        // 1 - cdf is rounded to 50 digits here.
        const double c = relative(l.cdf(n), now),
                     s = now < 1 - real(1e-30) ? relative(l.survival(n), real(1 - now)) : 0,
                     p = now - before > real(1e-30) ? relative(l.pmf(n), real(now - before)) : 0;
        worst = std::max({worst, c, s, p});
        EXPECT_LT(c, 1e-12) << rho << " " << t << " " << n;
        EXPECT_LT(s, 1e-12) << rho << " " << t << " " << n;
        EXPECT_LT(p, 1e-12) << rho << " " << t << " " << n;
      }
    }
  }
  RecordProperty("worst", std::to_string(worst * 1e15) + "e-15");
}

TEST(RejectionLaw, ProbabilitiesSumToOneAndStopWhereLittleIsLeft) {
  for (const double rho : {0.0, 1e-9, 0.5, 0.9, 0.999}) {
    for (const int t : {1, 32, 1024}) {
      const law l(rho, t);
      const std::vector<double> p = l.probabilities(1e-15);
      double sum = 0, mean = 0, square = 0;
      for (std::size_t i = p.size(); i-- > 0;) {
        const double n = static_cast<double>(i + 1);
        sum += p[i];
        mean += n * p[i];
        square += n * n * p[i];
      }
      EXPECT_NEAR(sum, 1, 2e-15) << rho << " " << t;
      EXPECT_LT(relative(mean, l.mean()), 1e-12);
      EXPECT_LT(relative(square, l.raw_moment(2)), 1e-11);
      EXPECT_LT(l.survival(p.size()), 1e-15);
      if (p.size() > 1) {
        EXPECT_GE(l.survival(p.size() - 1), 1e-15);
      }
    }
  }
}

TEST(RejectionLaw, NothingIsRejected) {
  const law l(0, 32);
  EXPECT_EQ(l.pmf(0), 0);
  EXPECT_EQ(l.pmf(1), 1);
  EXPECT_EQ(l.pmf(2), 0);
  EXPECT_EQ(l.survival(1), 0);
  EXPECT_EQ(l.mean(), 1);
  EXPECT_EQ(l.variance(), 0);
  EXPECT_EQ(l.raw_moment(8), 1);
  EXPECT_EQ(l.mode(), 1u);
  EXPECT_EQ(l.quantile(0.999), 1u);
  EXPECT_EQ(l.probabilities(), std::vector<double>{1});
}

TEST(RejectionLaw, OneThreadIsGeometric) {
  const law l(0.75, 1);
  EXPECT_DOUBLE_EQ(l.mean(), 4);
  EXPECT_DOUBLE_EQ(l.variance(), 12);
  EXPECT_DOUBLE_EQ(l.pmf(3), 0.75 * 0.75 * 0.25);
  EXPECT_EQ(l.mode(), 1u);
}

TEST(RejectionLaw, ThirtyTwoThreadsAtOneHalfTake6_36Iterations) {  // and not "over seven", as the paper says
  EXPECT_NEAR(law(0.5, 32).mean(), 6.3551758451, 5e-11);
}

TEST(RejectionLaw, QuantilesInvertTheCdf) {
  for (const double rho : rejections) {
    for (const int t : {1, 2, 32, 1024}) {
      const law l(rho, t);
      for (const double p : {1e-10, 0.01, 0.25, 0.5, 0.9, 0.999999, 1 - 0x1p-53}) {
        const std::uint64_t n = l.quantile(p);
        if (n > std::uint64_t{1} << 50) continue;
        const auto reached = [&](std::uint64_t k) {
          return p > 0.5 ? l.survival(k) <= 1 - p : l.cdf(k) >= p;
        };
        EXPECT_TRUE(reached(n)) << rho << " " << t << " " << p;
        EXPECT_FALSE(reached(n - 1)) << rho << " " << t << " " << p;
      }
      EXPECT_EQ(l.quantile(0), 1u);
    }
  }
}

TEST(RejectionLaw, ModeIsTheLargestProbability) {
  for (const double rho : {0.01, 0.0219, 0.022, 0.05, 0.1, 0.3, 0.5, 0.77, 0.9, 0.97, 0.999, 0.99999}) {
    for (const int t : {1, 2, 3, 16, 32, 1024}) {
      const law l(rho, t);
      const std::uint64_t mode = l.mode();
      const std::uint64_t from = mode > 50 ? mode - 50 : 1;
      real best = -1;
      std::uint64_t argument = 0;
      for (std::uint64_t n = from; n <= mode + 50; ++n) {
        const real p = exact_cdf(rho, t, n) - exact_cdf(rho, t, n - 1);
        if (p > best) {
          best = p;
          argument = n;
        }
      }
      EXPECT_EQ(mode, argument) << rho << " " << t;
      EXPECT_EQ(l.falls(), t == 1 || rho <= std::pow(2, 1.0 / t) - 1) << rho << " " << t;
      if (l.pmf(1) > 0) {
        EXPECT_EQ(l.falls(), l.pmf(2) <= l.pmf(1)) << rho << " " << t;
      }
    }
  }
  // Where probabilities are equal to the last digit, the continuous law decides, to one.
  const double rho = 1 - 1e-8;
  const law l(rho, 32);
  EXPECT_NEAR(static_cast<double>(l.mode()), -std::log(32) / std::log(rho) + 0.5, 1);
}

TEST(RejectionLaw, RefusesWhatIsNoProbability) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const double rho : {-0.1, 1.0, 1.5, nan}) EXPECT_THROW(law(rho, 32), argument_error) << rho;
  for (const int t : {0, -1, 1025}) EXPECT_THROW(law(0.5, t), argument_error) << t;
  EXPECT_THROW(law::of_groups(0.5, 32, 0), argument_error);
  const law l(0.5, 32);
  for (const double p : {-0.1, 1.0, nan}) EXPECT_THROW(static_cast<void>(l.quantile(p)), argument_error) << p;
  for (const double p : {0.0, 1.1, nan}) EXPECT_THROW(static_cast<void>(l.last(p)), argument_error) << p;
  for (const int m : {-1, 9}) {
    EXPECT_THROW(static_cast<void>(l.raw_moment(m)), argument_error) << m;
    EXPECT_THROW(static_cast<void>(l.central_moment(m)), argument_error) << m;
  }
  try {
    law(1, 32);
    ADD_FAILURE() << "1 was taken";
  } catch (const argument_error& e) {
    EXPECT_EQ(e.argument(), "rejection probability");
    EXPECT_EQ(e.value(), "1");
  }
}

// The approximations, with the errors that docs/rejection.md states for 32 threads.

TEST(RejectionApproximation, FormulasAreThePapers) {
  const double rho = 0.6;
  const int t = 20;
  EXPECT_NEAR(mean_equation_13(rho, t), std::log(2 * (rho - 1) * t / std::log(rho)) / std::log(1 / rho) + 1,
              1e-13);
  EXPECT_NEAR(mean_equation_16(rho, t), 3 - std::pow(1 - rho, t) - std::pow(1 - rho * rho, t), 1e-13);
  EXPECT_EQ(mean_equation_17(0.02, 32), mean_equation_16(0.02, 32));
  EXPECT_EQ(mean_equation_17(0.03, 32), mean_equation_13(0.03, 32));
  for (const auto f : {mean_equation_13, mean_equation_16, mean_equation_17}) {
    EXPECT_EQ(f(0, 32), 1);
    EXPECT_THROW(f(1, 32), argument_error);
    EXPECT_THROW(f(0.5, 0), argument_error);
  }
}

TEST(RejectionApproximation, EquationSixteenLeavesOutTheRest) {
  for (const double rho : {1e-6, 0.001, 0.02, 0.1}) {
    const law l(rho, 32);
    double rest = 0;
    for (std::uint64_t n = 60; n > 2; --n) rest += l.survival(n);
    EXPECT_NEAR(l.mean() - mean_equation_16(rho, 32), rest, 1e-14 + 1e-10 * rest) << rho;
  }
}

TEST(RejectionApproximation, EquationThirteenTendsToItsError) {
  const double gamma = 0.57721566490153286;
  const double rho = 1 - 1e-7;
  const double rate = -std::log(rho);
  const double error = (mean_equation_13(rho, 1024) - law(rho, 1024).mean()) * rate;
  EXPECT_NEAR(error, std::log(2) - gamma, 1e-3);  // 1 / (2 t) more or less
  // Without the factor 2 it is the mode, as (11)'s derivative says.
  const double mode = mean_equation_13(0.9, 1024) - std::log(2) / -std::log(0.9);
  EXPECT_NEAR(mode, static_cast<double>(law(0.9, 1024).mode()), 1);
}

TEST(RejectionApproximation, StatedErrorsOfThirtyTwoThreads) {
  double worst17 = 0, worst13 = 0, worst16 = 0, worst_harmonic = 0;
  for (int i = 1; i < 10000; ++i) {
    const double rho = i / 10000.0;
    const law l(rho, 32);
    worst17 = std::max(worst17, relative(mean_equation_17(rho, 32), l.mean()));
    if (rho >= 0.1) worst13 = std::max(worst13, relative(mean_equation_13(rho, 32), l.mean()));
    if (rho <= 0.1) worst16 = std::max(worst16, relative(mean_equation_16(rho, 32), l.mean()));
    if (rho >= 0.5)
      worst_harmonic = std::max(worst_harmonic, relative(mean_by_harmonic_number(rho, 32), l.mean()));
  }
  // Not above what is stated, and not so far below that the statement should change.
  EXPECT_NEAR(worst17, 0.137, 0.001);
  EXPECT_NEAR(worst13, 0.055, 0.002);
  EXPECT_NEAR(worst16, 0.016, 0.001);
  EXPECT_NEAR(worst_harmonic, 8e-7, 1e-7);
}

TEST(RejectionApproximation, NormalisationIsEquationTwelve) {
  for (const double rho : {1e-6, 0.01, 0.3, 0.5, 0.9, 0.96, 0.97, 0.99, 0.9999}) {
    for (const int t : {1, 2, 4, 16, 32, 128}) {
      using boost::math::expint;
      const real exact = (expint(real(-t)) - expint(real(-t) / real(rho))) / log(real(rho));
      EXPECT_LT(relative(normalisation_deficit(rho, t), exact), 1e-9) << rho << " " << t;
    }
  }
  EXPECT_LT(normalisation_deficit(0.5, 16), 1e-8);
}

}  // namespace
}  // namespace tali::lab::rejection
