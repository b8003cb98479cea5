// SPDX-License-Identifier: Apache-2.0
#include "rejection/law.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include <tali/error.hpp>
#include <tali/rejection/plan.hpp>

#include "rejection/moments.hpp"

namespace tali::lab::rejection {

namespace {

void check_count(const char* name, int n) {
  if (n < 1 || n > max_threads) throw argument_error(name, std::to_string(n), "1 to 1024");
}

void check_order(int m) {
  if (m < 0 || m > highest_moment) throw argument_error("order of the moment", std::to_string(m), "0 to 8");
}

/// log(1 - e^-x) for x > 0.
double log_of_complement(double x) {
  return x > 0.69 ? std::log1p(-std::exp(-x)) : std::log(-std::expm1(-x));
}

/// The smallest whole number that is at least x and at least 1.
std::uint64_t at_least(double x) { return x <= 1 ? 1 : static_cast<std::uint64_t>(std::ceil(x)); }

/// Corrects n if rounding made it differ by one from the smallest n with reached(n). One step is enough below
/// 2^49, where the quotient that was rounded up to n has an error below 1.
template <class F>
std::uint64_t settle(std::uint64_t n, const F& reached) {
  if (n > 1 && reached(n - 1)) return n - 1;
  return reached(n) ? n : n + 1;
}

}  // namespace

law::law(double rejection, int threads) : law(of_groups(rejection, threads, 1)) {}

law law::of_groups(double rejection, int samples, int group) {
  const double rate = rejection_rate(rejection);
  check_count("threads", samples);
  check_count("group", group);
  return {by_rate{}, rate * group, samples};
}

law::law(by_rate, double rate, int threads)
    : rate_{rate},
      threads_{threads},
      mean_beyond_first_{iterations_beyond_first(rate, threads)},
      central_{central_moments(rate, threads, mean_beyond_first_)} {}

double law::cdf(std::uint64_t n) const {
  if (n == 0) return 0;
  return std::exp(threads_ * log_of_complement(static_cast<double>(n) * rate_));
}

double law::survival(std::uint64_t n) const {
  return n == 0 ? 1 : detail::share_unfinished(rate_, threads_, static_cast<double>(n));
}

double law::pmf(std::uint64_t n) const {
  if (n == 0) return 0;
  if (n == 1) return cdf(1);
  // P(N <= n) (1 - (P(N <= n - 1) / P(N <= n))): the ratio is ((1 - q) / (1 - q rho))^t with q = rho^(n-1),
  // and (1 - q rho) / (1 - q) = 1 + q (1 - rho) / (1 - q).
  const double x = static_cast<double>(n - 1) * rate_;
  const double step = std::exp(-x) * std::expm1(-rate_) / std::expm1(-x);
  return cdf(n) * -std::expm1(-threads_ * std::log1p(step));
}

std::uint64_t law::quantile(double p) const {
  if (!(p >= 0 && p < 1))
    throw argument_error("probability", tali::detail::text_of(p), "a number from 0 to below 1");
  if (p == 0) return 1;
  // rho^n <= 1 - p^(1/t)
  const double x = -std::log(-std::expm1(std::log(p) / threads_));
  return settle(at_least(x / rate_), [&](std::uint64_t n) {
    return p > 0.5 ? survival(n) <= 1 - p : cdf(n) >= p;  // 1 - p is exact
  });
}

std::uint64_t law::last(double left) const {
  if (!(left > 0 && left <= 1))
    throw argument_error("share left", std::to_string(left), "a number above 0 and at most 1");
  const double x = -std::log(-std::expm1(std::log1p(-left) / threads_));
  return settle(at_least(x / rate_), [&](std::uint64_t n) { return survival(n) < left; });
}

bool law::falls() const { return threads_ * std::log1p(std::exp(-rate_)) <= std::log(2.0); }

std::uint64_t law::mode() const {
  if (threads_ == 1 || falls()) return 1;
  const double peak = std::log(static_cast<double>(threads_)) / rate_;  // mode of the continuous variable
  if (rate_ < 1e-5) return at_least(peak);
  // p(n + 1) / P(N <= n) - p(n) / P(N <= n), which has one change of sign.
  const auto rises = [&](std::uint64_t n) {
    const double x = static_cast<double>(n) * rate_;
    const double share = std::expm1(-rate_) / std::expm1(-x);  // (1 - rho) / (1 - rho^n)
    return std::expm1(threads_ * std::log1p(std::exp(-x) * share)) +
               std::expm1(threads_ * std::log1p(-std::exp(rate_ - x) * share)) >
           0;
  };
  std::uint64_t low = 0, high = at_least(peak) + 2;  // rises at low (p(0) = 0), not at high
  while (high - low > 1) {
    const std::uint64_t middle = low + (high - low) / 2;
    (rises(middle) ? low : high) = middle;
  }
  return high;
}

double law::central_moment(int m) const {
  check_order(m);
  return central_[static_cast<std::size_t>(m)];
}

double law::raw_moment(int m) const {
  check_order(m);
  double sum = 0, binomial = 1, power = std::pow(mean(), m);
  for (int i = 0; i <= m; ++i) {  // the term of central moment i, with mean^(m - i)
    sum += binomial * power * central_[static_cast<std::size_t>(i)];
    binomial *= static_cast<double>(m - i) / (i + 1);
    power /= mean();
  }
  return sum;
}

std::vector<double> law::probabilities(double left) const {
  std::vector<double> p(last(left));
  for (std::size_t i = 0; i < p.size(); ++i) p[i] = pmf(i + 1);
  return p;
}

}  // namespace tali::lab::rejection
