// SPDX-License-Identifier: Apache-2.0
// The odds of two shapes by rejection; beta and F numbers are computed from them.
//
// Sources: R. C. H. Cheng, "Generating beta variates with nonintegral shape parameters", CACM 21(4), 1978,
// algorithms BB (both shapes above 1) and BC (otherwise), from the log-logistic distribution. Both are one
// test with different constants, so they are one algorithm here. M. D. Johnk, "Erzeugung von betaverteilten
// und gammaverteilten Zufallszahlen", Metrika 8, 1964, from two powers of uniform numbers; used for shapes so
// small that most attempts are accepted.
#pragma once

#include <tali/detail/standard.hpp>
#include <tali/distribution/log_of_words.hpp>
#include <tali/distribution/unit.hpp>
#include <tali/math/arithmetic.hpp>
#include <tali/math/elementary.hpp>
#include <tali/rejection/attempts.hpp>

namespace tali {

namespace detail {

/// Attempts at the odds (a / b) e^V of two shapes a and b, for beta and F. Cheng: V = logit(u) / lambda.
/// Johnk: e^V = X / Y with X = u1^(1 / shape 1), Y = u2^(1 / shape 2), accepted if X + Y <= 1; a = b = 1.
///
/// With t = e^-|V|, the odds are a : b t or a t : b, so neither end loses digits. X + Y is computed as max(X,
/// Y) (1 + t), which underflows only if both do.
///
/// P, the type of the shapes, is double, or SIMD lanes of doubles, for which is_usual() must hold.
template <class T, class P = double>
class beta_odds {
  static constexpr bool is_single = std::is_floating_point_v<P>;

 public:
  static_assert(std::is_same_v<T, float> || std::is_same_v<T, double>,
                "tali::beta_odds: its numbers are float or double");
  static constexpr bool is_float = std::is_same_v<T, float>;
  static constexpr int attempt_words = is_float ? 2 : 4;

  TALI_FN beta_odds(const P& first, const P& second) {
    if constexpr (is_single) {
      of_any_shapes(first, second);
    } else {
      of_large_ = true;
      first_is_a_ = unset(is_less(second, first));
      a_ = select(first_is_a_, first, second);
      b_ = select(first_is_a_, second, first);
      sum_ = add(a_, b_);
      set_reach(divide(add(sum_, P(-2.0)), add(multiply(P(2.0), multiply(a_, b_)), -sum_)));
      share_of_a_ = divide(a_, sum_);
      share_of_b_ = divide(b_, sum_);
      part_of_a_ = a_;
      part_of_b_ = b_;
    }
  }
  /// Where lanes of shapes make samples: both above 1, and not so large that digits are lost.
  TALI_FN static auto is_usual(const P& first, const P& second) requires(!is_single) {
    const auto large = both(is_less(P(1.0), first), is_less(P(1.0), second));
    return both(large, is_less(add(first, second), P(steep_sum)));
  }

  /// A lower bound of the acceptance. Johnk's is Gamma(a + 1) Gamma(b + 1) / Gamma(a + b + 1), at least 0.704
  /// for a b <= 0.4; Cheng's were measured over shapes 1e-3 ... 1e5.
  [[nodiscard]] TALI_HOST_FN double acceptance() const {
    if (of_powers_) return 0.7;
    return b_ < a_ || b_ <= 1 ? 0.25 : 0.6;
  }

  /// V, t = e^-|V|, and whether the attempt is accepted.
  template <class F, class Mask>
  struct trial {
    F v, t;
    Mask accepted;
  };

  /// Drops the factor a / b from the odds (a / b) e^V if the product may overflow. F numbers would divide by
  /// it again.
  /// @returns whether the factor was dropped
  TALI_FN bool take_shapes_out() {
    if (of_powers_ || !steep_) return false;
    part_of_a_ = part_of_b_ = 1;
    return true;
  }

  template <class U32>
  TALI_FN auto attempt(const U32 (&w)[attempt_words]) const {
    if (of_powers_) return of_powers(w);
    if constexpr (is_float) {
      // 1 - u of a word k is u of the word ~k.
      const auto log_u = logarithm_of_normal_f32(unit_f32(w[0]));
      const auto v = logit(log_u, logarithm_of_normal_f32(unit_f32(w[0] ^ U32(0xffffffffu))));
      const auto t = exponential_f32(negated(absolute(v)));
      const auto s = sure_by_floats(v, t, log_u, logarithm_of_normal_f32(unit_f32(w[1])));
      if (!any(s.open)) return made(v, t, s.yes);
      const auto below = steep_ ? is_below_steep(to_double(v), unit_f64(w[0]), unit_f64(w[1]))
                                : is_below(to_double(v), to_double(t), unit_f64(w[0]), unit_f64(w[1]));
      return made(v, t, either(s.yes, both(s.open, mask_for<T>(below))));
    } else {
      const auto u = unit_f64(w[0], w[1]), u2 = unit_f64(w[2], w[3]);
      const U32 all(0xffffffffu);
      const auto log_u = logarithm_of_normal_f64(u);
      const auto v = logit(log_u, logarithm_of_normal_f64(unit_f64(w[0] ^ all, w[1] ^ all)));
      const auto t = exponential_f64(negated(absolute(v)));
      const auto s = sure_by_floats(round_to_float(v), round_to_float(t), round_to_float(log_u),
                                    logarithm_of_normal_f32(round_to_float(u2)));
      const auto yes = mask_for<T>(s.yes);
      if (!any(s.open)) return made(v, t, yes);
      const auto below = steep_ ? is_below_steep(v, u, u2) : is_below(v, t, u, u2);
      return made(v, t, either(yes, both(mask_for<T>(s.open), below)));
    }
  }

  /// The first shape's share of the two parts, a beta number. Numbers above 1/2 are computed as 1 minus the
  /// smaller share: near 1 the larger share's quotient would reach only every second number of the type.
  template <class F, class Mask>
  TALI_FN auto share(const trial<F, Mask>& x) const {
    if constexpr (is_float) {
      if (is_narrow()) return round_to_float(share_of<double>(to_double(x.v), exact_t(x.v)));
    }
    return share_of<T>(x.v, x.t);
  }

  /// The first shape's part divided by the second's.
  template <class F, class Mask>
  TALI_FN auto quotient(const trial<F, Mask>& x) const {
    if constexpr (is_float) {
      if (is_narrow()) {
        const auto p = parts_of<double>(to_double(x.v), exact_t(x.v));
        return round_to_float(divide(p.first, p.second));
      }
    }
    const auto p = parts_of<T>(x.v, x.t);
    return divide(p.first, p.second);
  }

 private:
  static constexpr double largest = static_cast<double>(std::numeric_limits<T>::max());

  /// BB's constants, from lambda squared.
  TALI_FN void set_reach(const P& square) {
    const P reach = square_root(square);
    stretch_ = static_cast<value_of>(reach);
    inverse_reach_ = divide(P(1.0), reach);
    gamma_ = add(a_, inverse_reach_);
  }

  TALI_FN void of_any_shapes(double first, double second) {
    const double less = first < second ? first : second, more = first < second ? second : first;
    of_powers_ = multiply(first, second) <= 0.4;
    if (of_powers_) {
      // For shapes so far below 1 only 0 and 1 occur, and the ratio of the shapes decides between them.
      const double scale = more < min_shape ? lift : 1.0;
      steep_ = far_ = more > 256 || more < min_shape;
      first_is_a_ = true;
      sum_ = add(first, second);
      stretch_ = static_cast<T>(divide(1.0, multiply(first, scale)));
      stretch_of_b_ = static_cast<T>(divide(1.0, multiply(second, scale)));
      a_ = b_ = part_of_a_ = part_of_b_ = 1;
      gamma_ = share_of_a_ = share_of_b_ = 0;
      return;
    }
    const bool of_large = less > 1;
    if (of_large) {  // BB: a is the smaller shape
      // For such shapes all numbers are equal; scaled, their sum does not overflow.
      const double scale = less > 0x1p200 ? 0.25 : 1.0;
      first_is_a_ = !(second < first);
      a_ = multiply(less, scale);
      b_ = multiply(more, scale);
      sum_ = add(a_, b_);
      steep_ = sum_ > steep_sum;
      far_ = a_ > 0x1p50;
      // (sum - 2) / (2 a b - sum), without the product of large shapes, which would overflow.
      const double twice = multiply(2.0, multiply(a_, b_));
      const double square =
          steep_ ? divide(add(1.0, divide(-2.0, sum_)), fma(multiply(2.0, a_), divide(b_, sum_), -1.0))
                 : divide(add(sum_, -2.0), add(twice, -sum_));
      set_reach(square);
    } else {  // BC: a is the larger one
      first_is_a_ = !(first < second);
      a_ = more;
      b_ = less;
      sum_ = add(first, second);
      steep_ = sum_ > steep_sum;
      far_ = sum_ > 0x1p60;
      stretch_ = static_cast<T>(divide(1.0, b_));
      gamma_ = sum_;
    }
    of_large_ = of_large;
    share_of_a_ = static_cast<T>(divide(a_, sum_));
    share_of_b_ = static_cast<T>(divide(b_, sum_));
    // Scales the parts so that their sum does not overflow.
    const double whole = a_ < b_ ? b_ : a_;
    const double scale = whole > multiply(largest, 0.25) ? 0.25 : 1.0;
    part_of_a_ = static_cast<T>(multiply(a_, scale));
    part_of_b_ = static_cast<T>(multiply(b_, scale));
  }

  /// A shape's number rounded to a type.
  template <class E, class X>
  TALI_FN static auto in(const X& x) {
    if constexpr (std::is_floating_point_v<X>) {
      return static_cast<E>(x);
    } else if constexpr (sizeof(E) == 4) {
      return round_to_float(x);
    } else {
      return x;
    }
  }
  template <class F>
  TALI_FN static F negated(const F& x) {
    return multiply(x, F(T(-1)));
  }
  /// Whether the distribution covers so few floats that rounding t and the quotient would show. V itself is
  /// exact enough: it is small then, or the numbers are spread widely.
  [[nodiscard]] TALI_FN bool is_narrow() const { return steep_ && !of_powers_; }

  template <class F>
  TALI_FN static auto exact_t(const F& v) {
    return exponential_f64(multiply(to_double(absolute(v)), to_double(F(-1.0f))));
  }

  /// The parts of the two shapes.
  template <class F>
  struct parts {
    F first, second;
  };

  /// @tparam E  a single number's type: T or double
  template <class E, class F>
  TALI_FN parts<F> parts_of(const F& v, const F& t) const {
    const auto up = is_less(F(E(0)), v);
    const F one(E(1));
    const F of_a = multiply(select(up, one, t), F(in<E>(part_of_a_))),
            of_b = multiply(select(up, t, one), F(in<E>(part_of_b_)));
    if constexpr (is_single) {
      return first_is_a_ ? parts<F>{of_a, of_b} : parts<F>{of_b, of_a};
    } else {
      return {select(first_is_a_, of_a, of_b), select(first_is_a_, of_b, of_a)};
    }
  }
  template <class E, class F>
  TALI_FN F share_of(const F& v, const F& t) const {
    const parts<F> p = parts_of<E>(v, t);
    const auto is_less_half = is_less(p.first, p.second);
    const F less = divide(select(is_less_half, p.first, p.second), add(p.first, p.second));
    return select(is_less_half, less, fma(less, F(E(-1)), F(E(1))));
  }

  template <class F, class Mask>
  TALI_FN static trial<F, Mask> made(const F& v, const F& t, const Mask& accepted) {
    return {v, t, accepted};
  }

  template <class F>
  TALI_FN F logit(const F& log_u, const F& log_rest) const {
    return multiply(add(log_u, negated(log_rest)), F(stretch_));
  }

  template <class U32>
  TALI_FN auto of_powers(const U32 (&w)[attempt_words]) const {
    constexpr int half = attempt_words / 2;
    U32 x[half], y[half];
    for (int i = 0; i < half; ++i) {
      x[i] = w[i];
      y[i] = w[half + i];
    }
    return of_logarithms(log_of_words(x), log_of_words(y));
  }
  template <class F>
  TALI_FN auto of_logarithms(const F& x, const F& y) const {
    const F log_x = multiply(x, F(stretch_)), log_y = multiply(y, F(stretch_of_b_));
    const F v = add(log_x, negated(log_y)), t = exponential_as<T>(negated(absolute(v)));
    const F log_larger = select(is_less(log_x, log_y), log_y, log_x);
    if (steep_) {
      if constexpr (is_float) {
        return made(v, t, is_less(logarithm_1p_f32(t), negated(log_larger)));
      } else {
        return made(v, t, is_less(logarithm_1p_f64(t), negated(log_larger)));
      }
    }
    const F larger = exponential_as<T>(log_larger);
    return made(v, t, is_less(fma(larger, t, larger), F(T(1))));
  }

  template <class Mask>
  struct decision {
    Mask yes, open;
  };

  /// is_below() in float arithmetic: where it surely holds, and where it remains undecided, which is rare.
  template <class F>
  TALI_FN auto sure_by_floats(const F& v, const F& t, const F& log_u1, const F& log_u2) const {
    const auto up = is_less(F(0.0f), v);
    const F sum(in<float>(sum_)), a(in<float>(share_of_a_)), b(in<float>(share_of_b_));
    const F slope = select(up, F(in<float>(add(gamma_, -sum_))), F(in<float>(gamma_)));
    const F tilt = multiply(slope, v), bend = logarithm_f32(select(up, fma(b, t, a), fma(a, t, b)));
    const F left = fma(log_u1, F(2.0f), log_u2);
    const F minus_one(-1.0f);
    const F above =
        add(fma(sum, multiply(bend, minus_one), tilt), multiply(add(left, F(1.3862944f)), minus_one));
    // 2^-20 of the magnitudes added: several times the rounding error.
    const F size = add(fma(sum, add(absolute(bend), F(1.0f)), absolute(tilt)), fma(left, minus_one, F(2.0f)));
    const F margin = multiply(size, F(0x1p-20f));
    const auto yes = is_less(margin, above),
               open = unset(either(yes, is_less(above, multiply(margin, minus_one))));
    using Mask = std::remove_const_t<decltype(yes)>;
    return decision<Mask>{yes, open};
  }

  /// log(u1^2 u2) <= (a + b) log((a + b) / (b + a e^v)) + gamma v - log 4, with e^v taken out of the
  /// logarithm if v > 0. In double: the terms are as large as the shapes and nearly cancel.
  template <class D>
  TALI_FN auto is_below(const D& v, const D& t, const D& u1, const D& u2) const {
    const auto up = is_less(D(0.0), v);
    const D a(a_), b(b_), sum(sum_);
    const D denominator = select(up, fma(b, t, a), fma(a, t, b));
    const D slope = select(up, D(add(gamma_, -sum_)), D(gamma_));
    const D right = fma(slope, v, multiply(sum, logarithm_f64(divide(sum, denominator))));
    const D left = logarithm_f64(multiply(multiply(u1, u1), u2));
    return is_less(add(left, D(1.3862943611198906)), right);
  }

  /// The same for large shapes, without terms as large as the shapes, which would nearly cancel; with far_,
  /// by the limits of the remaining terms. With p and q the shares of a and b,
  ///   BB: V / lambda + a V - (a + b) log(1 + p (e^V - 1)), without V's first power; V is small where far_.
  ///   BC: -(a + b) log(1 + q (e^-V - 1)), which approaches -b (e^-V - 1).
  template <class D>
  TALI_FN auto is_below_steep(const D& v, const D& u1, const D& u2) const {
    const D left = logarithm_f64(multiply(multiply(u1, u1), u2));
    const P p = divide(a_, sum_), q = divide(b_, sum_);
    D right(0.0);
    if (of_large_ && far_) {
      const D bend = fma(v, D(multiply(add(q, -p), P(1.0 / 3))), D(1.0));
      const D tilt = multiply(v, D(inverse_reach_)), wide = multiply(v, D(square_root(multiply(a_, q))));
      right = fma(multiply(multiply(wide, wide), D(-0.5)), bend, tilt);
    } else if (of_large_) {
      const D log = logarithm_1p_f64(multiply(exponential_m1_f64(v), D(p)));
      right = fma(v, D(inverse_reach_), fma(v, D(a_), multiply(log, D(-sum_))));
    } else {
      const D growth = exponential_m1_f64(multiply(v, D(-1.0)));
      right = far_ ? multiply(growth, D(-b_)) : multiply(logarithm_1p_f64(multiply(growth, D(q))), D(-sum_));
    }
    return is_less(add(left, D(1.3862943611198906)), right);
  }

  /// Sum of the shapes above which is_below() would lose digits; lower for float, because t is rounded.
  static constexpr double steep_sum = is_float ? 0x1p16 : 0x1p20;
  static constexpr double min_shape = is_float ? 0x1p-90 : 0x1p-500, lift = is_float ? 0x1p30 : 0x1p100;

  using value_of = std::conditional_t<is_single, T, P>;
  using mask_of = decltype(is_less(std::declval<P>(), std::declval<P>()));

  P sum_, a_, b_, gamma_, inverse_reach_ = P(0.0);
  value_of stretch_;
  T stretch_of_b_ = 0;  ///< 1 / lambda; with powers, the exponents of X and Y
  value_of share_of_a_, share_of_b_, part_of_a_, part_of_b_;
  mask_of first_is_a_;
  bool of_powers_ = false, of_large_ = false;
  bool steep_ = false, far_ = false;  ///< whether is_below_steep() decides, and whether by its limits
};

}  // namespace detail

}  // namespace tali
