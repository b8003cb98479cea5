// SPDX-License-Identifier: Apache-2.0
#include "empirical/chi_squared.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>

namespace tali::lab {

namespace {

/// log(x^a e^-x / Gamma(a)), without the cancellation of large a near x.
double log_weight(double a, double x) {
  if (a < 20) return a * std::log(x) - x - std::lgamma(a);
  // Gamma(a) = sqrt(2 pi / a) (a / e)^a e^(1/(12 a) - 1/(360 a^3) + 1/(1260 a^5) - ...), and
  // a log(x / a) - (x - a) = -a (d - log(1 + d)) with d = x / a - 1.
  const double d = (x - a) / a;
  const double b = 1 / (a * a);
  const double stirling = (1.0 / 12 - b * (1.0 / 360 - b * (1.0 / 1260 - b / 1680))) / a;
  double excess = d - std::log1p(d);
  if (std::abs(d) < 0.05) {  // d^2/2 - d^3/3 + ...
    excess = 0;
    for (int k = 16; k >= 2; --k) excess = 1.0 / k - d * excess;
    excess *= d * d;
  }
  return -a * excess - stirling + 0.5 * std::log(a / (2 * std::numbers::pi));
}

}  // namespace

double chi_squared_tail(double degrees, double x) {
  const double a = degrees / 2, z = x / 2;
  if (z <= 0) return 1;
  if (z < a + 1) {  // 1 - P, from the series of P
    double term = 1 / a, sum = term;
    for (double n = 1; term > sum * 1e-17; ++n) {
      term *= z / (a + n);
      sum += term;
    }
    return std::max(0.0, 1 - sum * std::exp(log_weight(a, z)));
  }
  // Legendre's continued fraction, by Lentz's method.
  constexpr double tiny = 1e-300;
  double b = z + 1 - a, c = 1 / tiny, d = 1 / b, f = d;
  for (int n = 1; n < 1'000'000; ++n) {
    const double factor = n * (a - n);
    b += 2;
    d = factor * d + b;
    if (std::abs(d) < tiny) d = tiny;
    d = 1 / d;
    c = b + factor / c;
    if (std::abs(c) < tiny) c = tiny;
    const double change = c * d;
    f *= change;
    if (std::abs(change - 1) < 1e-16) break;
  }
  return f * std::exp(log_weight(a, z));
}

goodness_of_fit chi_squared_test(const std::vector<std::uint64_t>& counts,
                                 const std::vector<double>& probabilities, double min_expected) {
  double n = 0;
  for (const std::uint64_t c : counts) n += static_cast<double>(c);
  struct bin {
    double observed = 0, expected = 0;
  };
  std::vector<bin> bins;
  bin open;
  bool impossible = false;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    impossible |= counts[i] != 0 && !(probabilities[i] > 0);
    open.observed += static_cast<double>(counts[i]);
    open.expected += n * probabilities[i];
    if (open.expected >= min_expected) {
      bins.push_back(open);
      open = {};
    }
  }
  if (bins.empty()) {
    bins.push_back(open);
  } else {  // the rest goes to the last bin
    bins.back().observed += open.observed;
    bins.back().expected += open.expected;
  }
  goodness_of_fit result{0, static_cast<int>(bins.size()) - 1, 1};
  for (const bin& b : bins) {
    const double difference = b.observed - b.expected;
    if (b.expected > 0) result.chi_squared += difference * difference / b.expected;
  }
  if (result.degrees_of_freedom > 0) {
    result.p = chi_squared_tail(result.degrees_of_freedom, result.chi_squared);
  }
  if (impossible) result.p = 0;
  return result;
}

double combined_p(const std::vector<double>& p) {
  if (p.empty()) return 1;
  double sum = 0;
  for (const double x : p) sum -= 2 * std::log(std::max(x, 1e-300));
  return chi_squared_tail(2 * static_cast<double>(p.size()), sum);
}

}  // namespace tali::lab
