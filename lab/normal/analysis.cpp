// SPDX-License-Identifier: Apache-2.0
#include "analysis.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "series.hpp"

namespace tali::lab::normal {

namespace {

template <class Real>
struct laws {
  series<Real> independent, pooled;
  std::vector<series<Real>> lanes;  // by row
};

template <class Real>
laws<Real> laws_of(const table& t, const coefficients& k) {
  const output_law<Real> law(t, k);
  laws<Real> all;
  all.independent = law.independent();
  for (int r = 0; r < row_count; ++r) {
    all.lanes.push_back(law.of_lane(r));
    all.pooled = all.pooled + all.lanes.back().times(Real(1) / row_count);
  }
  return all;
}

template <class Real>
int worst_lane_of(const laws<Real>& all) {
  const auto worse = [](const series<Real>& x, const series<Real>& y) {
    return outputs_until_polynomial_fails(x, headline_degree) <
           outputs_until_polynomial_fails(y, headline_degree);
  };
  return static_cast<int>(std::min_element(all.lanes.begin(), all.lanes.end(), worse) - all.lanes.begin());
}

double relative_difference(const failure_report& x, const failure_report& y) {
  double worst = 0;
  for (std::size_t i = 0; i < x.by_degree.size(); ++i) {
    worst = std::max({worst, std::abs(x.by_degree[i].second / y.by_degree[i].second - 1),
                      std::abs(x.by_moment[i].second / y.by_moment[i].second - 1)});
  }
  return worst;
}

/// The exponent of a double's last set bit.
int last_bit(double x) {
  int e = 0;
  double m = std::frexp(x, &e);
  while (m != std::trunc(m)) m *= 2, --e;
  return e;
}

}  // namespace

quantum_report quantum_of(std::initializer_list<double> multipliers) {
  quantum_report q;
  q.exponent = std::numeric_limits<int>::max();
  for (const double m : multipliers) {
    if (m != 0) q.exponent = std::min(q.exponent, last_bit(m));
  }
  const double density = 1 / std::sqrt(2 * std::numbers::pi);
  q.outputs_to_fail = 20 / (2 * std::ldexp(density, q.exponent + 52));
  return q;
}

analysis analyse(const table& t, bool check) {
  analysis a;
  a.leptokurtic = fourth_cumulant(t) > 0;
  a.k = solve_coefficients<real50>(t);
  const auto all = laws_of<real50>(t, a.k);
  a.worst_row = worst_lane_of(all);
  const auto& worst = all.lanes[std::size_t(a.worst_row)];
  a.independent = failures(all.independent);
  a.pooled = failures(all.pooled);
  a.worst_lane = failures(worst);
  for (int n = 0; n <= order; ++n) {
    a.hermites[std::size_t(n)] = static_cast<double>(real50(all.independent[n] * factorial<real50>(n)));
    a.worst_hermites[std::size_t(n)] = static_cast<double>(real50(worst[n] * factorial<real50>(n)));
  }
  const real50 m2 = raw_moment(all.pooled, 2), kurtosis = raw_moment(all.pooled, 4) / (m2 * m2);
  a.variance = static_cast<double>(m2);
  a.variance_error = static_cast<double>(real50(m2 - 1));
  a.kurtosis = static_cast<double>(kurtosis);
  a.kurtosis_error = static_cast<double>(real50(kurtosis - 3));
  a.block = analyse_block(t, a.k, all.independent, all.lanes);
  a.one_coefficient = quantum_of({a.k.a, a.k.b, a.k.c_high});
  a.two_coefficients = quantum_of({a.k.a, a.k.b, a.k.c_high, a.k.c_low});
  a.frequency = analyse_frequencies<real50>(t, a.k, {all.pooled, worst});
  if (check) {
    const auto twice = laws_of<real100>(t, a.k);
    a.precision =
        std::max({relative_difference(a.independent, failures(twice.independent)),
                  relative_difference(a.pooled, failures(twice.pooled)),
                  relative_difference(a.worst_lane, failures(twice.lanes[std::size_t(a.worst_row)]))});
  }
  return a;
}

}  // namespace tali::lab::normal
