// SPDX-License-Identifier: Apache-2.0
#include "block.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "failure.hpp"
#include "series.hpp"

namespace tali::lab::normal {

template <class Real>
register_moments<Real>::register_moments(const std::array<Real, row_count>& m2,
                                         const std::array<Real, row_count>& m4) {
  for (std::size_t p = 0; p < size; ++p) {
    square[p] = m2[p % row_count];
    for (std::size_t q = 0; q < size; ++q) squares[p][q] = m2[p % row_count] * m2[q % row_count];
    squares[p][p] = m4[p % row_count];
  }
  for (const std::size_t distance : {1u, 2u, 4u, 8u, 16u}) mix(distance);
}

template <class Real>
void register_moments<Real>::mix(std::size_t distance) {
  const auto old_square = square;
  const auto old = squares;
  constexpr std::size_t n = warp_size;
  for (std::size_t l = 0; l < n; ++l) {
    const std::size_t u = l, v = n + (l ^ distance);  // where the difference and the sum of lane l are stored
    square[u] = square[v] = old_square[l] + old_square[n + l];
    const Real fourth = old[l][l] + old[n + l][n + l], mixed = old[l][n + l];
    squares[u][u] = squares[v][v] = fourth + 6 * mixed;
    squares[u][v] = squares[v][u] = fourth - 2 * mixed;
    for (std::size_t m = 0; m < n; ++m) {
      if (m == l) continue;
      const Real all = old[l][m] + old[l][n + m] + old[n + l][m] + old[n + l][n + m];
      for (const std::size_t p : {u, v}) {
        for (const std::size_t q : {m, n + (m ^ distance)}) squares[p][q] = all;
      }
    }
  }
}

namespace {

double outputs_for(double blocks) { return warp_size * blocks; }

/// For the polynomial of the given degree in a chi-squared variable with 32 degrees of freedom that is
/// orthogonal to those of lower degree (Laguerre's, leading coefficient 1), if its mean deviates by `off`.
double blocks_until(int degree, double off) {
  double variance = 1;
  for (int k = 1; k <= degree; ++k) variance *= 4 * k * (warp_size / 2.0 + k - 1);
  return 16 * variance / (off * off);
}

}  // namespace

template <class Real>
block_report analyse_block(const table& t, const coefficients& k, const series<Real>& independent,
                           const std::vector<series<Real>>& lanes) {
  std::array<Real, row_count> m2, m4;
  const auto rows = moment_series<Real>(t);
  for (std::size_t r = 0; r < row_count; ++r) m2[r] = 2 * rows[r][2], m4[r] = 24 * rows[r][4];
  const register_moments<Real> registers(m2, m4);
  const Real a2 = Real(k.a) * Real(k.a) * Real(table_unit) * Real(table_unit),
             b2 = Real(k.b) * Real(k.b) * Real(table_unit) * Real(table_unit);
  const auto covariance = [&](std::size_t p, std::size_t q) {
    return Real(registers.squares[p][q] - registers.square[p] * registers.square[q]);
  };
  // D: the covariance of a lane's c^2 with its own a^2, times both coefficients' squares. Six times D is its
  // share of the fourth hermite. Registers a of the same half-warp hold the same look-up, and so do registers
  // b of the other half.
  const auto shared = [&](std::size_t lane) {
    const std::size_t r = lane % row_count;
    return Real((lanes[r][4] - independent[4]) * 24 / 6);
  };

  block_report report;
  Real energy_variance = 0, energy_mean = 0;
  std::array<Real, warp_size> sums{};
  double all_squares = 0;
  for (std::size_t i = 0; i < warp_size; ++i) {
    const auto& law = lanes[i % row_count];
    const Real mean = raw_moment(law, 2);
    energy_mean += mean - 1;
    energy_variance += raw_moment(law, 4) - mean * mean - 2;
    for (std::size_t j = i + 1; j < warp_size; ++j) {
      const std::size_t p = warp_size + i, q = warp_size + j;
      const bool same_half = (i ^ j) < row_count;
      const Real both = a2 * a2 * covariance(i, j) + a2 * b2 * (covariance(i, q) + covariance(p, j)) +
                        b2 * b2 * covariance(p, q) +
                        (shared(i) + shared(j)) * (same_half ? Real(1) : Real(b2 / a2));
      energy_variance += 2 * both;
      sums[j - i] += both / 2;  // the variance of a square is 2
      const double correlation = static_cast<double>(Real(both / 2));
      all_squares += correlation * correlation;
      if (std::abs(correlation) > std::abs(report.largest_correlation)) {
        report.largest_correlation = correlation;
      }
    }
  }
  for (std::size_t d = 1; d < warp_size; ++d) {
    report.correlation[d] = static_cast<double>(Real(sums[d] / Real(warp_size - d)));
  }
  const auto [smallest, largest] = std::minmax_element(m2.begin(), m2.end());
  report.variance_spread = static_cast<double>(Real(*largest / *smallest - 1));
  double kurtoses = 0;
  Real mean_m2 = 0;
  for (const Real& x : m2) mean_m2 += x / row_count;
  for (std::size_t r = 0; r < row_count; ++r) {
    const double kurtosis = static_cast<double>(Real((m4[r] - 3 * m2[r] * m2[r]) / (mean_m2 * mean_m2)));
    kurtoses += kurtosis * kurtosis;
  }
  report.row_kurtosis = std::sqrt(kurtoses / row_count);
  report.energy_mean_error = static_cast<double>(energy_mean);
  report.energy_variance_error = static_cast<double>(energy_variance);
  report.squares_outputs = outputs_for(16 / all_squares);
  // E (E - 32)^2 - 64 - 4 (E - 32), the polynomial of degree 2, deviates by the variance's error, up to the
  // square of the mean's error. The best polynomial of both degrees adds their contributions.
  const double of_mean = 1 / blocks_until(1, report.energy_mean_error),
               of_variance = 1 / blocks_until(2, report.energy_variance_error - 4 * report.energy_mean_error);
  report.energy_outputs = outputs_for(1 / (of_mean + of_variance));
  report.energy_fourth_outputs = outputs_for(blocks_until(4, 2 * copies * 2 * kurtoses));
  return report;
}

template struct register_moments<double>;
template struct register_moments<real50>;
template block_report analyse_block(const table&, const coefficients&, const series<real50>&,
                                    const std::vector<series<real50>>&);

}  // namespace tali::lab::normal
