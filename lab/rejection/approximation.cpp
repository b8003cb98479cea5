// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <limits>

#include <tali/rejection/plan.hpp>

#include "rejection/law.hpp"

namespace tali::lab::rejection {

namespace {

/// E1(x), the integral of e^-u / u from x > 0 to infinity, by its continued fraction for x >= 1 and otherwise
/// by its series. Source: Abramowitz and Stegun, Handbook of Mathematical Functions, 5.1.11 and 5.1.22.
double exponential_integral(double x) {
  if (x > 745) return 0;
  if (x >= 1) {
    double fraction = 0;  // 1/(x + 1/(1 + 1/(x + 2/(1 + 2/(x + ...
    for (int k = 200; k > 0; --k) fraction = k / (1 + k / (x + fraction));
    return std::exp(-x) / (x + fraction);
  }
  constexpr double gamma = 0.57721566490153286;
  double sum = -gamma - std::log(x), term = 1;
  for (int k = 1; k < 30; ++k) {
    term *= -x / k;
    sum -= term / k;
  }
  return sum;
}

}  // namespace

double mean_equation_13(double rejection, int threads) {
  const law exact(rejection, threads);  // checks the arguments
  const double rate = exact.rate();
  if (std::isinf(rate)) return 1;
  return std::log(-2 * threads * std::expm1(-rate) / rate) / rate + 1;
}

double mean_equation_16(double rejection, int threads) {
  const law exact(rejection, threads);
  return 1 + exact.survival(1) + exact.survival(2);
}

double mean_equation_17(double rejection, int threads) {
  return law(rejection, threads).falls() ? mean_equation_16(rejection, threads)
                                         : mean_equation_13(rejection, threads);
}

double mean_by_harmonic_number(double rejection, int threads) {
  const law exact(rejection, threads);
  return detail::harmonic_number(threads) / exact.rate() + 0.5;
}

double normalisation_deficit(double rejection, int threads) {
  const double rate = law(rejection, threads).rate();
  if (std::isinf(rate)) return 0;
  // (E1(t) - E1(t / rho)) / rate, which cancels if t / rho is near t: then it is the integral of exp(-t
  // rho^-v), a flat function, over v from 0 to 1.
  const double growth = threads * std::expm1(rate);
  if (growth > 1) {
    return (exponential_integral(threads) - exponential_integral(threads * std::exp(rate))) / rate;
  }
  constexpr int pieces = 64;
  double sum = 0;
  for (int i = 0; i <= pieces; ++i) {  // Simpson
    const double v = static_cast<double>(i) / pieces;
    const double weight = i == 0 || i == pieces ? 1 : i % 2 == 1 ? 4 : 2;
    sum += weight * std::exp(-threads * std::exp(rate * v));
  }
  return sum / (3 * pieces);
}

}  // namespace tali::lab::rejection
