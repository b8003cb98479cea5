// SPDX-License-Identifier: Apache-2.0
// The law of one output: moment series of the rows and of c, the coefficients, and the resulting hermites.
//
// Source: the paper, sections "Optimising the lookup table" (hermites), "Choosing the coefficients of a, b,
// and c" and "Issues with small floats" (c's coefficient in two parts).
#pragma once

#include <array>
#include <vector>

#include "dependence.hpp"
#include "series.hpp"
#include "table.hpp"

namespace tali::lab::normal {

/// Multipliers of the integers a, b and c. c's has two parts, added in this order.
struct coefficients {
  double a, b, c_high, c_low;
};

/// E e^{tV} of a row's value with a random sign, in units of 2^24.
template <class Real>
std::array<series<Real>, row_count> moment_series(const table& t);

/// E e^{tC} of a uniform odd word, in units of 2^31: the product of cosh(2^j t), j = 0 ... 30.
template <class Real>
series<Real> uniform_series();

/// The ratio is sqrt(5) : 2 to some 2e-14, because the doubles are chosen for the variance; variance 1,
/// kurtosis 3. If the rows' sum is not leptokurtic, this kurtosis is impossible; c's coefficient is then
/// 2^-43.
template <class Real>
coefficients solve_coefficients(const table& t);

/// E e^{tX - t^2/2} of the output X: coefficient n times n! is the nth hermite.
template <class Real>
class output_law {
 public:
  output_law(const table& t, const coefficients& k);

  /// As in the paper, with c independent of a and b. The same for every lane.
  [[nodiscard]] const series<Real>& independent() const { return independent_; }

  /// In the generator, where c shares its word with the look-ups, for the two lanes that read row `r`.
  [[nodiscard]] series<Real> of_lane(int r) const;

  /// of_lane(r) - independent() is linear: this is the multiplier F_w of the mean of chi_w(i) cosh(k_a t y_i)
  /// over the places i of row r, for each of kept_masks(). It does not depend on any row's order.
  [[nodiscard]] std::vector<series<Real>> dependence_factors(int r) const;

  /// k_a for a in units of 2^24.
  [[nodiscard]] const Real& ka() const { return ka_; }

 private:
  /// The factor that is independent of row r's own values, of B' and of c, and e^{-t^2/2}.
  [[nodiscard]] series<Real> rest(int r) const;

  std::array<std::vector<Real>, row_count> values_;  // in units of 2^24
  std::array<series<Real>, row_count> moments_;
  Real ka_, kb_, kc_;  // for a, b in units of 2^24 and c in units of 1
  series<Real> b_, independent_;
  std::vector<character_sums<Real>> b_prime_;  // [r / 4]: B' of the lanes of rows r / 4 * 4 ... + 3
};

}  // namespace tali::lab::normal
