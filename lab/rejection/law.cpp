// SPDX-License-Identifier: Apache-2.0
#include "rejection/law.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstddef>
#include <numbers>
#include <string>

#include <tali/error.hpp>
#include <tali/rejection/plan.hpp>

namespace tali::lab::rejection {

// Central moments of the iteration law, by the method that is accurate for the rate.

/// E (N - mean)^m for m = 0 ... 8.
/// @param mean_beyond_first  mean - 1
std::array<double, highest_moment + 1> central_moments(double rate, int threads, double mean_beyond_first);

namespace {

constexpr std::size_t terms = highest_moment + 1;

/// A power series in sigma, truncated after power 8. The moment generating functions below are in sigma = s /
/// rate, so that coefficients stay near 1.
template <class T>
using series = std::array<T, terms>;
using real = series<double>;
using complex = std::complex<double>;

template <class T>
series<T> product(const series<T>& a, const series<T>& b) {
  series<T> c{};
  for (std::size_t i = 0; i < terms; ++i) {
    for (std::size_t j = 0; i + j < terms; ++j) c[i + j] += a[i] * b[j];
  }
  return c;
}

/// e^f for f without a constant term, from g' = f' g.
template <class T>
series<T> exponential(const series<T>& f) {
  series<T> g{T(1)};
  for (std::size_t n = 1; n < terms; ++n) {
    for (std::size_t k = 1; k <= n; ++k) g[n] += static_cast<double>(k) * f[k] * g[n - k];
    g[n] /= static_cast<double>(n);
  }
  return g;
}

/// 1 / (1 - f) for f without a constant term.
real geometric_series(const real& f) {
  real g{1};
  for (std::size_t n = 1; n < terms; ++n) {
    for (std::size_t k = 1; k <= n; ++k) g[n] += f[k] * g[n - k];
  }
  return g;
}

/// (e^(c sigma) - 1) / c.
real expm1_series(double c) {
  real g{};
  double power = 1;
  for (std::size_t n = 1; n < terms; ++n) {
    power /= static_cast<double>(n);
    g[n] = power;
    power *= c;
  }
  return g;
}

/// e^(c sigma).
real exp_series(double c) {
  real f{};
  f[1] = c;
  return exponential(f);
}

/// Moments from the coefficients of a generating function in sigma = s / rate.
real moments_of(const real& g, double rate) {
  real m{};
  double scale = 1;  // n! / rate^n
  for (std::size_t n = 0; n < terms; ++n) {
    m[n] = g[n] * scale;
    scale *= static_cast<double>(n + 1) / rate;
  }
  return m;
}

/// Fast iterations: by the definition, with the smallest probabilities first.
real by_sum(double rate, int threads, double mean_beyond_first) {
  real m{};
  const auto add = [&](double p, double distance) {
    for (double& x : m) {
      x += p;
      p *= distance;
    }
  };
  // Eighth powers of numbers some hundred times 1 / rate need 34 / rate more terms than the mean does.
  for (double n = detail::last_term(rate, threads) + std::ceil(34 / rate) + 1; n > 1; --n) {
    const double x = (n - 1) * rate;
    const double p = (1 - detail::share_unfinished(rate, threads, n)) *
                     -std::expm1(-threads * std::log1p(std::exp(-x) * std::expm1(-rate) / std::expm1(-x)));
    add(p, n - 1 - mean_beyond_first);
  }
  add(1 - detail::share_unfinished(rate, threads, 1), -mean_beyond_first);
  return m;
}

/// Few threads: the expanded power, an alternating sum of geometric distributions with rate, 2 rate, ...
real by_geometric(double rate, int threads, double mean_beyond_first) {
  real sum{};
  double binomial = 1;
  for (int j = 1; j <= threads; ++j) {
    binomial *= -static_cast<double>(threads - j + 1) / j;
    // E e^(sN) = e^s / (1 - (e^s - 1) r / (1 - r)) with r = e^(-j rate)
    real f = expm1_series(rate);
    for (double& x : f) x *= rate / std::expm1(j * rate);
    const real g = product(exp_series(-rate * mean_beyond_first), geometric_series(f));
    for (std::size_t n = 0; n < terms; ++n) sum[n] -= binomial * g[n];
  }
  return moments_of(sum, rate);
}

/// Slow iterations of many threads. N is a continuous variable Y, the maximum of exponential variables with
/// this rate, rounded up. Let M(z) = E e^(zY) be the product over j of 1 / (1 - z / (j rate)). Poisson's
/// summation formula gives
/// E e^(sN) = (e^s - 1) / s * sum over all k of s / (s - 2 pi i k) M(s - 2 pi i k).
/// The term k = 0 is Y plus a uniform number; the other terms come from the lattice and are tiny.
real by_poisson(double rate, int threads) {
  real log_m{};  // the logarithm of e^(-s E Y) M(s), whose cumulants are (n - 1)! H^(n) / rate^n
  double harmonic = 0;
  for (int j = threads; j > 0; --j) {
    double power = 1.0 / j;
    harmonic += power;
    for (std::size_t n = 2; n < terms; ++n) {
      power /= j;
      log_m[n] += power / static_cast<double>(n);
    }
  }
  real all = exponential(log_m);
  const real centre = exp_series(-harmonic);
  for (int k = 1;; ++k) {
    const double w = 2 * std::numbers::pi * k / rate;
    series<complex> exponent{};
    complex log_size = 0;
    for (int j = 1; j <= threads; ++j) {
      const complex one = 1.0 / complex(j, w);
      log_size += std::log(static_cast<double>(j) * one);
      complex power = 1;
      for (std::size_t n = 1; n < terms; ++n) {
        power *= one;
        exponent[n] += power / static_cast<double>(n);
      }
    }
    if (log_size.real() < -42) break;
    // sigma / (sigma - i w) = -(sigma / (i w) + (sigma / (i w))^2 + ...)
    series<complex> factor{};
    complex power = -std::exp(log_size);
    for (std::size_t n = 1; n < terms; ++n) {
      power /= complex(0, w);
      factor[n] = power;
    }
    const series<complex> both = product(factor, exponential(exponent));
    real lattice_term{};
    for (std::size_t n = 0; n < terms; ++n)
      lattice_term[n] = 2 * both[n].real();  // together with the term of -k
    const real centred = product(lattice_term, centre);
    for (std::size_t n = 0; n < terms; ++n) all[n] += centred[n];
  }
  real uniform{1};  // sinh(s / 2) / (s / 2)
  for (std::size_t n = 2; n < terms; n += 2) {
    uniform[n] = uniform[n - 2] * (rate / 2) * (rate / 2) / static_cast<double>(n * (n + 1));
  }
  all = product(all, uniform);
  return moments_of(product(all, exp_series(-all[1])), rate);  // the mean, shifted by the lattice terms
}

}  // namespace

std::array<double, highest_moment + 1> central_moments(double rate, int threads, double mean_beyond_first) {
  real m = rate > detail::short_sum_rate ? by_sum(rate, threads, mean_beyond_first)
           : threads <= 4                ? by_geometric(rate, threads, mean_beyond_first)
                                         : by_poisson(rate, threads);
  m[0] = 1;
  m[1] = 0;
  return m;
}

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
  const double rate = tali::detail::rejection_rate(rejection);
  check_count("threads", samples);
  check_count("group", group);
  return {by_rate{}, rate * group, samples};
}

law::law(by_rate, double rate, int threads)
    : rate_{rate},
      threads_{threads},
      mean_beyond_first_{tali::detail::iterations_beyond_first(rate, threads)},
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
