// SPDX-License-Identifier: Apache-2.0
// negative binomial: inversion for variances up to 4096, above that rejection, from the hat of a log-concave
// distribution if n >= 1, and from a power and an exponential function if n < 1.
//
// Sources of the rejection for n < 1: the hat is Ahrens and Dieter's for gamma numbers of shape below 1, a
// power and an exponential part (ACM TOMS 8(2), 1982). The seam is that of D. J. Best, "A note on gamma
// variate generators with shape parameter less than unity", Computing 30, 1983. The step to whole numbers is
// by D. Kershaw, "Some extensions of W. Gautschi's inequalities for the gamma function", Mathematics of
// Computation 41, 1983: Gamma(k + n) / k! < (k + n/2)^(n - 1).
#pragma once

#include <tali/detail/standard.hpp>
#include <tali/distribution/inverted_or_sampled.hpp>
#include <tali/distribution/log_concave_rejection.hpp>
#include <tali/distribution/stirling.hpp>
#include <tali/distribution/unit.hpp>
#include <tali/math/arithmetic.hpp>
#include <tali/math/elementary.hpp>
#include <tali/rejection/attempts.hpp>

namespace tali {

namespace detail {

/// Rejection for a shape n below 1, where the probabilities fall like k^(n - 1) q^k.
///
/// In units of P(0), outcome 0 has 1 and outcome 1 has n q. k >= 2 is the outcome for y in (k - 1 + n/2, k +
/// n/2]. The hat is y^(n - 1) / Gamma(n) up to the seam z = (0.07 + 0.75 sqrt(1 - n)) / p, and z^(n - 1) q^(y
/// - n/2) / Gamma(n) above it; the seam must be above 1 + n/2. At least 77 % are accepted, nearly all if n is
/// small or close to 1.
struct small_shape_rejection {
  double n, log_q;
  double one_begin, power_begin, tail_begin, total;  ///< sums of the hat; outcome 0 has the first part
  double growth, inverse_n, log_first;               ///< y = first (1 + growth u)^(1 / n) of the power part
  double seam, log_seam, inverse_log_q;

  TALI_FN static small_shape_rejection of(double n, double p) {
    small_shape_rejection r{};
    const double first = fma(n, 0.5, 1.0);
    r.n = n;
    r.log_q = logarithm_1p_f64(-p);
    r.inverse_log_q = divide(1.0, r.log_q);
    r.inverse_n = divide(1.0, n);
    r.log_first = logarithm_f64(first);
    r.seam = divide(fma(square_root(add(1.0, -n)), 0.75, 0.07), p);
    r.log_seam = logarithm_f64(r.seam);
    r.growth = exponential_m1_f64(multiply(n, add(r.log_seam, -r.log_first)));
    const double scale = exponential_f64(-log_gamma_f64(add(n, 1.0)));  // 1 / (n Gamma(n))
    const double power = multiply(exponential_f64(multiply(n, r.log_first)), multiply(r.growth, scale));
    const double decay = multiply(add(r.seam, multiply(n, -0.5)), r.log_q);
    const double height = exponential_f64(fma(add(n, -1.0), r.log_seam, decay));
    const double tail = multiply(multiply(n, scale), multiply(height, -r.inverse_log_q));
    r.one_begin = 1;
    r.power_begin = fma(n, add(1.0, -p), 1.0);
    r.tail_begin = add(r.power_begin, power);
    r.total = add(r.tail_begin, tail);
    return r;
  }

  /// The probability that an attempt is accepted.
  [[nodiscard]] TALI_HOST_FN double acceptance(double p) const {
    return exponential_f64(-n * logarithm_f64(p)) / total;
  }

  template <class U32>
  TALI_FN auto attempt(const U32 (&w)[4]) const {
    const auto u = unit_f64(w[0], w[1]);
    using F = std::remove_const_t<decltype(u)>;
    const F minus(-1.0), one(1.0), x = multiply(u, F(total));
    const auto is_zero = is_less(x, F(one_begin)), is_exact = is_less(x, F(power_begin)),
               is_power = is_less(x, F(tail_begin));
    // Within a part, the remainder of u is uniform again. Parts of width 0 are never selected.
    const F begin = select(is_power, F(power_begin), F(tail_begin)),
            end = select(is_power, F(tail_begin), F(total));
    const F share = divide(add(x, multiply(begin, minus)), add(end, multiply(begin, minus)));
    const F safe = select(is_exact, F(0.5), share);
    const F log_share = logarithm_1p_f64(select(is_power, multiply(safe, F(growth)), add(safe, minus)));
    const F log_height = select(is_power, fma(log_share, F(inverse_n), F(log_first)), F(log_seam));
    const F far = fma(log_share, F(inverse_log_q), F(seam));
    const F y = add(select(is_power, exponential_f64(log_height), far), F(n * -0.5));
    const F k = add(floor_f64(absolute(y)), one);
    // log(Gamma(k + n) / k!), and log of q^k divided by the hat's power of q.
    const F next = add(k, one), less(n - 1);
    const F ratio = fma(add(k, F(n - 0.5)), logarithm_1p_f64(divide(less, next)),
                        fma(less, logarithm_f64(next), multiply(less, minus)));
    const F log_gammas = add(ratio, add(binet_function(add(k, F(n))), multiply(stirling_error(next), minus)));
    const F decay = multiply(select(is_power, k, add(k, multiply(y, minus))), F(log_q));
    const F right = add(add(log_gammas, decay), multiply(less, multiply(log_height, minus)));
    const auto accepted = is_less(logarithm_f64(unit_f64(w[2], w[3])), right);
    return attempted{select(is_exact, select(is_zero, F(0.0), one), k), either(is_exact, accepted)};
  }
};

/// The probabilities of a negative binomial distribution for inversion; P is double, or SIMD lanes of
/// doubles.
template <class P>
class negative_binomial_law {
 public:
  /// @param given  n and p
  TALI_FN explicit negative_binomial_law(const P (&given)[2])
      : n_(given[0]), p_(given[1]), q_(add(P(1.0), -given[1])) {
    const P one(1.0), zero(0.0);
    const P mode = floor_f64(divide(multiply(add(n_, P(-1.0)), q_), p_));
    mode_ = select(is_less(one, n_), mode, zero);
    const auto positive = is_less(zero, mode_);
    const P inside = log_positive(select(positive, mode_, one), n_, p_, q_, constant_of(n_));
    mode_probability_ = exponential_f64(select(positive, inside, multiply(n_, logarithm_f64(p_))));
  }

  /// Where the distribution is inverted; false for invalid parameters.
  TALI_FN static auto by_inversion(const P (&given)[2]) {
    const P n = given[0], p = given[1], q = add(P(1.0), -p), variance = divide(divide(multiply(n, q), p), p);
    const auto valid = both(is_less(P(0.0), n), both(is_less(P(0x1p-12), p), unset(is_less(q, P(0.0)))));
    return both(valid, is_less(variance, P(4000.0)));
  }
  [[nodiscard]] TALI_FN P mode() const { return mode_; }
  [[nodiscard]] TALI_FN P mode_probability() const { return mode_probability_; }
  [[nodiscard]] TALI_FN static P lowest() { return P(0.0); }
  [[nodiscard]] TALI_FN P highest() const { return select(is_less(P(0.0), q_), P(0x1p52), P(0.0)); }
  [[nodiscard]] TALI_FN P rise(const P& k) const { return rise(k, n_, q_); }
  [[nodiscard]] TALI_FN P fall(const P& k) const { return fall(k, n_, q_); }
  TALI_FN static P of_counted(const P& k) { return k; }

  TALI_FN static P rise(const P& k, const P& n, const P& q) {
    return multiply(divide(add(n, k), add(k, P(1.0))), q);
  }
  TALI_FN static P fall(const P& k, const P& n, const P& q) {
    return divide(k, multiply(add(add(n, k), P(-1.0)), q));
  }
  /// The part of log P(k) that does not depend on k.
  TALI_FN static P constant_of(const P& n) {
    return fma(logarithm_f64(divide(n, P(6.283185307179586))), P(0.5), -binet_function(n));
  }
  /// log P(k) for k >= 1: n / (n + k) times the probability of n successes in n + k trials.
  TALI_FN static P log_positive(const P& k, const P& n, const P& p, const P& q, const P& constant) {
    const P trials = add(k, n), minus(-1.0);
    const P apart = add(deviance(n, multiply(trials, p)), deviance(k, multiply(trials, q)));
    const P errors = add(binet_function(trials), multiply(stirling_error(k), minus));
    const P spread = multiply(logarithm_f64(multiply(trials, k)), P(0.5));
    return add(add(errors, constant), multiply(add(apart, spread), minus));
  }

 private:
  P n_, p_, q_, mode_, mode_probability_;
};

}  // namespace detail

/// Failures before the n-th success of trials with success probability p; n need not be whole. P(k) is
/// Gamma(n + k) / (Gamma(n) k!) p^n (1 - p)^k, the mean n (1 - p) / p. (n + 10 sqrt(n) + 44) / p is limited
/// to 2^32 (u32), 2^50 (i64), so that a value beyond the type has a probability of about 1e-19.
template <class T>
class negative_binomial
    : public detail::inverted_or_sampled<negative_binomial<T>, T, 2, detail::log_concave_rejection> {
  using base = detail::inverted_or_sampled<negative_binomial<T>, T, 2, detail::log_concave_rejection>;

 public:
  using base::is_long;
  static constexpr double max_value = is_long ? 0x1p50 : 0x1p32;

  static constexpr const char* name = "negative-binomial";
  static constexpr const char* summary = "failures before the n-th success";
  static constexpr std::uint32_t tag = tag_of(name, type_name<T>());
  static constexpr parameter_info parameter_list[] = {
      {"n", is_long ? "a number above 0 and at most 2^49" : "a number above 0 and at most 2^31", 1},
      {"p",
       is_long ? "a probability above 0 with (n + 10 sqrt(n) + 44) / p at most 2^50"
               : "a probability above 0 with (n + 10 sqrt(n) + 44) / p at most 2^32",
       0.5}};

  /// @throws argument_error unless n > 0, 0 < p <= 1 and values stay in range
  TALI_FN negative_binomial(double n, double p)
      : negative_binomial(detail::unchecked, detail::checked<negative_binomial>({n, p})) {}
  TALI_FN negative_binomial(detail::unchecked_t, const double (&p)[2])
      : base(p), n_{p[0]}, p_{p[1]}, q_{add(1.0, -p[1])} {
    log_zero_ = multiply(n_, math::logarithm_f64(p_));
    variance_ = divide(divide(multiply(n_, q_), p_), p_);
    if (!by_inversion() && n_ < 1) {
      small_ = detail::small_shape_rejection::of(n_, p_);
      return;
    }
    if (n_ > 1) mode_ = math::floor_f64(divide(multiply(add(n_, -1.0), q_), p_));
    constant_ = law_of<double>::constant_of(n_);
    if (by_inversion()) {
      mode_probability_ = math::exponential_f64(mode_ > 0 ? log_positive(mode_) : log_zero_);
    } else {
      reach_ = detail::log_concave_rejection::of(hat_law{*this}, mode_, left_tangent(),
                                                 math::floor_f64(square_root(multiply(variance_, 2.0))));
    }
  }

  /// The distribution for inversion, of parameters in lanes too.
  template <class P>
  using law_of = detail::negative_binomial_law<P>;

  TALI_FN static int bad_parameter(const double (&p)[2]) {
    if (!(p[0] > 0 && p[0] <= max_value / 2)) return 0;
    const bool probability = p[1] > 0 && p[1] <= 1;
    return probability && add(fma(square_root(p[0]), 10.0, p[0]), 44.0) <= multiply(max_value, p[1]) ? -1 : 1;
  }
  [[nodiscard]] TALI_HOST_FN double acceptance() const {
    return by_inversion() ? 1.0 : n_ < 1 ? small_.acceptance(p_) : reach_.acceptance();
  }

  /// For n below 1 the tail is long: p below 2^-12, with about 10^5 outcomes, is sampled by rejection.
  [[nodiscard]] TALI_FN bool by_inversion() const {
    return variance_ <= base::largest_inverted && p_ >= 0x1p-12;
  }

  [[nodiscard]] TALI_FN double highest() const { return q_ == 0 ? 0.0 : 0x1p52; }
  [[nodiscard]] TALI_FN double rise(double k) const { return law_of<double>::rise(k, n_, q_); }
  [[nodiscard]] TALI_FN double fall(double k) const { return law_of<double>::fall(k, n_, q_); }

  template <class U32>
  TALI_FN auto quick_attempt(const U32 (&w)[4]) const {
    if (n_ < 1) return small_.attempt(w);
    return base::quick_attempt(w);
  }
  template <class U32>
  TALI_FN auto attempt(const U32 (&w)[4]) const {
    if (n_ < 1) return small_.attempt(w);
    return base::attempt(w);
  }
  template <class F>
  TALI_FN F log_probability(const F& k) const {
    return select(is_less(k, F(0.5)), F(log_zero_), log_positive(k));
  }

 private:
  using base::mode_;
  using base::mode_probability_;
  using base::reach_;

  template <class F>
  TALI_FN F log_positive(const F& k) const {
    return law_of<F>::log_positive(k, F(n_), F(p_), F(q_), F(constant_));
  }

  /// The distance below the mode at which P has fallen to about 1/e, estimated by the gamma distribution:
  /// minus the logarithm of the quotient of x and the mode is L with exp(-L) - 1 + L = s^2 / 2, s^2 = 2 /
  /// shape, so L = s + s^2 / 6 + ....
  TALI_FN double left_tangent() const {
    const double half = add(mode_, 0.5);
    const double shape =
        multiply(add(n_, -1.0), divide(multiply(mode_, mode_), multiply(half, add(add(n_, mode_), -0.5))));
    const double square = divide(2.0, shape);
    const double s = add(square_root(square), divide(square, 6.0));
    return math::floor_f64(multiply(mode_, -math::exponential_m1_f64(-s)));
  }

  /// The distribution, for the hat. P(k + 1) / P(k) = 1 - ((n + k) p - (n - 1)) / (k + 1).
  struct hat_law {
    const negative_binomial& d;
    TALI_FN double log_probability(double k) const { return k > 0 ? d.log_positive(k) : d.log_zero_; }
    TALI_FN double lowest() const { return 0; }
    TALI_FN double highest() const { return 0x1p52; }
    TALI_FN double rise_loss(double k) const {
      return divide(fma(add(d.n_, k), d.p_, add(1.0, -d.n_)), add(k, 1.0));
    }
    TALI_FN double fall_loss(double k) const {
      const double trials = add(add(d.n_, k), -1.0);
      return divide(fma(trials, -d.p_, add(d.n_, -1.0)), multiply(trials, d.q_));
    }
  };

  double n_, p_, q_;
  double log_zero_, variance_, constant_ = 0;
  detail::small_shape_rejection small_ = {};
};

}  // namespace tali
