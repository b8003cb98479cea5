#include "loss.hpp"

#include <array>
#include <cmath>

namespace tali::lab::normal {

namespace {

constexpr int top = 2 * loss_terms;
using coefficients_of_even = std::array<double, loss_terms + 1>;  // of t^0, t^2 ... t^top

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

}  // namespace

double attenuation(int n) { return 2 * (std::pow(5.0 / 18, n / 2) + std::pow(2.0 / 9, n / 2)); }

double fourth_cumulant_against(double c) {
  const double width = c * 0x1p31;  // a uniform variable on [-width, width]
  return 2 * width * width * width * width / 15;
}

std::array<double, loss_terms> residuals(const real_table& y, std::vector<real_table>* jacobian) {
  // Each row's generating function of hermites at t / 4: the paper's proposition with 16 weights of 1/4.
  std::array<coefficients_of_even, row_count> rows{};
  for (std::size_t r = 0; r < row_count; ++r) {
    for (std::size_t i = 0; i < row_size; ++i) {
      const auto he = hermite_polynomials(y[r * row_size + i]);
      for (std::size_t m = 0; m <= loss_terms; ++m) rows[r][m] += he[2 * m];
    }
    for (std::size_t m = 0; m <= loss_terms; ++m) {
      rows[r][m] /= row_size * factorial_of(int(2 * m)) * std::pow(16.0, double(m));
    }
  }
  // Products of the rows before and after each.
  std::array<coefficients_of_even, row_count + 1> before{}, after{};
  before[0][0] = after[row_count][0] = 1;
  for (std::size_t r = 0; r < row_count; ++r) before[r + 1] = product(before[r], rows[r]);
  for (std::size_t r = row_count; r > 0; --r) after[r - 1] = product(rows[r - 1], after[r]);

  std::array<double, loss_terms> x{};
  coefficients_of_even root_d{};  // of D, times n! for x is in units of n!
  for (std::size_t m = 1; m <= loss_terms; ++m) {
    const int n = int(2 * m);
    const double aim = n == 4 ? fourth_cumulant_against(aimed_c) / (attenuation(4) * 24) : 0;
    root_d[m] = attenuation(n) * std::sqrt(factorial_of(n));
    x[m - 1] = root_d[m] * (before[row_count][m] - aim);
  }
  if (jacobian) {
    jacobian->assign(loss_terms, real_table(y.size()));
    for (std::size_t r = 0; r < row_count; ++r) {
      const auto others = product(before[r], after[r + 1]);
      for (std::size_t i = 0; i < row_size; ++i) {
        // He_n' = n He_(n-1): the slope of the row's coefficient m.
        const auto he = hermite_polynomials(y[r * row_size + i]);
        coefficients_of_even slope{};
        for (std::size_t m = 1; m <= loss_terms; ++m) {
          slope[m] = he[2 * m - 1] / (row_size * factorial_of(int(2 * m - 1)) * std::pow(16.0, double(m)));
        }
        const auto all = product(slope, others);
        for (std::size_t m = 1; m <= loss_terms; ++m) {
          (*jacobian)[m - 1][r * row_size + i] = root_d[m] * all[m];
        }
      }
    }
  }
  return x;
}

double loss(const real_table& y, real_table* gradient) {
  std::vector<real_table> jacobian;
  const auto x = residuals(y, gradient ? &jacobian : nullptr);
  double q = 0;
  for (const double v : x) q += v * v;
  if (gradient) {
    gradient->assign(y.size(), 0);
    for (std::size_t m = 0; m < x.size(); ++m) {
      for (std::size_t i = 0; i < y.size(); ++i) (*gradient)[i] += 2 * x[m] / q * jacobian[m][i];
    }
  }
  return std::log(q);
}

}  // namespace tali::lab::normal
