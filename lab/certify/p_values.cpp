// SPDX-License-Identifier: Apache-2.0
#include "certify/p_values.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>

#include "empirical/chi_squared.hpp"

namespace tali::lab::certify {

double normal_tail(double z) { return 0.5 * std::erfc(z * std::sqrt(0.5)); }

double largest_score_p(std::span<const double> z) {
  double largest = 0;
  for (const double x : z) largest = std::max(largest, std::abs(x));
  // 1 - (1 - q)^n without cancellation.
  return -std::expm1(static_cast<double>(z.size()) * std::log1p(-std::min(2 * normal_tail(largest), 1.0)));
}

void judge_scores(outcome& to, const std::string& name, std::span<const double> z) {
  double squares = 0, largest = 0;
  for (const double x : z) {
    squares += x * x;
    largest = std::max(largest, std::abs(x));
  }
  to.p.push_back({name + ", largest |z|", largest, largest_score_p(z)});
  to.p.push_back({name + ", sum of z^2", squares, chi_squared_tail(static_cast<double>(z.size()), squares)});
}

void judge_cells(outcome& to, const std::string& name, std::span<const std::uint64_t> counts,
                 const std::vector<double>& probabilities) {
  const goodness_of_fit g = chi_squared_test({counts.begin(), counts.end()}, probabilities);
  if (g.degrees_of_freedom > 0 || g.p < 1) to.p.push_back({name, g.chi_squared, g.p});
}

void judge_against(outcome& to, const std::string& name, std::span<const std::uint64_t> counts,
                   std::span<const std::uint64_t> calibration) {
  double n = 0, m = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    n += static_cast<double>(counts[i]);
    m += static_cast<double>(calibration[i]);
  }
  double chi_squared = 0, a = 0, b = 0;
  int cells = 0;
  // Cells with at least ten expected in both samples. The remaining counts are not joined, which loses
  // little.
  for (std::size_t i = 0; i < counts.size(); ++i) {
    a += static_cast<double>(counts[i]);
    b += static_cast<double>(calibration[i]);
    const bool last = i + 1 == counts.size();
    const double share = (a + b) / (n + m);
    if (std::min(n, m) * share < 10 && !last) continue;
    if (a + b > 0) {
      const double difference = a * std::sqrt(m / n) - b * std::sqrt(n / m);
      chi_squared += difference * difference / (a + b);
      ++cells;
    }
    a = b = 0;
  }
  if (cells > 1) to.p.push_back({name, chi_squared, chi_squared_tail(cells - 1, chi_squared)});
}

double poisson_p(std::uint64_t x, double mean) {
  const auto k = static_cast<double>(x);
  // P(X < k) = Q(k, mean), Abramowitz and Stegun 26.4.21.
  const double below = x == 0 ? 0 : chi_squared_tail(2 * k, 2 * mean);
  const double at_x = std::exp(k * std::log(mean) - mean - std::lgamma(k + 1));
  return std::max(0.0, 1 - below - 0.5 * at_x);
}

double kolmogorov_tail(double x) {
  if (x < 0.2) return 1;
  double sum = 0;
  for (int k = 1; k <= 100; ++k) {
    const double term = std::exp(-2.0 * k * k * x * x);
    sum += k % 2 == 1 ? term : -term;
    if (term < 1e-18) break;
  }
  return std::clamp(2 * sum, 0.0, 1.0);
}

double anderson_darling_tail(double x) {
  // Smirnov's integral for sums of weighted chi-squared variables. D(u) is the product of 1 - u / (j (j +
  // 1)), which is -cos(pi v / 2) / (pi u) with v = sqrt(1 + 4 u). The tail is the sum over k of (-1)^(k+1) /
  // pi times the integral of exp(-x u / 2) / (u sqrt|D(u)|) from zero 2 k - 1 of D to the next zero. In v = 4
  // k + s, |s| < 1, the square roots at both ends have the form for which Gauss-Chebyshev quadrature is made.
  if (x < 0.08) return 1;
  constexpr int nodes = 48;
  constexpr double pi = std::numbers::pi;
  double sum = 0;
  for (int k = 1; k <= 30; ++k) {
    double part = 0;
    for (int i = 0; i < nodes; ++i) {
      const double s = std::cos(pi * (i + 0.5) / nodes), v = 4.0 * k + s, u = (v * v - 1) / 4;
      part += std::exp(-x * u / 2) * v / 2 * std::sqrt(pi / u * (1 - s * s) / std::cos(pi * s / 2));
    }
    part /= nodes;  // the weights, pi / nodes, divided by pi
    sum += k % 2 == 1 ? part : -part;
    if (part < 1e-18 * sum) break;
  }
  return std::clamp(sum, 0.0, 1.0);
}

double uniformity(std::vector<double> p) {
  if (p.empty()) return 1;
  std::sort(p.begin(), p.end());
  const auto n = static_cast<double>(p.size());
  double d = 0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    d = std::max({d, p[i] - static_cast<double>(i) / n, static_cast<double>(i + 1) / n - p[i]});
  }
  return kolmogorov_tail(d * (std::sqrt(n) + 0.12 + 0.11 / std::sqrt(n)));
}

double log_choose(double n, double k) {
  return std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1);
}

std::vector<double> half_binomial(int n) {
  std::vector<double> p;
  for (int k = 0; k <= n; ++k) p.push_back(std::exp(log_choose(n, k) - n * std::numbers::ln2));
  return p;
}

}  // namespace tali::lab::certify
