// SPDX-License-Identifier: Apache-2.0
// Wall-clock times of repeated work, within a stated time.
#pragma once

#include <algorithm>
#include <chrono>
#include <vector>

namespace tali::tool::tune {

/// Whether a first call makes something that later ones find, as tables and modules, or less work of the
/// same kind has been done before.
enum class first_call { makes_ready, is_ready };

/// Seconds of calls of f, ascending: as many as fit the budget, at least three, after one that does not
/// count. Of ready calls that take a hundred times the budget the first is the only one: what it loses to
/// cold caches is little beside all that work.
template <class F>
std::vector<double> sorted_seconds(double budget, const F& f, first_call first = first_call::makes_ready) {
  using clock = std::chrono::steady_clock;
  constexpr std::size_t least = 3, most = 1001;
  constexpr double far_beyond = 100;
  const auto begin = clock::now();
  const auto since_begin = [&] { return std::chrono::duration<double>(clock::now() - begin).count(); };
  f();
  const double once = since_begin();
  if (first == first_call::is_ready && once > far_beyond * budget) return {once};
  std::vector<double> all;
  while (all.size() < least || (all.size() < most && since_begin() < budget)) {
    const auto a = clock::now();
    f();
    all.push_back(std::chrono::duration<double>(clock::now() - a).count());
  }
  std::sort(all.begin(), all.end());
  return all;
}

template <class F>
double median_seconds(double budget, const F& f, first_call first = first_call::makes_ready) {
  const std::vector<double> all = sorted_seconds(budget, f, first);
  return all[all.size() / 2];
}

/// For work on all processors, which other processes delay and nothing hastens.
template <class F>
double least_seconds(double budget, const F& f) {
  return sorted_seconds(budget, f).front();
}

/// A call and a rate from the times of a small and a large number of values.
struct line_through {
  double at_zero, slope;

  line_through(double small, double small_seconds, double large, double large_seconds)
      : slope(std::max(large_seconds - small_seconds, 0.05 * large_seconds) / (large - small)) {
    at_zero = std::max(small_seconds - small * slope, 0.0);
  }
};

}  // namespace tali::tool::tune
