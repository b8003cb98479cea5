// Medians of wall-clock times, within a stated time.
#pragma once

#include <algorithm>
#include <chrono>
#include <vector>

namespace tali::tool::tune {

/// Seconds of f, the median of as many calls as fit the budget, at least three, after one that does not count.
template <class F>
double median_seconds(double budget, const F& f) {
  using clock = std::chrono::steady_clock;
  constexpr std::size_t least = 3, most = 1001;
  const auto begin = clock::now();
  f();
  std::vector<double> all;
  while (all.size() < least ||
         (all.size() < most && std::chrono::duration<double>(clock::now() - begin).count() < budget)) {
    const auto a = clock::now();
    f();
    all.push_back(std::chrono::duration<double>(clock::now() - a).count());
  }
  const auto middle = all.begin() + static_cast<std::ptrdiff_t>(all.size() / 2);
  std::nth_element(all.begin(), middle, all.end());
  return *middle;
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
