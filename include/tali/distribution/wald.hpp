// SPDX-License-Identifier: Apache-2.0
// wald: inverse Gaussian numbers, one of two roots of an equation with a squared normal number.
//
// Source: J. R. Michael, W. R. Schucany, R. W. Haas, "Generating random variates using transformations with
// multiple roots", The American Statistician 30(2), 1976: scale (x - mean)^2 / (mean^2 x) is the square of a
// standard normal number. Its roots are x and mean^2 / x; the smaller root x is taken with probability mean /
// (mean + x).
#pragma once

#include <tali/detail/standard.hpp>
#include <tali/distribution/base.hpp>
#include <tali/distribution/unit.hpp>
#include <tali/math/arithmetic.hpp>
#include <tali/math/normal_quantile.hpp>
#include <tali/simd/bits.hpp>

namespace tali {

/// Wald's numbers, the inverse Gaussian distribution with a mean and a scale: density sqrt(scale / (2 pi
/// x^3)) exp(-scale (x - mean)^2 / (2 mean^2 x)). It is the time at which a Brownian motion with drift first
/// reaches a given level.
///
/// With n the square of a normal number by inversion and c = mean / (2 scale), t = 1 + c n + sqrt(c n (c n +
/// 2)), the roots are mean / t and mean t. This avoids the usual difference, which loses all digits of small
/// values. The larger root is taken if v (1 + t) < 1, v uniform. For c above 1, t / c is computed instead, so
/// that no scale is too small: as the scale approaches 0, the numbers become Levy's, scale / n. A float takes
/// two words, the first for n; a double takes four, two each.
template <class T, class P = T>
class wald : public detail::fixed_budget<wald<T, P>, T, P, 2> {
  using base = detail::fixed_budget<wald<T, P>, T, P, 2>;

 public:
  static constexpr bool is_float = std::is_same_v<T, float>;

  static constexpr const char* name = "wald";
  static constexpr const char* summary = "inverse Gaussian numbers of a mean and a scale";
  static constexpr parameter_info parameter_list[] = {detail::positive("mean", 1),
                                                      detail::positive("scale", 1)};
  static constexpr int words = is_float ? 2 : 4;
  static constexpr bool heavy = true;

  /// @throws argument_error unless mean and scale are finite and above 0
  TALI_FN explicit wald(T mean = 1, T scale = 1)
      : wald(detail::unchecked, detail::checked<wald>({mean, scale})) {}
  TALI_FN wald(detail::unchecked_t, const P (&p)[2]) : base(p) {
    using W = detail::wide_of<P>;
    const W mean = detail::as_wide(p[0]), scale = detail::as_wide(p[1]), one(1.0);
    const W half = multiply(mean, W(0.5)), c = divide(half, scale);
    const auto above = is_less(one, c);
    one_ = static_cast<P>(select(above, divide(scale, half), one));
    slope_ = static_cast<P>(select(above, one, c));
    below_ = static_cast<P>(select(above, multiply(scale, W(2.0)), mean));
  }

  /// Sets the address of the float quantile's rows, in kernels that keep them in shared memory.
  TALI_FN void read_rows_from(const math::quantile_rows& rows) requires is_float { rows_ = rows; }

  template <class U32>
  TALI_FN auto value(const U32 (&w)[words]) const {
    if constexpr (is_float) {
      return at(math::normal_quantile_f32(w[0], rows_), unit_f32(w[1]));
    } else {
      return at(math::normal_quantile_f64(join(w[0], w[1])), detail::rounded_unit_f64(w[2], w[3]));
    }
  }

  [[nodiscard]] TALI_FN P mean() const { return this->given(0); }
  [[nodiscard]] TALI_FN P scale() const { return this->given(1); }

 private:
  /// s is t or t / c, and one_ is 1 or 1 / c.
  template <class F>
  TALI_FN F at(const F& z, const F& v) const {
    const F one(one_), y = multiply(multiply(z, z), F(slope_));
    const F s = add(add(one, y), square_root(multiply(y, fma(one, F(T(2)), y))));
    const auto larger = is_less(multiply(v, add(one, s)), one);
    return select(larger, multiply(divide(s, one), F(mean())), divide(F(below_), s));
  }

  P one_, slope_;  ///< 1 and c, or 1 / c and 1
  P below_;        ///< mean, or mean / c: the smaller root times s
  math::quantile_rows rows_;
};

}  // namespace tali
