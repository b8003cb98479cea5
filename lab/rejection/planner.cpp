// SPDX-License-Identifier: Apache-2.0
#include "rejection/planner.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include <tali/error.hpp>
#include <tali/rejection/plan.hpp>

namespace tali::lab::rejection {

namespace {

/// The integral over a ... b by Simpson's rule. The integrand, samples per iteration, is smooth: 128 pieces
/// have an error of 1e-9.
template <class F>
double integral(double a, double b, const F& f) {
  constexpr int pieces = 128;
  double sum = f(a) + f(b);
  for (int i = 1; i < pieces; ++i) sum += (i % 2 == 1 ? 4 : 2) * f(a + (b - a) * i / pieces);
  return sum * (b - a) / (3 * pieces);
}

}  // namespace

std::vector<choice> choices(double rejection, int width, double overhead) {
  const double alone = samples_per_iteration(rejection, 1, width, overhead);
  std::vector<choice> all;
  for (int group = 1; group <= width; group *= 2) {
    const double rate = samples_per_iteration(rejection, group, width, overhead);
    const int samples = width / group;
    all.push_back(
        {group, samples, tali::detail::expected_iterations(rejection, samples, group), rate, rate / alone});
  }
  return all;
}

double threshold(int group, int width) {
  if (group >= width) {
    throw argument_error("group", std::to_string(group), "a power of two below " + std::to_string(width));
  }
  // At 0 the smaller group makes twice as many; near 1 the larger one wins, because of the harmonic numbers.
  const auto small_is_better = [&](double rejection) {
    return samples_per_iteration(rejection, group, width) >=
           samples_per_iteration(rejection, 2 * group, width);
  };
  double low = 0, high = 1 - 1e-9;
  while (high - low > 1e-15) {  // more than the distance between neighbouring doubles just below 1
    const double middle = low + (high - low) / 2;
    (small_is_better(middle) ? low : high) = middle;
  }
  return high;
}

std::vector<region> regions(int width, double end) {
  if (!(end > 0 && end < 1)) throw argument_error("end", std::to_string(end), "a number above 0 and below 1");
  std::vector<region> all;
  double from = 0;
  for (int group = 1; group <= width; group *= 2) {
    const double to = group < width ? threshold(group, width) : 1;
    const double upper = std::min(to, end);
    double average = 0;
    if (from < upper) {
      const auto mean = [&](int g) {
        return integral(from, upper, [&](double rho) { return samples_per_iteration(rho, g, width); });
      };
      average = group == 1 ? 1 : mean(group) / mean(1);
    }
    all.push_back({group, from, to, average});
    from = to;
  }
  return all;
}

}  // namespace tali::lab::rejection
