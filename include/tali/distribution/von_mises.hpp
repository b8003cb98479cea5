// SPDX-License-Identifier: Apache-2.0
// von Mises: rejection from the wrapped Cauchy distribution.
//
// Source: D. J. Best, N. I. Fisher, "Efficient simulation of the von Mises distribution", Applied Statistics
// 28(2), 1979; written here in the half-angle.
#pragma once

#include <tali/detail/standard.hpp>
#include <tali/distribution/base.hpp>
#include <tali/distribution/unit.hpp>
#include <tali/math/arithmetic.hpp>
#include <tali/math/elementary.hpp>
#include <tali/rejection/attempts.hpp>

namespace tali {

/// Angles in radians with density proportional to exp(kappa cos(angle - mu)), in [-pi, pi] rounded to the
/// type. kappa = 0 is uniform; for large kappa it approaches the normal distribution of variance 1 / kappa.
///
/// With phi uniform on the circle, theta with tan(theta / 2) = s tan(phi / 2) is wrapped Cauchy. With q =
/// sin^2(theta / 2), cos theta = 1 - 2 q needs no cancellation. theta is accepted with probability c exp(1 -
/// c), c = c0 + 2 kappa q. The best s is
///   c0 = (1 + sqrt(1 + 4 kappa^2)) / 2 - kappa = (1 + 1 / (sqrt(1 + 4 kappa^2) + 2 kappa)) / 2,  s^2 = c0 /
///   (c0 + 2 kappa),
/// which is the paper's r = (1 + sqrt(1 + 4 kappa^2)) / (2 kappa) by c0 = kappa (r - 1). No step loses
/// digits, for kappa from 0 to the largest number. A float's attempt takes two words, a double's four.
template <class T, class P = T>
class von_mises : public detail::by_rejection<von_mises<T, P>, T, P, 2> {
  using base = detail::by_rejection<von_mises<T, P>, T, P, 2>;

 public:
  static constexpr bool is_float = std::is_same_v<T, float>;

  static constexpr const char* name = "von-mises";
  static constexpr const char* summary = "angles about a direction, by their concentration";
  static constexpr std::uint32_t tag = tag_of(name, type_name<T>());
  static constexpr parameter_info parameter_list[] = {
      {"mu", "an angle in radians from -2^20 to 2^20", 0, detail::from(-0x1p20), detail::up_to(0x1p20)},
      detail::not_negative("kappa", 1)};
  static constexpr int attempt_words = is_float ? 2 : 4;

  /// @throws argument_error unless |mu| <= 2^20 and kappa is finite and not negative
  TALI_FN explicit von_mises(T mu = 0, T kappa = 1)
      : von_mises(detail::unchecked, detail::checked<von_mises>({mu, kappa})) {}
  TALI_FN von_mises(detail::unchecked_t, const P (&p)[2]) : base(p) {
    using W = detail::wide_of<P>;
    constexpr double two_pi = 0x1.921fb54442d18p+2, rest_of_two_pi = 0x1.1a62633145c07p-52;
    // Subtracts the nearest whole number of turns.
    const W x = detail::as_wide(p[0]), one(1.0);
    const W turns = math::floor_f64(fma(absolute(x), W(1 / two_pi), W(0.5))),
            signed_turns = select(is_less(x, W(0.0)), turns, -turns);
    const W reduced = fma(signed_turns, W(rest_of_two_pi), fma(signed_turns, W(two_pi), x));
    mu_ = static_cast<P>(select(is_less(W(static_cast<double>(pi)), absolute(x)), reduced, x));
    const W kappa = detail::as_wide(p[1]);
    const W root = square_root(fma(multiply(kappa, W(4.0)), kappa, one));
    const W c0 = multiply(add(one, divide(one, add(root, multiply(kappa, W(2.0))))), W(0.5));
    const W half = add(multiply(c0, W(0.5)), kappa);  // half of c0 + 2 kappa, which may overflow
    c0_ = static_cast<P>(c0);
    c_slope_ = static_cast<P>(divide(multiply(c0, kappa), half));  // 2 kappa s^2
    stretch_ = static_cast<P>(square_root(divide(multiply(c0, W(0.5)), half)));
  }

  /// A lower bound, at most 0.04 below the exact exp(1 - c0 - kappa) I0(kappa) c0 / s.
  [[nodiscard]] TALI_HOST_FN double acceptance() const {
    const double kappa = static_cast<double>(this->given(1));
    return 0.6577 + 0.3423 / (1 + kappa * kappa);
  }

  template <class U32>
  TALI_FN auto attempt(const U32 (&w)[attempt_words]) const {
    if constexpr (is_float) {
      const auto point = math::circle_f32(w[0]);
      const auto x = absolute(point.cosine), y = absolute(point.sine);
      using F = std::remove_const_t<decltype(x)>;
      const F reached = multiply(y, F(stretch_)), c = exponent(x, y, reached);
      const F half = with_sign(math::arctangent_f32(reached, x), bits_of(point.cosine) ^ bits_of(point.sine));
      const F height = multiply(c, math::exponential_f32(fma(c, F(-1.0f), F(1.0f))));
      return attempted{about_mu(half), is_less(unit_f32(w[1]), height)};
    } else {
      const auto point = math::circle_f64(join(w[0], w[1]));
      const auto x = absolute(point.cosine), y = absolute(point.sine);
      using F = std::remove_const_t<decltype(x)>;
      const F reached = multiply(y, F(stretch_)), c = exponent(x, y, reached);
      const F half = with_sign(math::arctangent_f64(reached, x), bits_of(point.cosine) ^ bits_of(point.sine));
      const F height = multiply(c, math::exponential_f64(fma(c, F(-1.0), F(1.0))));
      return attempted{about_mu(half), is_less(unit_f64(w[2], w[3]), height)};
    }
  }

 private:
  static constexpr T pi = is_float ? T(0x1.921fb6p+1f) : T(0x1.921fb54442d18p+1);

  /// c = c0 + 2 kappa s^2 y^2 / (x^2 + s^2 y^2), for (x, y) at angle phi / 2.
  template <class F>
  TALI_FN F exponent(const F& x, const F& y, const F& reached) const {
    const F length = fma(x, x, multiply(reached, reached));
    return fma(divide(multiply(y, y), length), F(c_slope_), F(c0_));
  }

  /// mu + theta, minus or plus one turn if that is out of range.
  template <class F>
  TALI_FN F about_mu(const F& half) const {
    constexpr T rest_of_two_pi = is_float ? T(-0x1.777a5cp-23f) : T(0x1.1a62633145c07p-52);
    const F x = fma(half, F(T(2)), F(mu_)), turns = with_sign(F(T(1)), bits_of(x));
    const F wrapped = fma(turns, F(-rest_of_two_pi), fma(turns, F(T(-2) * pi), x));
    return select(is_less(F(pi), absolute(x)), wrapped, x);
  }

  P mu_;  ///< reduced by whole turns
  P c0_, c_slope_, stretch_;
};

}  // namespace tali
