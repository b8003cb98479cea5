// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <numbers>

#include <boost/math/constants/constants.hpp>

#include "analysis.hpp"
#include "series.hpp"

namespace tali::lab::normal {

namespace {

constexpr double low_end = 10, middle_end = 0x1p15;
/// Products of characteristic functions below this are 0: 1e-24 needs 1e49 outputs to be detected.
constexpr double negligible = 1e-24;

/// w k modulo 2 pi, to 1e-16 for |w k| < 2^20: with the exact product, and 2 pi in two parts.
double reduced_angle(double w, double k) {
  constexpr double turn_high = 0x1.921fb54442d18p+2, turn_low = 0x1.1a62633145c07p-52;
  const double product = w * k, rest = std::fma(w, k, -product);
  const double turns = std::nearbyint(product / turn_high);
  return std::fma(-turns, turn_low, std::fma(-turns, turn_high, product) + rest);
}

/// cos(2 pi x), for |x| < 2^50, to 1e-12: a library's cosine would take most of the analysis's time.
double cosine_of_turns(double x) {
  constexpr double rounder = 0x1.8p52;
  const double r = x - ((x + rounder) - rounder), z = r * r * (4 * std::numbers::pi * std::numbers::pi);
  double sum = 1;
  for (int k = 26; k > 0; k -= 2) sum = 1 - z * (1.0 / (k * (k - 1))) * sum;
  return sum;
}

double row_characteristic(const row& r, double turns) {
  double sum = 0;
  for (const std::int32_t v : r) sum += cosine_of_turns(turns * v);
  return std::abs(sum) / row_size;
}

/// |E e^{i theta a}| of the half-warp's sum. Stops when the product is below `enough`.
double sum_characteristic(const table& t, double theta, double enough) {
  double product = 1;
  for (std::size_t r = 0; r < row_count && product > enough; ++r) {
    const double x = row_characteristic(t.rows[r], theta / (2 * std::numbers::pi));
    product *= x * x;
  }
  return product;
}

/// The same without the lane's own row and the rows of B', for the worst lane.
double rest_characteristic(const table& t, double theta) {
  std::array<double, row_count> squares{};
  for (std::size_t r = 0; r < row_count; ++r) {
    const double x = row_characteristic(t.rows[r], theta / (2 * std::numbers::pi));
    squares[r] = x * x;
  }
  double worst = 0;
  for (std::size_t lane_row = 0; lane_row < row_count; ++lane_row) {
    double product = 1;
    for (std::size_t r = 0; r < row_count; ++r) {
      if (r != lane_row && (r ^ lane_row) / 4 != 1) product *= squares[r];
    }
    worst = std::max(worst, product);
  }
  return worst;
}

/// |E e^{i theta c}|: the product of cos(2^j theta), j = 0 ... 30.
double uniform_characteristic(double theta) {
  double product = 1;
  for (int j = 0; j <= 30; ++j) product *= std::abs(std::cos(std::ldexp(theta, j)));
  return product;
}

double bound(const table& t, const coefficients& k, double w, double enough) {
  const double c = uniform_characteristic(reduced_angle(w, k.c_high));
  if (c <= enough) return c;
  const double b = c * sum_characteristic(t, reduced_angle(w, k.b), enough / c);
  return b <= enough ? b : b * rest_characteristic(t, reduced_angle(w, k.a));
}

double variance_of_cosine(double w) {
  const double g = std::exp(-w * w);
  return (1 + g * g) / 2 - g;
}

frequency_peak above(double w, double phi) {
  const double deviation = phi + std::exp(-w * w / 2);
  return {w, deviation, 16 * variance_of_cosine(w) / (deviation * deviation)};
}

void keep_worse(frequency_peak& worst, const frequency_peak& x) {
  if (worst.outputs_to_fail == 0 || x.outputs_to_fail < worst.outputs_to_fail) worst = x;
}

template <class Real>
frequency_peak low_frequencies(const std::vector<series<Real>>& laws) {
  frequency_peak worst;
  for (const auto& law : laws) {
    for (double w = 0.0625; w <= low_end; w += 0.0625) {
      // e^{tX - t^2/2} at t = iw is e^{iwX} e^{w^2/2}.
      Real re = 0, im = 0, power = w;
      for (int n = 1; n <= order; ++n, power *= w) {
        (n % 2 ? im : re) += (n % 4 < 2 ? 1 : -1) * law[n] * power;
      }
      const Real gauss = exp(Real(-w * w / 2));
      const auto look = [&](const Real& x, double variance) {
        const double d = static_cast<double>(Real(abs(x) * gauss));
        if (d > 0) keep_worse(worst, {w, d, 16 * variance / (d * d)});
      };
      look(re, variance_of_cosine(w));
      look(im, (1 - std::exp(-2 * w * w)) / 2);
    }
  }
  return worst;
}

std::vector<coincidence> convergents(const table& t, const coefficients& k) {
  double variance = 0;  // of a
  for (const row& r : t.rows) {
    for (const double v : r) variance += copies * v * v / row_size;
  }
  std::vector<coincidence> found;
  real50 x = real50(k.b) / real50(k.a);
  real50 p0 = 1, q0 = 0, p = floor(x), q = 1;
  for (;;) {
    // The peaks are at 2 pi q / k_a and 2 pi p / k_b, with widths 1 / (k_a sd) and 1 / (k_b sd).
    const real50 turn = 2 * boost::math::constants::pi<real50>();
    const double wa = static_cast<double>(real50(turn * q / real50(k.a)));
    if (!(wa <= highest_frequency)) return found;
    const double difference = static_cast<double>(real50(turn * (p / real50(k.b) - q / real50(k.a))));
    const double width = std::hypot(1 / k.a, 1 / k.b) / std::sqrt(variance);
    if (p > 0)
      found.push_back({static_cast<double>(q), static_cast<double>(p), wa, std::abs(difference) / width});
    x = 1 / real50(x - floor(x));
    const real50 next_p = floor(x) * p + p0, next_q = floor(x) * q + q0;
    p0 = p, q0 = q, p = next_p, q = next_q;
  }
}

}  // namespace

double frequency_report::outputs_to_fail() const {
  return std::min({low.outputs_to_fail, middle.outputs_to_fail, lattice.outputs_to_fail});
}

double half_warp_characteristic(const table& t, double w) { return sum_characteristic(t, w, 0); }

template <class Real>
frequency_report analyse_frequencies(const table& t, const coefficients& k,
                                     const std::vector<series<Real>>& laws) {
  frequency_report report;
  report.low = low_frequencies(laws);
  const auto look = [&](frequency_peak& worst, double w) {
    const double phi = bound(t, k, w, std::max(negligible, worst.deviation / 2));
    keep_worse(worst, above(w, phi));
  };
  for (double w = low_end; w <= middle_end; w += 0.5) look(report.middle, w);
  for (const double coefficient : {k.a, k.b, k.c_high}) {
    const double step = std::numbers::pi / coefficient;
    for (double m = 1; m * step <= highest_frequency; ++m) look(report.lattice, m * step);
  }
  report.coincidences = convergents(t, k);
  return report;
}

template frequency_report analyse_frequencies(const table&, const coefficients&,
                                              const std::vector<series<real50>>&);
template frequency_report analyse_frequencies(const table&, const coefficients&,
                                              const std::vector<series<real100>>&);

}  // namespace tali::lab::normal
