// SPDX-License-Identifier: Apache-2.0
#include "loss.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace tali::lab::normal {

namespace {

constexpr int top = 2 * sum_terms;
using coefficients_of_even = std::array<double, sum_terms + 1>;  // coefficients of t^0, t^2 ... t^top

double factorial_of(int n) {
  double f = 1;
  for (int k = 2; k <= n; ++k) f *= k;
  return f;
}

coefficients_of_even product(const coefficients_of_even& x, const coefficients_of_even& y) {
  coefficients_of_even p{};
  for (std::size_t i = 0; i < p.size(); ++i) {
    for (std::size_t j = 0; i + j < p.size(); ++j) p[i + j] += x[i] * y[j];
  }
  return p;
}

/// He_0(y) ... He_top(y).
std::array<double, top + 1> hermite_polynomials(double y) {
  std::array<double, top + 1> he{};
  he[0] = 1;
  he[1] = y;
  for (std::size_t n = 1; n < top; ++n) he[n + 1] = y * he[n] - static_cast<double>(n) * he[n - 1];
  return he;
}

/// Row r's residual of a degree is its hermite divided by this.
double root_of_factorial(std::size_t degree) { return std::sqrt(factorial_of(int(degree))); }

}  // namespace

double attenuation(int n) { return 2 * (std::pow(5.0 / 18, n / 2) + std::pow(2.0 / 9, n / 2)); }

double fourth_cumulant_against(double c) {
  const double width = c * 0x1p31;  // a uniform variable on [-width, width]
  return 2 * width * width * width * width / 15;
}

residuals::residuals(const real_table& y) : jacobian(count, real_table(y.size())) {
  const auto kurtosis_at = [](std::size_t r) { return conditions + r; };
  // Each row's generating function of hermites at t / 4: the paper's proposition with 16 weights of 1/4.
  std::array<coefficients_of_even, row_count> rows{};
  for (std::size_t r = 0; r < row_count; ++r) {
    for (std::size_t i = 0; i < row_size; ++i) {
      const std::size_t at = r * row_size + i;
      const auto he = hermite_polynomials(y[at]);
      for (std::size_t m = 0; m <= sum_terms; ++m) rows[r][m] += he[2 * m];
      // He_n' = n He_(n-1).
      jacobian[r][at] = 2 * he[1] / (row_size * root_of_factorial(2));
      jacobian[kurtosis_at(r)][at] = 4 * he[3] / (row_size * root_of_factorial(4));
    }
    x[r] = rows[r][1] / (row_size * root_of_factorial(2));
    x[kurtosis_at(r)] = rows[r][2] / (row_size * root_of_factorial(4));
    for (std::size_t m = 0; m <= sum_terms; ++m) {
      rows[r][m] /= row_size * factorial_of(int(2 * m)) * std::pow(16.0, double(m));
    }
  }
  // Products of the rows before each row, and after it.
  std::array<coefficients_of_even, row_count + 1> before{}, after{};
  before[0][0] = after[row_count][0] = 1;
  for (std::size_t r = 0; r < row_count; ++r) before[r + 1] = product(before[r], rows[r]);
  for (std::size_t r = row_count; r > 0; --r) after[r - 1] = product(rows[r - 1], after[r]);

  const auto sum_at = [](std::size_t m) { return variances + m - 2; };
  for (std::size_t m = 2; m <= sum_terms; ++m) {
    const double aim = m == 2 ? fourth_cumulant_against(aimed_c) / (attenuation(4) * 24) : 0;
    x[sum_at(m)] = root_of_factorial(2 * m) * (before[row_count][m] - aim);
  }
  for (std::size_t r = 0; r < row_count; ++r) {
    const auto other_rows = product(before[r], after[r + 1]);
    for (std::size_t i = 0; i < row_size; ++i) {
      const auto he = hermite_polynomials(y[r * row_size + i]);
      coefficients_of_even slope{};
      for (std::size_t m = 1; m <= sum_terms; ++m) {
        slope[m] = he[2 * m - 1] / (row_size * factorial_of(int(2 * m - 1)) * std::pow(16.0, double(m)));
      }
      const auto all = product(slope, other_rows);
      for (std::size_t m = 2; m <= sum_terms; ++m) {
        jacobian[sum_at(m)][r * row_size + i] = root_of_factorial(2 * m) * all[m];
      }
    }
  }
}

double residuals::off() const {
  double largest = 0;
  for (std::size_t m = 0; m < conditions; ++m) largest = std::max(largest, std::abs(x[m]));
  return largest;
}

double residuals::kurtosis() const {
  double sum = 0;
  for (std::size_t m = conditions; m < count; ++m) sum += 24 * x[m] * x[m];
  return std::sqrt(sum / kurtoses);
}

}  // namespace tali::lab::normal
