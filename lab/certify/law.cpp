// SPDX-License-Identifier: Apache-2.0
#include "certify/law.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>

#include "empirical/chi_squared.hpp"

namespace tali::lab::certify {

namespace {

/// Doubles in their order as whole numbers, and back.
std::int64_t rank_of(double x) {
  const auto bits = std::bit_cast<std::int64_t>(x);
  return bits >= 0 ? bits : std::numeric_limits<std::int64_t>::min() - bits;
}
double of_rank(std::int64_t rank) {
  return std::bit_cast<double>(rank >= 0 ? rank : std::numeric_limits<std::int64_t>::min() - rank);
}

/// The least x with below(x) >= share. For a law of whole numbers it is a whole number.
double least(const std::function<double(double)>& below, double share) {
  std::int64_t low = rank_of(-std::numeric_limits<double>::max()),
               high = rank_of(std::numeric_limits<double>::max());
  while (low < high) {
    const std::int64_t middle = std::midpoint(low, high);
    if (below(of_rank(middle)) >= share) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return of_rank(high);
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

law by_function(const std::function<double(double)>& below, bool discrete) {
  return {below, [=](double share) { return least(below, share); }, discrete};
}

law normal_law(double mu, double sigma, bool is_float) {
  const auto standard = [](double z) { return 0.5 * std::erfc(-z * std::sqrt(0.5)); };
  return {[=](double x) { return standard((x - mu) / sigma); },
          [=](double share) { return mu + sigma * least(standard, share); }, false, is_float};
}

law uniform_law(double low, double high) {
  return {[=](double x) { return std::clamp((x - low) / (high - low), 0.0, 1.0); },
          [=](double share) { return low + (high - low) * share; }};
}

law chi_squared_law(double n) {
  return by_function([=](double x) { return 1 - chi_squared_tail(n, x); });
}

}  // namespace tali::lab::certify
