// SPDX-License-Identifier: Apache-2.0
#include "loss.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include <dlib/matrix.h>

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

namespace {

using matrix = dlib::matrix<double>;

double largest(const matrix& v) { return dlib::max(dlib::abs(v)); }

/// The first `terms` residuals and their slopes, each divided by its slope's norm, so that all degrees have
/// equal weight.
struct linear_model {
  matrix slopes, gram, x;
  std::vector<double> norms;

  linear_model(const residuals& current, std::size_t terms)
      : slopes(long(terms), long(current.jacobian[0].size())), x(long(terms), 1) {
    for (long m = 0; m < slopes.nr(); ++m) {
      const real_table& row = current.jacobian[std::size_t(m)];
      double norm = 0;
      for (const double g : row) norm += g * g;
      norm = std::sqrt(norm);
      for (long i = 0; i < slopes.nc(); ++i) slopes(m, i) = row[std::size_t(i)] / norm;
      x(m) = current.x[std::size_t(m)] / norm;
      norms.push_back(norm);
    }
    gram = slopes * dlib::trans(slopes);
  }

  /// The steps of smallest norm that remove the columns of `from`.
  [[nodiscard]] matrix steps(const matrix& from) const {
    const dlib::lu_decomposition<matrix> solver(gram);
    return -dlib::trans(slopes) * solver.solve(from);
  }
};

void move(real_table& y, const matrix& d, double reach) {
  const double cut = std::min(1.0, reach / std::max(largest(d), 1e-300));
  for (std::size_t i = 0; i < y.size(); ++i) y[i] += cut * d(long(i));
}

}  // namespace

int continue_to_zero(real_table& y, double reach, int max_steps) {
  const residuals begin(y);
  double left = 1;  // on the path, x = left * target
  residuals current = begin;
  for (int step = 1; step <= max_steps; ++step) {
    const linear_model model(current, residuals::conditions);
    matrix from(model.x.nr(), 2);  // the steps to the path, and along it
    for (long m = 0; m < from.nr(); ++m) {
      from(m, 1) = begin.x[std::size_t(m)] / model.norms[std::size_t(m)];
      from(m, 0) = model.x(m) - left * from(m, 1);
    }
    const matrix both = model.steps(from);
    const matrix to_path = dlib::colm(both, 0), along = dlib::colm(both, 1);
    double ahead = std::min(left, reach / largest(along));
    if (largest(to_path) > reach / 3) ahead = 0;
    const matrix d = to_path + ahead * along;
    left -= std::min(1.0, reach / largest(d)) * ahead;
    move(y, d, reach);
    if (left <= 1e-15 && largest(d) < 1e-9) return step;
    current = residuals(y);
  }
  return -1;
}

void level(real_table& y, double reach, int iterations) {
  constexpr double tolerated = 1e-10, min_damping = 1e-9, max_damping = 1e9;
  constexpr int max_halvings = 6;
  residuals current(y);
  double damping = 1;
  for (int k = 0; k < iterations && damping < max_damping; ++k) {
    linear_model model(current, residuals::count);
    for (long m = residuals::conditions; m < model.gram.nr(); ++m) model.gram(m, m) += damping;
    real_table moved = y;
    move(moved, model.steps(model.x), reach);
    residuals candidate(moved);
    for (int back = 0; back < max_halvings && !(candidate.off() < tolerated); ++back) {
      const linear_model conditions(candidate, residuals::conditions);
      move(moved, conditions.steps(conditions.x), reach);
      candidate = residuals(moved);
    }
    if (candidate.off() < tolerated && candidate.kurtosis() < current.kurtosis()) {
      y = std::move(moved);
      current = std::move(candidate);
      damping = std::max(damping / 2, min_damping);
    } else {
      damping *= 3;
    }
  }
}

void polish(real_table& y) {
  for (int k = 0; k < 5; ++k) {
    const residuals current(y);
    const linear_model conditions(current, residuals::conditions);
    move(y, conditions.steps(conditions.x), 1);
  }
}

}  // namespace tali::lab::normal
