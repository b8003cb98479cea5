// SPDX-License-Identifier: Apache-2.0
// beta, and the F distribution, which is a beta number's odds: rejection.
//
// Sources: R. C. H. Cheng, "Generating beta variates with nonintegral shape parameters", CACM 21(4), 1978,
// algorithms BB (both shapes above 1) and BC (else), from the log-logistic distribution. Both are one test
// with different constants, so they are one algorithm here. M. D. Johnk, "Erzeugung von betaverteilten und
// gammaverteilten Zufallszahlen", Metrika 8, 1964, of two powers of uniform numbers, where the shapes are so
// small that it accepts most.
#pragma once

#include <tali/arguments.hpp>
#include <tali/detail/standard.hpp>
#include <tali/distribution/log_of_words.hpp>
#include <tali/distribution/parameters.hpp>
#include <tali/distribution/unit.hpp>
#include <tali/math/arithmetic.hpp>
#include <tali/math/elementary.hpp>
#include <tali/rejection/attempts.hpp>

namespace tali {

namespace detail {

/// What beta and F share: attempts at the odds (a / b) e^V of two shapes a and b. Cheng: V = logit(u) /
/// lambda. Johnk: e^V = X / Y with X = u1^(1 / shape 1), Y = u2^(1 / shape 2), accepted if X + Y <= 1; a = b
/// = 1.
///
/// With t = e^-|V|, the odds are a : b t or a t : b, and neither end loses digits. X + Y is max(X, Y) (1 +
/// t), which does not underflow before both do.
template <class T>
class beta_odds {
 public:
  using parameter = T;
  static_assert(std::is_same_v<T, float> || std::is_same_v<T, double>);
  static constexpr bool is_float = std::is_same_v<T, float>;
  static constexpr int attempt_words = is_float ? 2 : 4;

  TALI_FN beta_odds(double first, double second) {
    const double less = first < second ? first : second, more = first < second ? second : first;
    of_powers_ = multiply(first, second) <= 0.4;
    if (of_powers_) {
      // Shapes so far below 1 that only 0 and 1 come, of which the ratio of the shapes decides.
      const double scale = more < least_shape ? lift : 1.0;
      steep_ = far_ = more > 256 || more < least_shape;
      first_is_a_ = true;
      sum_ = add(first, second);
      stretch_ = static_cast<T>(divide(1.0, multiply(first, scale)));
      stretch_of_b_ = static_cast<T>(divide(1.0, multiply(second, scale)));
      a_ = b_ = 1;
      part_of_a_ = part_of_b_ = 1;
      gamma_ = 0;
      share_of_a_ = share_of_b_ = 0;
      return;
    }
    const bool of_large = less > 1;
    if (of_large) {  // BB: a is the smaller shape
      // Shapes whose numbers are all the same: a sum that overflows is not needed.
      const double scale = less > 0x1p200 ? 0.25 : 1.0;
      first_is_a_ = !(second < first);
      a_ = multiply(less, scale);
      b_ = multiply(more, scale);
      sum_ = add(a_, b_);
      steep_ = sum_ > steep_sum;
      far_ = a_ > 0x1p50;
      // (sum - 2) / (2 a b - sum), in which a product of large shapes would overflow.
      const double twice = multiply(2.0, multiply(a_, b_));
      const double square =
          steep_ ? divide(add(1.0, divide(-2.0, sum_)), fma(multiply(2.0, a_), divide(b_, sum_), -1.0))
                 : divide(add(sum_, -2.0), add(twice, -sum_));
      const double reach = square_root(square);
      stretch_ = static_cast<T>(reach);
      inverse_reach_ = divide(1.0, reach);
      gamma_ = add(a_, inverse_reach_);
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
    // Parts of which the sum does not overflow.
    const double whole = a_ < b_ ? b_ : a_;
    const double scale = whole > multiply(largest, 0.25) ? 0.25 : 1.0;
    part_of_a_ = static_cast<T>(multiply(a_, scale));
    part_of_b_ = static_cast<T>(multiply(b_, scale));
  }

  /// A lower bound. Johnk's is Gamma(a + 1) Gamma(b + 1) / Gamma(a + b + 1), at least 0.704 where a b <= 0.4;
  /// Cheng's were measured over shapes 1e-3 ... 1e5.
  [[nodiscard]] TALI_HOST_FN double acceptance() const {
    if (of_powers_) return 0.7;
    return b_ < a_ || b_ <= 1 ? 0.25 : 0.6;
  }

  /// The two parts of a trial and whether it is accepted.
  template <class F, class Mask>
  struct trial {
    F of_a, of_b;
    Mask accepted;
  };

  /// Whether the quotient of the parts may be (a / b) e^V although that overflows; if so, the parts become
  /// those of e^V.
  TALI_FN bool take_shapes_out() {
    if (of_powers_ || !steep_) return false;
    part_of_a_ = part_of_b_ = 1;
    return true;
  }

  template <class U32>
  TALI_FN auto attempt(const U32 (&w)[attempt_words]) const {
    if (of_powers_) return of_powers(w);
    if constexpr (is_float) {
      // 1 - u of word k is u of word ~k.
      const auto log_u = logarithm_f32(unit_f32(w[0]));
      const auto v = logit(log_u, logarithm_f32(unit_f32(w[0] ^ U32(0xffffffffu))));
      const auto t = exponential_f32(negated(absolute(v)));
      const auto s = sure_by_floats(v, t, log_u, logarithm_f32(unit_f32(w[1])));
      if (!any(s.open)) return finished(v, t, s.yes);
      const auto below = steep_ ? is_below_steep(to_double(v), unit_f64(w[0]), unit_f64(w[1]))
                                : is_below(to_double(v), to_double(t), unit_f64(w[0]), unit_f64(w[1]));
      return finished(v, t, either(s.yes, both(s.open, mask_for<T>(below))));
    } else {
      const auto u = unit_f64(w[0], w[1]), u2 = unit_f64(w[2], w[3]);
      const U32 all(0xffffffffu);
      const auto log_u = logarithm_f64(u);
      const auto v = logit(log_u, logarithm_f64(unit_f64(w[0] ^ all, w[1] ^ all)));
      const auto t = exponential_f64(negated(absolute(v)));
      const auto s = sure_by_floats(round_to_float(v), round_to_float(t), round_to_float(log_u),
                                    logarithm_f32(round_to_float(u2)));
      const auto yes = mask_for<T>(s.yes);
      if (!any(s.open)) return finished(v, t, yes);
      const auto below = steep_ ? is_below_steep(v, u, u2) : is_below(v, t, u, u2);
      return finished(v, t, either(yes, both(mask_for<T>(s.open), below)));
    }
  }

  [[nodiscard]] TALI_FN bool first_is_a() const { return first_is_a_; }

  TALI_FN friend bool operator==(const beta_odds&, const beta_odds&) = default;

 private:
  static constexpr double largest = static_cast<double>(std::numeric_limits<T>::max());

  template <class F>
  TALI_FN static F negated(const F& x) {
    return multiply(x, F(T(-1)));
  }
  template <class F>
  TALI_FN F logit(const F& log_u, const F& log_rest) const {
    return multiply(add(log_u, negated(log_rest)), F(stretch_));
  }

  template <class F, class Mask>
  TALI_FN auto finished(const F& v, const F& t, const Mask& accepted) const {
    const auto up = is_less(F(T(0)), v);
    const F one(T(1));
    const F of_a = multiply(select(up, one, t), F(part_of_a_)),
            of_b = multiply(select(up, t, one), F(part_of_b_));
    return trial<F, Mask>{of_a, of_b, accepted};
  }

  template <class U32>
  TALI_FN auto of_powers(const U32 (&w)[attempt_words]) const {
    if constexpr (is_float) {
      const U32 first[] = {w[0]}, second[] = {w[1]};
      const auto x = log_of_words(first), y = log_of_words(second);
      using F = std::remove_const_t<decltype(x)>;
      const F log_x = multiply(x, F(stretch_)), log_y = multiply(y, F(stretch_of_b_));
      const F v = add(log_x, negated(log_y)), t = exponential_f32(negated(absolute(v)));
      const F log_larger = select(is_less(log_x, log_y), log_y, log_x);
      if (steep_) return finished(v, t, is_less(logarithm_1p_f32(t), negated(log_larger)));
      const F larger = exponential_f32(log_larger);
      return finished(v, t, is_less(fma(larger, t, larger), F(1.0f)));
    } else {
      const U32 first[] = {w[0], w[1]}, second[] = {w[2], w[3]};
      const auto x = log_of_words(first), y = log_of_words(second);
      using F = std::remove_const_t<decltype(x)>;
      const F log_x = multiply(x, F(stretch_)), log_y = multiply(y, F(stretch_of_b_));
      const F v = add(log_x, negated(log_y)), t = exponential_f64(negated(absolute(v)));
      const F log_larger = select(is_less(log_x, log_y), log_y, log_x);
      if (steep_) return finished(v, t, is_less(logarithm_1p_f64(t), negated(log_larger)));
      const F larger = exponential_f64(log_larger);
      return finished(v, t, is_less(fma(larger, t, larger), F(1.0)));
    }
  }

  template <class Mask>
  struct decision {
    Mask yes, open;
  };

  /// is_below() by floats: whether it surely is, and where that remains open, which is seldom.
  template <class F>
  TALI_FN auto sure_by_floats(const F& v, const F& t, const F& log_u1, const F& log_u2) const {
    const auto up = is_less(F(0.0f), v);
    const F sum(static_cast<float>(sum_)), a(static_cast<float>(share_of_a_)),
        b(static_cast<float>(share_of_b_));
    const F slope = select(up, F(static_cast<float>(add(gamma_, -sum_))), F(static_cast<float>(gamma_)));
    const F tilt = multiply(slope, v), bend = logarithm_f32(select(up, fma(b, t, a), fma(a, t, b)));
    const F left = fma(log_u1, F(2.0f), log_u2);
    const F minus_one(-1.0f);
    const F above =
        add(fma(sum, multiply(bend, minus_one), tilt), multiply(add(left, F(1.3862944f)), minus_one));
    // 2^-20 of all that was added, several times what rounding makes of it.
    const F size = add(fma(sum, add(absolute(bend), F(1.0f)), absolute(tilt)), fma(left, minus_one, F(2.0f)));
    const F margin = multiply(size, F(0x1p-20f));
    const auto yes = is_less(margin, above),
               open = unset(either(yes, is_less(above, multiply(margin, minus_one))));
    using Mask = std::remove_const_t<decltype(yes)>;
    return decision<Mask>{yes, open};
  }

  /// log(u1^2 u2) <= (a + b) log((a + b) / (b + a e^v)) + gamma v - log 4, with e^v taken out of the
  /// logarithm where v > 0. In double: the terms are of the size of the shapes, and all but cancel.
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

  /// The same without terms of the size of the shapes, which all but cancel where the shapes are large, and
  /// with the limits of what is left (far_). With p and q the shares of a and b,
  ///   BB: V / lambda + a V - (a + b) log(1 + p (e^V - 1)), without V's first power; V is small where far_.
  ///   BC: -(a + b) log(1 + q (e^-V - 1)), which comes to -b (e^-V - 1).
  template <class D>
  TALI_FN auto is_below_steep(const D& v, const D& u1, const D& u2) const {
    const D left = logarithm_f64(multiply(multiply(u1, u1), u2));
    const double p = divide(a_, sum_), q = divide(b_, sum_);
    D right(0.0);
    if (of_large_ && far_) {
      const D bend = fma(v, D(multiply(add(q, -p), 1.0 / 3)), D(1.0));
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

  /// Shapes' sum above which is_below() would lose digits; of floats earlier, since their t is rounded.
  static constexpr double steep_sum = is_float ? 0x1p16 : 0x1p20;
  static constexpr double least_shape = is_float ? 0x1p-90 : 0x1p-500, lift = is_float ? 0x1p30 : 0x1p100;

  double sum_, a_, b_, gamma_, inverse_reach_ = 0;
  T stretch_, stretch_of_b_ = 0;  ///< 1 / lambda; of powers, those of X and of Y
  T share_of_a_, share_of_b_, part_of_a_, part_of_b_;
  bool first_is_a_, of_powers_, of_large_ = false;
  bool steep_, far_;  ///< whether is_below_steep() decides, and by its limits
};

}  // namespace detail

/// Beta numbers of density proportional to x^(a - 1) (1 - x)^(b - 1). Mean a / (a + b). Shapes far below 1
/// give numbers that round to 0 and 1.
///
/// Numbers above 1/2 are 1 less the smaller part: the larger part's quotient would fall on every other of the
/// type's numbers next to 1 only.
template <class T>
class beta {
  using odds = detail::beta_odds<T>;

 public:
  using result_type = T;
  using parameter = T;
  static constexpr const char* name = "beta";
  static constexpr const char* summary = "beta numbers of two shapes";
  static constexpr const char* parameters = "a, b";
  static constexpr parameter_info parameter_list[] = {{"a", "a finite number above 0", 1},
                                                      {"b", "a finite number above 0", 1}};
  static constexpr bool rejection = true;
  static constexpr std::uint32_t tag = tag_of(odds::is_float ? "beta f32" : "beta f64");
  static constexpr int words = 1, attempt_words = odds::attempt_words;

  /// @throws argument_error unless a and b are finite and above 0
  TALI_FN explicit beta(T a = 1, T b = 1) : beta(unchecked, {a, b}) { check_parameters<beta>({a, b}); }
  TALI_FN beta(unchecked_t, const T (&p)[2]) : odds_{static_cast<double>(p[0]), static_cast<double>(p[1])} {}

  TALI_HOST_FN static beta make(const arguments& given) { return make_distribution<beta>(given); }
  TALI_FN static int bad_parameter(const T (&p)[2]) {
    return !is_positive(p[0]) ? 0 : !is_positive(p[1]) ? 1 : -1;
  }
  [[nodiscard]] TALI_HOST_FN double acceptance() const { return odds_.acceptance(); }

  template <class U32>
  TALI_FN auto attempt(const U32 (&w)[attempt_words]) const {
    const auto t = odds_.attempt(w);
    const auto mine = odds_.first_is_a() ? t.of_a : t.of_b;
    const auto rest = odds_.first_is_a() ? t.of_b : t.of_a;
    using F = std::remove_const_t<decltype(mine)>;
    const auto is_less_half = is_less(mine, rest);
    const F less = divide(select(is_less_half, mine, rest), add(mine, rest));
    return attempted{select(is_less_half, less, fma(less, F(T(-1)), F(T(1)))), t.accepted};
  }

  TALI_FN static T result(T x) { return x; }
  TALI_FN static T failed() { return not_a_number<T>(); }

  TALI_FN friend bool operator==(const beta&, const beta&) = default;

 private:
  odds odds_;
};

/// F numbers: (X / dfn) / (Y / dfd) of chi-squared numbers X and Y of dfn and dfd degrees of freedom.
template <class T>
class fisher_f {
  using odds = detail::beta_odds<T>;

 public:
  using result_type = T;
  using parameter = T;
  static constexpr const char* name = "f";
  static constexpr const char* summary = "F numbers, quotients of mean squares";
  static constexpr const char* parameters = "dfn, dfd";
  static constexpr parameter_info parameter_list[] = {{"dfn", "a finite number above 0", 1},
                                                      {"dfd", "a finite number above 0", 1}};
  static constexpr bool rejection = true;
  static constexpr std::uint32_t tag = tag_of(odds::is_float ? "f f32" : "f f64");
  static constexpr int words = 1, attempt_words = odds::attempt_words;

  /// @throws argument_error unless dfn and dfd are finite and above 0
  TALI_FN explicit fisher_f(T dfn = 1, T dfd = 1) : fisher_f(unchecked, {dfn, dfd}) {
    check_parameters<fisher_f>({dfn, dfd});
  }
  TALI_FN fisher_f(unchecked_t, const T (&p)[2])
      : odds_{half(p[0], p[1]), half(p[1], p[0])},
        ratio_{odds_.take_shapes_out() ? T(1)
                                       : ratio_of(static_cast<double>(p[1]), static_cast<double>(p[0]))} {}

  TALI_HOST_FN static fisher_f make(const arguments& given) { return make_distribution<fisher_f>(given); }
  TALI_FN static int bad_parameter(const T (&p)[2]) {
    return !is_positive(p[0]) ? 0 : !is_positive(p[1]) ? 1 : -1;
  }
  [[nodiscard]] TALI_HOST_FN double acceptance() const { return odds_.acceptance(); }

  template <class U32>
  TALI_FN auto attempt(const U32 (&w)[attempt_words]) const {
    const auto t = odds_.attempt(w);
    const auto x = odds_.first_is_a() ? divide(t.of_a, t.of_b) : divide(t.of_b, t.of_a);
    using F = std::remove_const_t<decltype(x)>;
    return attempted{multiply(x, F(ratio_)), t.accepted};
  }

  TALI_FN static T result(T x) { return x; }
  TALI_FN static T failed() { return not_a_number<T>(); }

  TALI_FN friend bool operator==(const fisher_f&, const fisher_f&) = default;

 private:
  /// x / 2. Of shapes that are both next to 0 the ratio alone counts, and a half could be 0.
  TALI_FN static double half(T x, T other) {
    const double wide = static_cast<double>(x), tiny = 0x1p-600;
    if (wide < tiny && static_cast<double>(other) < tiny) return wide;
    return wide < tiny ? tiny : multiply(wide, 0.5);
  }
  /// a / b, but never 0 or infinite, which odds that are the other would make no number of.
  TALI_FN static T ratio_of(double a, double b) {
    const double x = divide(a, b);
    return static_cast<T>(x < least ? least : most < x ? most : x);
  }

  static constexpr double least = static_cast<double>(std::numeric_limits<T>::min());
  static constexpr double most = static_cast<double>(std::numeric_limits<T>::max());

  odds odds_;
  T ratio_;
};

}  // namespace tali
