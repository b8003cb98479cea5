// SPDX-License-Identifier: Apache-2.0
// Wall-clock times of repeated work, within a time budget.
#pragma once

#include <algorithm>
#include <chrono>
#include <vector>

namespace tali::tool::tune {

/// Seconds of calls of f, ascending: as many as fit the budget, at least three, after a first call that does
/// not count.
template <class F>
std::vector<double> sorted_seconds(double budget, const F& f) {
  using clock = std::chrono::steady_clock;
  constexpr std::size_t min_calls = 3, max_calls = 1001;
  const auto begin = clock::now();
  f();
  std::vector<double> all;
  while (all.size() < min_calls ||
         (all.size() < max_calls && std::chrono::duration<double>(clock::now() - begin).count() < budget)) {
    const auto a = clock::now();
    f();
    all.push_back(std::chrono::duration<double>(clock::now() - a).count());
  }
  std::sort(all.begin(), all.end());
  return all;
}

template <class F>
double median_seconds(double budget, const F& f) {
  const std::vector<double> all = sorted_seconds(budget, f);
  return all[all.size() / 2];
}

/// For work on all processors, which other processes delay and nothing speeds up.
template <class F>
double min_seconds(double budget, const F& f) {
  return sorted_seconds(budget, f).front();
}

/// The time of a call, and the rate, from the times of a small and a large number of values.
struct line_through {
  double at_zero, slope;

  line_through(double small, double small_seconds, double large, double large_seconds)
      : slope(std::max(large_seconds - small_seconds, 0.05 * large_seconds) / (large - small)) {
    at_zero = std::max(small_seconds - small * slope, 0.0);
  }
};

}  // namespace tali::tool::tune
