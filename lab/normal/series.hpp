// SPDX-License-Identifier: Apache-2.0
// Power series in one variable to a fixed order: generating functions of moments, hermites and cumulants.
//
// The hermites of a sum of independent variables follow from the paper's proposition: for a^2 + b^2 = 1, the
// exponential generating function of {He_n(ax + by)} is the product of those of {a^n He_n(x)} and {b^n
// He_n(y)}. In the form E e^{tX - t^2/2} it needs no condition on a and b.
#pragma once

#include <array>
#include <cstddef>

#include <boost/multiprecision/cpp_bin_float.hpp>

namespace tali::lab::normal {

// The number types of the analysis: 50 decimal digits, and 100 for checks.

using real50 =
    boost::multiprecision::number<boost::multiprecision::cpp_bin_float<50>, boost::multiprecision::et_off>;
using real100 =
    boost::multiprecision::number<boost::multiprecision::cpp_bin_float<100>, boost::multiprecision::et_off>;

/// Highest power of a series.
inline constexpr int order = 40;

/// Coefficients of t^0 ... t^order.
template <class Real>
struct series {
  std::array<Real, order + 1> c{};

  Real& operator[](int n) { return c[std::size_t(n)]; }
  const Real& operator[](int n) const { return c[std::size_t(n)]; }

  static series one() {
    series s;
    s[0] = 1;
    return s;
  }

  friend series operator*(const series& x, const series& y) {
    series p;
    for (int i = 0; i <= order; ++i) {
      if (x[i] == 0) continue;
      for (int j = 0; i + j <= order; ++j) p[i + j] += x[i] * y[j];
    }
    return p;
  }
  friend series operator+(series x, const series& y) {
    for (int i = 0; i <= order; ++i) x[i] += y[i];
    return x;
  }

  /// f(k t).
  [[nodiscard]] series scaled(const Real& k) const {
    series s = *this;
    Real power = 1;
    for (int n = 0; n <= order; ++n, power *= k) s[n] *= power;
    return s;
  }

  /// k f(t).
  [[nodiscard]] series times(const Real& k) const {
    series s = *this;
    for (Real& x : s.c) x *= k;
    return s;
  }

  [[nodiscard]] series squared() const { return *this * *this; }
};

/// e^{q t^2}.
template <class Real>
series<Real> exponential_of_square(const Real& q) {
  series<Real> s = series<Real>::one();
  for (int n = 2; n <= order; n += 2) s[n] = s[n - 2] * q / (n / 2);
  return s;
}

/// n!
template <class Real>
Real factorial(int n) {
  Real f = 1;
  for (int k = 2; k <= n; ++k) f *= k;
  return f;
}

}  // namespace tali::lab::normal
