// SPDX-License-Identifier: Apache-2.0
#include "empirical/moments.hpp"

#include <algorithm>
#include <cmath>

namespace tali::lab {

namespace {

/// E x^k of a standard normal.
long double normal_moment(int k) {
  if (k % 2 != 0) return 0;
  long double m = 1;
  for (int i = 1; i < k; i += 2) m *= i;
  return m;
}

moment_score score(int order, long double value, long double expected, long double variance,
                   std::uint64_t n) {
  const long double deviation = std::sqrt(variance / static_cast<long double>(n));
  return {order, static_cast<double>(value), static_cast<double>(expected),
          static_cast<double>((value - expected) / deviation)};
}

}  // namespace

double moment_report::worst() const {
  double largest = 0;
  for (const auto* list : {&moments, &hermites}) {
    for (const moment_score& s : *list) largest = std::max(largest, std::abs(s.z));
  }
  return largest;
}

moment_report report(const moment_sums& s) {
  moment_report out;
  std::array<long double, moment_order + 1> mean{1};
  for (int k = 1; k <= moment_order; ++k) {
    const auto units = static_cast<long double>(s.units[static_cast<std::size_t>(k - 1)]);
    mean[static_cast<std::size_t>(k)] = std::ldexp(units, moment_grid(k)) / static_cast<long double>(s.n);
    const long double m = normal_moment(k);
    out.moments.push_back(score(k, mean[static_cast<std::size_t>(k)], m, normal_moment(2 * k) - m * m, s.n));
  }
  // He_0 = 1, He_1 = x, He_{k+1} = x He_k - k He_{k-1}, as coefficients.
  using polynomial = std::array<long double, moment_order + 1>;
  polynomial before{1}, current{0, 1};
  long double factorial = 1;
  for (int k = 1; k <= moment_order; ++k) {
    factorial *= k;
    long double value = 0;
    for (std::size_t j = 0; j < current.size(); ++j) value += current[j] * mean[j];
    out.hermites.push_back(score(k, value / std::sqrt(factorial), 0, 1, s.n));
    polynomial next{};
    for (std::size_t j = 0; j + 1 < current.size(); ++j) next[j + 1] = current[j];
    for (std::size_t j = 0; j < current.size(); ++j) next[j] -= static_cast<long double>(k) * before[j];
    before = current;
    current = next;
  }
  return out;
}

}  // namespace tali::lab
