// SPDX-License-Identifier: Apache-2.0
// truncated normal: the normal quantile of a part of the unit interval, or rejection from a tangent
// exponential.
//
// Source of the latter: C. P. Robert, "Simulation of truncated normal variables", Statistics and Computing 5,
// 1995.
#pragma once

#include <tali/detail/standard.hpp>
#include <tali/distribution/base.hpp>
#include <tali/distribution/unit.hpp>
#include <tali/math/arithmetic.hpp>
#include <tali/math/elementary.hpp>
#include <tali/math/normal_quantile.hpp>
#include <tali/rejection/attempts.hpp>

namespace tali {

namespace detail {

/// The probability that a normal number is above x >= 0, within 7.5e-8: M. Abramowitz, I. A. Stegun,
/// "Handbook of Mathematical Functions", 26.2.17. Only for the range of proposals, not for values.
TALI_FN double rough_normal_tail(double x) {
  const double t = divide(1.0, fma(x, 0.2316419, 1.0));
  const double series = polynomial(t, 0.319381530, -0.356563782, 1.781477937, -1.821255978, 1.330274429);
  const double density = multiply(exponential_f64(multiply(multiply(x, x), -0.5)), 0.3989422804014327);
  return multiply(multiply(density, t), series);
}
TALI_FN double rough_normal_below(double x) {
  return x < 0 ? rough_normal_tail(-x) : add(1.0, -rough_normal_tail(x));
}

/// (x - y) / unit, also if the difference of finite x and y overflows.
TALI_FN double in_units(double x, double y, double unit) {
  const double difference = add(x, -y);
  if (is_finite(difference) || !is_finite(x) || !is_finite(y)) return divide(difference, unit);
  return multiply(divide(add(multiply(x, 0.5), multiply(y, -0.5)), unit), 2.0);
}

}  // namespace detail

/// Normal numbers of mean mu and standard deviation sigma, given that they lie between low and high; either
/// may be infinite. Bounds far out in a tail lose no accuracy: the number is then computed as its distance
/// from the bound.
///
/// In units of sigma from mu the bounds are a and b, w = b - a. If a normal number is between them with
/// probability 1/4 or more, the value is the quantile of a uniform number from a slightly larger range; all
/// except 1 in 10^5 are accepted. Otherwise, with a the bound nearer to mu and y the distance from it, the
/// density is proportional to exp(-a y - y^2 / 2). The exponential density of rate a + m is tangent to it at
/// y = m, so the acceptance is exp(-(y - m)^2 / 2). The best m is 2 / (a + sqrt(a^2 + 4)) (Robert) for large
/// w, and w / 2 for small w. In the worst case, a = 0.67 and w infinite, 84.6 % are accepted. At a rate of 0
/// the exponential becomes uniform.
///
/// A float's attempt takes two words, a double's four.
template <class T>
class truncated_normal : public detail::by_rejection<truncated_normal<T>, T, T, 4> {
  using base = detail::by_rejection<truncated_normal<T>, T, T, 4>;

 public:
  static constexpr bool is_float = std::is_same_v<T, float>;

  static constexpr const char* name = "truncated-normal";
  static constexpr const char* summary = "normal numbers between two bounds";
  static constexpr std::uint32_t tag = tag_of(name, type_name<T>());
  static constexpr parameter_info parameter_list[] = {
      detail::finite("mu", 0),
      detail::positive("sigma", 1),
      {"low", "a finite number or -infinity", -detail::unbounded},
      {"high", "a number above low, or infinity", detail::unbounded}};
  static constexpr int attempt_words = is_float ? 2 : 4;

  /// @throws argument_error unless mu is finite, sigma finite and above 0, and low < high
  TALI_FN truncated_normal(T mu, T sigma, T low, T high)
      : truncated_normal(detail::unchecked, detail::checked<truncated_normal>({mu, sigma, low, high})) {}
  TALI_FN truncated_normal(detail::unchecked_t, const T (&p)[4]) : base(p), low_{p[2]}, high_{p[3]} {
    const double mu = static_cast<double>(p[0]), sigma = static_cast<double>(p[1]);
    const double low = static_cast<double>(low_), high = static_cast<double>(high_);
    double a = detail::in_units(low, mu, sigma), b = detail::in_units(high, mu, sigma);
    const double below = detail::rough_normal_below(a), above = detail::rough_normal_below(-b);
    central_ = add(add(below, above), -0.75) <= 0;
    if (central_) {
      base_ = p[0];
      step_ = p[1];
      from_ = static_cast<T>(a);
      to_ = static_cast<T>(b);
      first_ = words_in(below);
      // All words from first_ on if high is infinite; otherwise one more word is skipped, which keeps the
      // formula short.
      const word last = words_in(above);
      left_out_ = first_ + last;
      if (left_out_ != 0) ++left_out_;
    } else {
      const bool turned = add(a, b) < 0;
      base_ = turned ? high_ : low_;
      step_ = turned ? -p[1] : p[1];
      if (turned) a = -b;
      set_tangent(a, detail::in_units(high, low, sigma));
    }
  }

  TALI_FN static int bad_parameter(const T (&p)[4]) {
    if (!detail::is_finite(p[0])) return 0;
    if (!detail::is_positive(p[1])) return 1;
    if (!(p[2] < infinity())) return 2;
    return p[2] < p[3] ? -1 : 3;
  }
  /// Sets the address of the float quantile's rows, in kernels that keep them in shared memory.
  TALI_FN void read_rows_from(const math::quantile_rows& rows) requires is_float { rows_ = rows; }

  /// A lower bound of the probability that an attempt is accepted.
  [[nodiscard]] TALI_HOST_FN double acceptance() const {
    if (central_) return 0.99998;
    const double a = static_cast<double>(from_);
    return a < 0.67 ? 0.846 : 1 - 0.5 / (2.7 + a * a);
  }

  /// For doubles: u < 1 + g <= exp(g) accepts most attempts.
  template <class U32>
  TALI_FN auto quick_attempt(const U32 (&w)[attempt_words]) const requires(!is_float) {
    if (central_) return central(w);
    const auto y = distance(w);
    using F = std::remove_const_t<decltype(y)>;
    return attempted{value_at(y), is_less(uniform(w), add(exponent(y), F(T(1))))};
  }

  template <class U32>
  TALI_FN auto attempt(const U32 (&w)[attempt_words]) const {
    if (central_) return central(w);
    const auto y = distance(w), g = exponent(y), u = uniform(w);
    if constexpr (is_float) {
      return attempted{value_at(y), is_less(u, math::exponential_f32(g))};
    } else {
      using F = std::remove_const_t<decltype(y)>;
      return attempted{value_at(y), either(is_less(u, add(g, F(1.0))), is_less(u, math::exponential_f64(g)))};
    }
  }

 private:
  using word = std::conditional_t<is_float, std::uint32_t, std::uint64_t>;

  TALI_FN static constexpr T infinity() {
    return is_float ? T(as_float(0x7f800000u)) : T(as_double(std::uint64_t{0x7ff} << 52));
  }

  /// Number of words whose uniform numbers are below p <= 3/4, with a margin for an error of 1e-6 in p.
  TALI_FN static word words_in(double p) {
    const double less = add(p, -1e-6);
    // 64-bit words count in multiples of 2^32, which is fine enough.
    const auto upper = static_cast<std::uint32_t>(less > 0 ? multiply(less, 0x1p32) : 0.0);
    return static_cast<word>(static_cast<word>(upper) << (is_float ? 0 : 32));
  }

  /// @param a  the bound nearer to mu; not above 0 if mu is inside
  /// @param w  distance of the bounds; may be infinite
  TALI_FN void set_tangent(double a, double w) {
    const double best = divide(2.0, add(a, square_root(fma(a, a, 4.0)))), half = multiply(w, 0.5);
    const double m = half < best ? half : best, rate = add(a, m), reach = multiply(rate, w);
    uniform_ = reach < 1e-9;
    from_ = static_cast<T>(a);
    tangent_ = static_cast<T>(uniform_ ? -a : m);
    top_ = static_cast<T>(uniform_ && a > 0 ? 0.0 : multiply(multiply(m, m), -0.5));
    scale_ = static_cast<T>(uniform_ ? w : divide(-1.0, rate));
    min_ = static_cast<T>(math::exponential_f64(-reach));
    range_ = static_cast<T>(-math::exponential_m1_f64(-reach));
  }

  template <class U32>
  TALI_FN auto central(const U32 (&w)[attempt_words]) const {
    if constexpr (is_float) {
      // w minus the upper half of w times left_out_.
      const auto wide = join(w[0], U32(0u));
      const U32 k = w[0] - narrow(multiply_low_words(wide, left_out_) >> 32) + U32(first_);
      return inside(math::normal_quantile_f32(k, rows_));
    } else {
      const auto all = join(w[0], w[1]);
      using U64 = std::remove_const_t<decltype(all)>;
      return inside(math::normal_quantile_f64(all - detail::multiply_high(all, left_out_) + U64(first_)));
    }
  }
  template <class F>
  TALI_FN auto inside(const F& z) const {
    return attempted{value_at(z), both(is_less(F(from_), z), is_less(z, F(to_)))};
  }

  template <class U32>
  TALI_FN static auto uniform(const U32 (&w)[attempt_words]) {
    if constexpr (is_float) {
      return unit_f32(w[1]);
    } else {
      return unit_f64(w[2], w[3]);
    }
  }

  /// y of the proposal.
  template <class U32>
  TALI_FN auto distance(const U32 (&w)[attempt_words]) const {
    if constexpr (is_float) {
      return distance_of(unit_f32(w[0]), unit_f32(w[0] ^ U32(0xffffffffu)));
    } else {
      const U32 all(0xffffffffu);
      return distance_of(unit_f64(w[0], w[1]), unit_f64(w[0] ^ all, w[1] ^ all));
    }
  }
  /// -log(1 - u (1 - e^-reach)) / rate, with all digits for u close to 0 and to 1; rest is 1 - u.
  template <class F>
  TALI_FN F distance_of(const F& u, const F& rest) const {
    if (uniform_) return multiply(u, F(scale_));
    const F x = fma(rest, F(range_), F(min_));
    // For x near 1, x = 1 + excess, and the excess is more accurate than x.
    const F excess = multiply(u, F(-range_));
    const auto near_one = is_less(F(T(0.75)), x);
    if constexpr (is_float) {
      detail::binary_split<F> split = detail::split_about_one_f32(x);
      split.excess = select(near_one, excess, split.excess);
      return multiply(detail::logarithm_of_split_f32(split), F(scale_));
    } else {
      detail::binary_split<F> split = detail::split_about_one_f64(x);
      split.excess = select(near_one, excess, split.excess);
      return multiply(detail::logarithm_of_split_f64(split), F(scale_));
    }
  }

  /// The logarithm of the probability that y is accepted: y (m - y / 2) minus its maximum.
  template <class F>
  TALI_FN F exponent(const F& y) const {
    return fma(y, fma(y, F(T(-0.5)), F(tangent_)), F(top_));
  }

  template <class F>
  TALI_FN F value_at(const F& y) const {
    const F x = fma(y, F(step_), F(base_));
    const F up = select(is_less(x, F(low_)), F(low_), x);
    return select(is_less(F(high_), up), F(high_), up);
  }

  T low_, high_, base_, step_;
  T from_ = 0, to_ = 0;  // a and b; with a tangent, only a
  T tangent_ = 0, top_ = 0, scale_ = 0, min_ = 0, range_ = 0;
  word first_ = 0, left_out_ = 0;
  bool central_, uniform_ = false;
  math::quantile_rows rows_;
};

}  // namespace tali
