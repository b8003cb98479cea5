// SPDX-License-Identifier: Apache-2.0
#include "law.hpp"

#include <cmath>
#include <limits>

#include "series.hpp"

namespace tali::lab::normal {

template <class Real>
std::array<series<Real>, row_count> moment_series(const table& t) {
  std::array<series<Real>, row_count> all;
  for (std::size_t r = 0; r < row_count; ++r) {
    for (const std::int32_t v : t.rows[r]) {
      const Real y = Real(v) / Real(table_unit), square = y * y;
      Real power = Real(1) / row_size;
      for (int n = 0; n <= order; n += 2, power *= square) all[r][n] += power;
    }
    for (int n = 0; n <= order; n += 2) all[r][n] /= factorial<Real>(n);
  }
  return all;
}

template <class Real>
series<Real> uniform_series() {
  series<Real> product = series<Real>::one();
  for (int j = 0; j <= 30; ++j) {
    series<Real> cosh;
    const Real step = ldexp(Real(1), j - 31);
    Real power = 1;
    for (int n = 0; n <= order; n += 2, power *= step * step) cosh[n] = power / factorial<Real>(n);
    product = product * cosh;
  }
  return product;
}

template <class Real>
coefficients solve_coefficients(const table& t) {
  using std::ldexp, std::sqrt;
  Real variance = 0, cumulant4 = 0;  // of a, and equally of b
  for (const auto& s : moment_series<Real>(t)) {
    const Real m2 = 2 * s[2], m4 = 24 * s[4];
    variance += copies * m2;
    cumulant4 += copies * (m4 - 3 * m2 * m2);
  }
  const auto uniform = uniform_series<Real>();
  const Real c_variance = 2 * uniform[2], c_cumulant4 = 24 * uniform[4] - 3 * c_variance * c_variance;

  // k_a = sqrt(5) k, k_b = 2 k, k_c = share k: 41 k^4 times a's fourth cumulant balances share^4 k^4 times
  // c's.
  Real share, k;
  if (cumulant4 > 0) {
    share = sqrt(sqrt(Real(-41 * cumulant4 / c_cumulant4)));
    k = 1 / sqrt(Real(9 * variance + share * share * c_variance));
  } else {
    const Real c = ldexp(Real(1), -43 + 31);
    k = sqrt(Real((1 - c * c * c_variance) / (9 * variance)));
    share = c / k;
  }
  const Real c = share * k, a_unit = Real(table_unit);

  // In doubles: of the neighbours of k_a, the one whose best k_b gives the variance nearest to 1.
  coefficients best{};
  Real best_error = 2;
  double a = static_cast<double>(sqrt(Real(5)) * k / a_unit);
  for (int i = 0; i < 64; ++i) a = std::nextafter(a, 0.0);
  for (int i = 0; i <= 128; ++i, a = std::nextafter(a, 1.0)) {
    const Real ka = Real(a) * a_unit;
    const Real kb = sqrt(Real((1 - c * c * c_variance) / variance - ka * ka));
    const double b = static_cast<double>(kb / a_unit);
    const Real rounded = Real(b) * a_unit;
    const Real error = abs(Real((ka * ka + rounded * rounded) * variance + c * c * c_variance - 1));
    if (error < best_error) {
      best_error = error;
      best.a = a;
      best.b = b;
    }
  }
  const Real c_exact = ldexp(c, -31);
  best.c_high = static_cast<double>(c_exact);
  best.c_low = static_cast<double>(Real(c_exact - Real(best.c_high)));
  return best;
}

namespace {

template <class Real>
const series<Real>& minus_half_square() {
  static const auto s = exponential_of_square<Real>(Real(-1) / 2);
  return s;
}

}  // namespace

template <class Real>
output_law<Real>::output_law(const table& t, const coefficients& k)
    : moments_{moment_series<Real>(t)},
      ka_{Real(k.a) * Real(table_unit)},
      kb_{Real(k.b) * Real(table_unit)},
      kc_{Real(k.c_high) + Real(k.c_low)} {
  for (std::size_t r = 0; r < row_count; ++r) {
    for (const std::int32_t v : t.rows[r]) values_[r].push_back(Real(v) / Real(table_unit));
  }
  auto half = series<Real>::one();
  for (const auto& m : moments_) half = half * m;
  half = half.squared();
  b_ = half.scaled(kb_);
  independent_ =
      half.scaled(ka_) * b_ * uniform_series<Real>().scaled(ldexp(kc_, 31)) * minus_half_square<Real>();

  const bit_layout layout;
  for (std::size_t first = 0; first < row_count; first += 4) {
    const std::size_t partner = first ^ 4;  // lanes l ^ 4 ... l ^ 7
    b_prime_.emplace_back(
        std::vector(values_.begin() + std::ptrdiff_t(partner), values_.begin() + std::ptrdiff_t(partner) + 4),
        layout.b_index + layout.index_bits, Real(table_unit), kept_frequencies);
  }
}

template <class Real>
series<Real> output_law<Real>::rest(int r) const {
  auto w = series<Real>::one();  // W of model.hpp
  for (int other = 0; other < row_count; ++other) {
    if (other != r && (other ^ r) / 4 != 1) w = w * moments_[std::size_t(other)];
  }
  return w.squared().scaled(ka_) * b_ * minus_half_square<Real>();
}

template <class Real>
series<Real> output_law<Real>::of_lane(int r) const {
  const bit_layout layout;
  return independent_ + rest(r) * shared_word_correction(values_[std::size_t(r)],
                                                         b_prime_[std::size_t(r / 4)], layout,
                                                         kept_masks(layout), ka_, kc_);
}

template <class Real>
std::vector<series<Real>> output_law<Real>::dependence_factors(int r) const {
  const bit_layout layout;
  const auto other_rows = rest(r);
  std::vector<series<Real>> factors;
  for (const std::uint32_t w : kept_masks(layout)) {
    factors.push_back(other_rows * shared_word_factor(values_[std::size_t(r)], b_prime_[std::size_t(r / 4)],
                                                      layout, w, ka_, kc_));
  }
  return factors;
}

template std::array<series<real50>, row_count> moment_series(const table&);
template std::array<series<real100>, row_count> moment_series(const table&);
template series<real50> uniform_series();
template series<real100> uniform_series();
template coefficients solve_coefficients<real50>(const table&);
template coefficients solve_coefficients<real100>(const table&);
template class output_law<real50>;
template class output_law<real100>;

}  // namespace tali::lab::normal
