// SPDX-License-Identifier: Apache-2.0
// gamma: rejection with the cube of a shifted normal number as the proposal.
//
// Source: G. Marsaglia, W. W. Tsang, "A simple method for generating gamma variables", ACM TOMS 26(3), 2000.
#pragma once

#include <tali/detail/device.hpp>
#include <tali/detail/standard.hpp>
#include <tali/distribution/base.hpp>
#include <tali/distribution/unit.hpp>
#include <tali/math/arithmetic.hpp>
#include <tali/math/elementary.hpp>
#include <tali/math/normal_quantile.hpp>
#include <tali/rejection/attempts.hpp>

namespace tali {

namespace detail {

/// Attempts at gamma numbers with a shape and a scale.
///
/// With d = shape - 1/3, c = 1 / sqrt(9 d), a normal number x, t = c x and v = (1 + t)^3, the value is d v.
/// It is accepted with probability exp(g), g = x^2 / 2 + d - d v + d log v. If shape < 1, the value for
/// shape + 1 is multiplied by u^(1 / shape) (section 6 of the paper). An attempt takes two words (float) or
/// four (double); shape < 1 takes one or two more.
///
/// g = 3 d (log(1 + t) - t + t^2 / 2 - t^3 / 3) has no terms below t^4. The bound
///   g >= -(3/4) d t^4 / (1 - |t|)
/// therefore decides almost all attempts without a logarithm. The paper's quick test, 1 - 0.0331 x^4, leaves
/// a tenth of them undecided.
///
/// P, the type of the parameters, is T, or SIMD lanes of doubles, for which is_usual() must hold.
template <class T, class P = T>
class gamma_attempts {
  using W = wide_of<P>;

 public:
  static_assert(std::is_same_v<T, float> || std::is_same_v<T, double>,
                "tali: gamma numbers are float or double");
  static constexpr bool is_float = std::is_same_v<T, float>;

  static constexpr int attempt_words = is_float ? 2 : 4;
  static constexpr int last_step_words = is_float ? 1 : 2;

  /// @param p  shape and scale
  TALI_FN explicit gamma_attempts(const P (&p)[2]) {
    const W from_shape(-1.0 / 3);
    if constexpr (is_single) {
      boosted_ = p[0] < T(1);
      d_ = add(boosted_ ? add(as_wide(p[0]), 1.0) : as_wide(p[0]), from_shape);
      large_ = d_ > 16;
      scale_by(static_cast<double>(p[0]), static_cast<double>(p[1]));
    } else {
      boosted_ = is_less(p[0], P(1.0));
      d_ = add(select(boosted_, add(p[0], P(1.0)), p[0]), from_shape);
      scaled_d_ = multiply(d_, p[1]);
      inverse_shape_ = divide(P(1.0), p[0]);
    }
    if constexpr (std::is_same_v<P, float>) {
      c_ = third_of_reciprocal_root(d_);
    } else {
      c_ = static_cast<P>(divide(W(1.0 / 3), square_root(d_)));
    }
    quick_ = static_cast<P>(multiply(d_, W(0.75)));
  }
  /// Where lanes of parameters make samples: no power of a uniform number is subnormal, and no scale extreme.
  TALI_FN static auto is_usual(const P (&p)[2]) requires(!std::is_floating_point_v<P>) {
    const auto shape = both(is_less(P(0.125), p[0]), is_less(p[0], P(0x1p900)));
    return both(shape, both(is_less(P(0x1p-60), p[1]), is_less(p[1], P(0x1p60))));
  }

  /// A lower bound on the probability that an attempt is accepted.
  [[nodiscard]] TALI_HOST_FN double acceptance() const { return 1 - 0.05 / (d_ + 1.0 / 3); }

  template <class U32>
  TALI_FN auto quick_attempt(const U32 (&w)[attempt_words]) const {
    const auto t = deviation(w);
    return attempted{value_at(t), is_quick(t, uniform(w))};
  }

  template <class U32>
  TALI_FN auto attempt(const U32 (&w)[attempt_words]) const {
    const auto t = deviation(w);
    auto accepted = is_quick(t, uniform(w));
    if (any(unset(accepted))) accepted = either(accepted, is_below(t, w));
    return attempted{value_at(t), accepted};
  }

  /// Sets the address of the float quantile's rows, for kernels that keep these in shared memory.
  TALI_FN void read_rows_from(const quantile_rows& rows) requires is_float { rows_ = rows; }

  [[nodiscard]] TALI_FN bool needs_last_step() const { return any(boosted_) || extreme_; }
  /// Whether the last step uses its words, which is the case if the shape is below 1.
  [[nodiscard]] TALI_FN bool has_power() const { return boosted_; }
  /// The final value of an accepted x for a shape of at least 1: x or, if the scale is extreme, x times the
  /// power of two that was taken out of the scale.
  template <class F>
  TALI_FN F scaled(const F& x) const {
    return extreme_ ? multiply(multiply(x, F(power_)), F(rest_of_power_)) : x;
  }
  /// scaled(x) for a shape of at least 1, otherwise x u^(1 / shape), computed with exp(log(u) / shape). A
  /// relative error e of the logarithm changes the distribution function by at most e |u log u| < 0.4 e,
  /// however small the power is. So extended precision is not needed.
  template <class F, class U32>
  TALI_FN F last_step(const F& x, const U32 (&w)[last_step_words]) const {
    if constexpr (!is_single) {
      const F log_power = multiply(logarithm_of_normal_f64(unit_f64(w[0], w[1])), inverse_shape_);
      return select(boosted_, multiply(x, exponential_f64(log_power)), x);
    } else if (!boosted_) {
      return scaled(x);
    } else if constexpr (is_float) {
      return times_power(x, multiply(logarithm_of_normal_f32(unit_f32(w[0])), F(inverse_shape_)));
    } else {
      return times_power(x, multiply(logarithm_of_normal_f64(unit_f64(w[0], w[1])), F(inverse_shape_)));
    }
  }

 private:
  static constexpr bool is_single = std::is_floating_point_v<P>;
  static constexpr double largest = static_cast<double>(std::numeric_limits<T>::max());

  /// (1 / 3) / sqrt(d), rounded to double twice and then to float. On a GPU, where these take longer than an
  /// attempt, from an approximation: unless a float's rounding boundary is near, both round to the same
  /// float.
  TALI_FN static float third_of_reciprocal_root(double d) {
#if defined(TALI_GPU_CODE)
    const double r = gpu::approximate_reciprocal_root(d), e = fma(multiply(d, r), -r, 1.0);
    const double c = multiply(fma(multiply(r, e), fma(e, 0.375, 0.5), r), 1.0 / 3);
    constexpr std::uint32_t below_float = 0x1fffffffu, boundary = 0x10000000u,
                            near = 64;  // errors: at most 4
    if ((static_cast<std::uint32_t>(bits_of(c)) & below_float) - (boundary - near) > 2 * near)
      return static_cast<float>(c);
#endif
    return static_cast<float>(divide(1.0 / 3, square_root(d)));
  }

  TALI_FN void scale_by(double shape, double scale) {
    extreme_ = scale > 0 && (scale < 0x1p-60 || scale > 0x1p60 || multiply(d_, scale) > largest / 16);
    const double scaled = multiply(d_, extreme_ ? take_power_of_two_out(scale) : scale);
    scaled_d_ = static_cast<T>(scaled);
    if (large_) rest_of_d_ = static_cast<T>(add(scaled, -static_cast<double>(scaled_d_)));
    if (!boosted_) return;
    // Limited to finite values, because the logarithm that it is multiplied by may be 0.
    const double inverse = divide(1.0, shape);
    inverse_shape_ = static_cast<T>(largest < inverse ? largest : inverse);
    // The logarithms of the smallest uniform numbers, 2^-33 and 2^-53, are above -24 and -46.
    plain_power_ = !extreme_ && multiply(inverse, is_float ? 24.0 : 46.0) < (is_float ? 87.0 : 708.0);
  }

  /// Sets power_ and rest_of_power_ to powers of two, and returns the remaining scale, between 1/4 and 1/2.
  TALI_FN double take_power_of_two_out(double scale) {
    const bool is_small = scale < 0x1p-1000;  // perhaps subnormal
    const std::uint64_t bits = bits_of(is_small ? multiply(scale, 0x1p100) : scale);
    const int k = static_cast<int>(bits >> 52) - 1021 - (is_small ? 100 : 0), half = k / 2;
    power_ = power_of_two(half);
    rest_of_power_ = power_of_two(k - half);
    return as_double((bits & 0x000fffffffffffffu) | 0x3fd0000000000000u);
  }
  TALI_FN static T power_of_two(int k) {
    return static_cast<T>(as_double(static_cast<std::uint64_t>(1023 + k) << 52));
  }

  /// x exp(log_power); if the result is subnormal, only the last product rounds. Halving the logarithm and
  /// the scale's power of two keeps the intermediate results within the range.
  template <class F>
  TALI_FN F times_power(const F& x, const F& log_power) const {
    if (plain_power_) return multiply(x, exponential_as<T, true>(log_power));
    if (extreme_) {
      const F half = exponential_as<T>(multiply(log_power, F(T(0.5))));
      return multiply(multiply(x, multiply(half, F(power_))), multiply(half, F(rest_of_power_)));
    }
    const auto is_low = is_less(log_power, F(is_float ? T(-87) : T(-708)));
    if (!any(is_low)) return multiply(x, exponential_as<T>(log_power));
    // Takes 2^-64 or 2^-128 out of a power that would be subnormal.
    const F lift(static_cast<T>(is_float ? 0x1.62e43p+5 : 0x1.62e42fefa39efp+6));
    const F raised = exponential_as<T>(select(is_low, add(log_power, lift), log_power));
    return multiply(multiply(x, raised), select(is_low, F(is_float ? T(0x1p-64) : T(0x1p-128)), F(T(1))));
  }

  /// t = c x
  template <class U32>
  TALI_FN auto deviation(const U32 (&w)[attempt_words]) const {
    if constexpr (is_float) {
      const auto x = normal_quantile_f32(w[0], rows_);
      return multiply(x, decltype(multiply(x, x))(c_));
    } else {
      const auto x = normal_quantile_f64(join(w[0], w[1]));
      return multiply(x, decltype(multiply(x, x))(c_));
    }
  }

  template <class U32>
  TALI_FN static auto uniform(const U32 (&w)[attempt_words]) {
    if constexpr (is_float) {
      return unit_f32(w[1]);
    } else {
      return unit_f64(w[2], w[3]);
    }
  }

  /// For a large shape all values are close to d, and rounding 1 + t would leave gaps between them.
  template <class F>
  TALI_FN F value_at(const F& t) const {
    const F s = add(t, F(T(1))), d(scaled_d_);
    if constexpr (is_single) {
      if (!large_) return multiply(multiply(multiply(s, s), s), d);
      return far_value(t, d);
    } else {
      return select(is_less(P(16.0), d_), far_value(t, d), multiply(multiply(multiply(s, s), s), d));
    }
  }
  template <class F>
  TALI_FN F far_value(const F& t, const F& d) const {
    return beside(multiply(t, fma(t, add(t, F(T(3))), F(T(3)))), d);
  }

  /// d + part * d. The sum includes the rounding error of a float d, which would otherwise shift all values
  /// by up to 3e-8 * sqrt(d) standard deviations.
  template <class F>
  TALI_FN F beside(const F& part, const F& d) const {
    if constexpr (is_float) {
      return add(fma(part, d, F(rest_of_d_)), d);
    } else {
      return fma(part, d, d);
    }
  }

  /// (3/4) d t^4 < (1 - |t|) (1 - u), which implies exp(g) > u.
  template <class F>
  TALI_FN auto is_quick(const F& t, const F& u) const {
    const F one(T(1)), minus(T(-1)), square = multiply(t, t);
    const F room = multiply(fma(absolute(t), minus, one), fma(u, minus, one));
    return is_less(multiply(multiply(square, square), F(quick_)), room);
  }

  /// log u < g, in float if that decides it, otherwise in double.
  template <class F, class U32>
  TALI_FN auto is_below(const F& t, const U32 (&w)[attempt_words]) const {
    if constexpr (is_float) {
      const F minus(-1.0f), three_d = F(static_cast<float>(multiply(d_, 3.0)));
      const F log_u = logarithm_f32(uniform(w)), log_v = logarithm_1p_f32(t), square = multiply(t, t);
      const F bend = fma(square, fma(t, F(-1.0f / 3), F(0.5f)), multiply(t, minus));
      const F above = fma(three_d, add(log_v, bend), multiply(log_u, minus));
      // 2^-20 times the sum of the terms' magnitudes: several times the rounding error.
      const F size = fma(three_d, add(absolute(log_v), fma(square, add(absolute(t), F(1.0f)), absolute(t))),
                         fma(log_u, minus, F(2.0f)));
      const F margin = multiply(size, F(0x1p-20f));
      const auto yes = is_less(margin, above),
                 no = either(unset(is_less(minus, t)), is_less(above, multiply(margin, minus))),
                 open = unset(either(yes, no));
      if (!any(open)) return yes;
      return either(yes, both(open, mask_for<T>(is_below_wide(to_double(t), unit_f64(w[1])))));
    } else {
      return is_below_wide(t, unit_f64(w[2], w[3]));
    }
  }
  template <class F>
  TALI_FN auto is_below_wide(const F& t, const F& u) const {
    const F square = multiply(t, t);
    const F rest = add(logarithm_1p_f64(t), fma(square, F(0.5), multiply(t, F(-1.0))));
    const F g = multiply(F(d_), fma(rest, F(3.0), multiply(multiply(square, t), F(-1.0))));
    return both(is_less(F(-1.0), t), is_less(logarithm_f64(u), g));
  }

  W d_;
  P c_, quick_, scaled_d_;
  P inverse_shape_ = P(T(1));
  T rest_of_d_ = 0;  ///< the rounding error of scaled_d_
  /// The power of two taken out of an extreme scale, in two factors. scaled_d_ includes the remaining scale.
  T power_ = 1, rest_of_power_ = 1;
  decltype(is_less(std::declval<P>(), std::declval<P>())) boosted_;
  bool large_ = false, extreme_ = false;
  bool plain_power_ = true;  ///< no power of a uniform number is subnormal, and the scale is not extreme
  quantile_rows rows_;
};

}  // namespace detail

/// Gamma numbers: density x^(shape - 1) e^(-x / scale) / (Gamma(shape) scale^shape), mean shape * scale.
template <class T, class P = T>
class gamma : public detail::by_rejection<gamma<T, P>, T, P, 2>, public detail::gamma_attempts<T, P> {
 public:
  static constexpr const char* name = "gamma";
  static constexpr const char* summary = "gamma numbers of a shape and a scale";
  static constexpr std::uint32_t tag = tag_of(name, type_name<T>());
  static constexpr parameter_info parameter_list[] = {detail::positive("shape", 1),
                                                      detail::positive("scale", 1)};

  /// @throws argument_error unless shape and scale are finite and above 0
  TALI_FN explicit gamma(T shape = 1, T scale = 1)
      : gamma(detail::unchecked, detail::checked<gamma>({shape, scale})) {}
  TALI_FN gamma(detail::unchecked_t, const P (&p)[2])
      : detail::by_rejection<gamma<T, P>, T, P, 2>(p), detail::gamma_attempts<T, P>(p) {}
};

}  // namespace tali
