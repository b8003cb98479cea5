// SPDX-License-Identifier: Apache-2.0
// binomial: inversion for variances up to 4096, transformed rejection above that.
//
// Source of the latter: W. Hoermann, "The generation of binomial random variates", Journal of Statistical
// Computation and Simulation 46, 1993, algorithm BTRS.
#pragma once

#include <tali/detail/standard.hpp>
#include <tali/distribution/inverted_or_sampled.hpp>
#include <tali/distribution/stirling.hpp>
#include <tali/distribution/transformed_rejection.hpp>
#include <tali/math/arithmetic.hpp>
#include <tali/math/elementary.hpp>

namespace tali {

namespace detail {

/// The probabilities of the rarer outcome's count in n trials; P is double, or SIMD lanes of doubles.
template <class P>
class binomial_law {
 public:
  /// @param given  n, and the probability of a success
  TALI_FN explicit binomial_law(const P (&given)[2])
      : n_(given[0]),
        turned_(is_less(P(0.5), given[1])),
        p_(select(turned_, add(P(1.0), -given[1]), given[1])) {
    const P one(1.0);
    q_ = add(one, -p_);
    odds_ = divide(p_, q_);
    const P mode = floor_f64(multiply(add(n_, one), p_));
    mode_ = select(is_less(n_, mode), n_, mode);
    const auto none = is_less(mode_, one), all = unset(is_less(mode_, n_)), at_end = either(none, all);
    const P two(2.0), half(0.5), n = select(at_end, two, n_), p = select(at_end, half, p_),
                                 q = select(at_end, half, q_);
    const P inside =
        log_probability(select(at_end, one, mode_), n, stirling_error(n), multiply(n, p), multiply(n, q));
    const P of_all = multiply(n_, logarithm_f64(select(all, p_, one)));
    const P of_none = multiply(n_, logarithm_1p_f64(-p_));
    mode_probability_ = exponential_f64(select(none, of_none, select(all, of_all, inside)));
  }

  /// Where the distribution is inverted; false for invalid parameters.
  TALI_FN static auto by_inversion(const P (&given)[2]) {
    const P rest = add(P(1.0), -given[1]), variance = multiply(multiply(given[0], given[1]), rest);
    const auto valid = both(both(unset(is_less(given[0], P(0.0))), unset(is_less(given[1], P(0.0)))),
                            unset(is_less(rest, P(0.0))));
    return both(valid, is_less(variance, P(4000.0)));
  }
  [[nodiscard]] TALI_FN P mode() const { return mode_; }
  [[nodiscard]] TALI_FN P mode_probability() const { return mode_probability_; }
  [[nodiscard]] TALI_FN static P lowest() { return P(0.0); }
  [[nodiscard]] TALI_FN P highest() const { return select(is_less(P(0.0), p_), n_, P(0.0)); }
  [[nodiscard]] TALI_FN P rise(const P& k) const { return rise(k, n_, odds_); }
  [[nodiscard]] TALI_FN P fall(const P& k) const { return fall(k, n_, odds_); }
  /// The number of successes.
  [[nodiscard]] TALI_FN P of_counted(const P& k) const { return select(turned_, add(n_, -k), k); }

  TALI_FN static P rise(const P& k, const P& n, const P& odds) {
    return multiply(divide(add(n, -k), add(k, P(1.0))), odds);
  }
  TALI_FN static P fall(const P& k, const P& n, const P& odds) {
    return divide(k, multiply(add(add(n, -k), P(1.0)), odds));
  }
  /// log P(k) for 0 < k < n.
  /// @param error       stirling_error(n)
  /// @param mean,other  expected numbers of the two outcomes
  TALI_FN static P log_probability(const P& k, const P& n, const P& error, const P& mean, const P& other) {
    const P minus(-1.0), rest = add(n, multiply(k, minus));
    const P spread = logarithm_f64(divide(multiply(multiply(k, P(6.283185307179586)), rest), n));
    const P errors = add(error, multiply(add(stirling_error(k), stirling_error(rest)), minus));
    const P apart = add(deviance(k, mean), deviance(rest, other));
    return add(errors, multiply(fma(spread, P(0.5), apart), minus));
  }

 private:
  P n_;
  decltype(is_less(std::declval<P>(), std::declval<P>())) turned_;
  P p_, q_, odds_, mode_, mode_probability_;
};

}  // namespace detail

/// Number of successes in n trials with probability p each. Types: u32 for n up to 2^32 - 2, i64 up to 2^50.
template <class T>
class binomial : public detail::inverted_or_sampled<binomial<T>, T, 2, detail::transformed_rejection> {
  using base = detail::inverted_or_sampled<binomial<T>, T, 2, detail::transformed_rejection>;

 public:
  using base::is_long;
  static constexpr double max_trials = is_long ? 0x1p50 : 0xfffffffep0;

  static constexpr const char* name = "binomial";
  static constexpr const char* summary = "successes in n trials of probability p";
  static constexpr std::uint32_t tag = tag_of(name, type_name<T>());
  static constexpr parameter_info parameter_list[] = {
      {"n", is_long ? "a whole number from 0 to 2^50" : "a whole number from 0 to 2^32 - 2", 1},
      {"p", "a probability from 0 to 1", 0.5}};

  /// @throws argument_error unless n is an integer in range and 0 <= p <= 1
  TALI_FN binomial(double n, double p) : binomial(detail::unchecked, detail::checked<binomial>({n, p})) {}
  TALI_FN binomial(detail::unchecked_t, const double (&p)[2]) : base(p), n_{p[0]}, turned_{p[1] > 0.5} {
    // The rarer outcome is counted.
    p_ = turned_ ? add(1.0, -p[1]) : p[1];
    q_ = add(1.0, -p_);
    odds_ = divide(p_, q_);
    mode_ = math::floor_f64(multiply(add(n_, 1.0), p_));
    if (mode_ > n_) mode_ = n_;
    const double log_mode = log_of_any(mode_);
    if (by_inversion()) {
      mode_probability_ = math::exponential_f64(log_mode);
    } else {
      reach_ = detail::transformed_rejection::for_binomial(n_, p_, log_mode);
    }
  }

  TALI_FN static int bad_parameter(const double (&p)[2]) {
    const bool counts = p[0] >= 0 && p[0] <= max_trials && math::is_whole_f64(p[0]);
    return !counts ? 0 : p[1] >= 0 && p[1] <= 1 ? -1 : 1;
  }
  /// The distribution for inversion, of parameters in lanes too.
  template <class P>
  using law_of = detail::binomial_law<P>;

  [[nodiscard]] TALI_HOST_FN double acceptance() const { return 0.86; }

  [[nodiscard]] TALI_FN bool by_inversion() const {
    return multiply(multiply(n_, p_), q_) <= base::largest_inverted;
  }

  [[nodiscard]] TALI_FN double highest() const { return p_ == 0 ? 0.0 : n_; }
  [[nodiscard]] TALI_FN double rise(double k) const {
    return detail::binomial_law<double>::rise(k, n_, odds_);
  }
  [[nodiscard]] TALI_FN double fall(double k) const {
    return detail::binomial_law<double>::fall(k, n_, odds_);
  }
  template <class Trial>
  TALI_FN auto is_possible(const Trial& t) const {
    return both(reach_.is_in_reach(t), is_less(t.k, decltype(t.k)(n_)));
  }

  /// Converts the count of the rarer outcome to the number of successes.
  template <class F>
  TALI_FN F of_counted(const F& k) const {
    return turned_ ? add(F(n_), multiply(k, F(-1.0))) : k;
  }

  /// log P(k) for 0 < k < n.
  template <class F>
  TALI_FN F log_probability(const F& k) const {
    return detail::binomial_law<F>::log_probability(k, F(n_), F(detail::stirling_error(n_)),
                                                    F(multiply(n_, p_)), F(multiply(n_, q_)));
  }

 private:
  using base::mode_;
  using base::mode_probability_;
  using base::reach_;

  TALI_FN double log_of_any(double k) const {
    if (k <= 0) return n_ == 0 ? 0.0 : multiply(n_, math::logarithm_1p_f64(-p_));
    if (k >= n_) return multiply(n_, math::logarithm_f64(p_));
    return log_probability(k);
  }

  double n_, p_, q_, odds_;
  bool turned_;
};

}  // namespace tali
