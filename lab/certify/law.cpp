// SPDX-License-Identifier: Apache-2.0
#include "certify/law.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "empirical/chi_squared.hpp"

namespace tali::lab::certify {

namespace {

/// The point at which an ascending function passes `share`, by bisection.
template <class F>
double solve(const F& below, double share, double low, double high) {
  for (int i = 0; i < 200; ++i) {
    const double middle = low + (high - low) / 2;
    if (!(middle > low && middle < high)) break;
    (below(middle) < share ? low : high) = middle;
  }
  return high;
}

}  // namespace

cell_law cut(const law& l, int cells) {
  cell_law out;
  double before = 0;
  for (int i = 1; i < cells; ++i) {
    const double share = static_cast<double>(i) / cells;
    double edge = l.quantile(share);
    double below = 0;
    if (l.discrete) {
      edge = std::floor(edge) + 1;
      below = l.below(edge - 1);
    } else if (l.is_rounded_to_float) {
      const auto nearest = static_cast<float>(edge);
      const float lower = std::nextafter(nearest, -std::numeric_limits<float>::infinity());
      edge = static_cast<double>(nearest);
      below = l.below((edge + static_cast<double>(lower)) /
                      2);  // values from the midpoint on are rounded to the edge
    } else if (l.below_middle) {
      below = l.below_middle(std::nextafter(edge, -std::numeric_limits<double>::infinity()), edge);
    } else {
      below = l.below(edge);
    }
    const bool is_new = out.edges.empty() || edge > out.edges.back();
    if (!is_new || !(below > before) || !(below < 1)) continue;
    out.edges.push_back(edge);
    out.probabilities.push_back(below - before);
    before = below;
  }
  out.probabilities.push_back(1 - before);
  return out;
}

law normal_law(double mu, double sigma, bool is_float) {
  const auto standard = [](double z) { return 0.5 * std::erfc(-z * std::sqrt(0.5)); };
  return {[=](double x) { return standard((x - mu) / sigma); },
          [=](double share) { return mu + sigma * solve(standard, share, -40, 40); }, false, is_float};
}

law uniform_law(double low, double high) {
  return {[=](double x) { return std::clamp((x - low) / (high - low), 0.0, 1.0); },
          [=](double share) { return low + (high - low) * share; }};
}

law chi_squared_law(double n) {
  const auto below = [=](double x) { return 1 - chi_squared_tail(n, x); };
  return {below, [=](double share) { return solve(below, share, 0, 20 * n + 100); }};
}

}  // namespace tali::lab::certify
