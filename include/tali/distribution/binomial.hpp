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
  TALI_FN binomial(double n, double p) : binomial(unchecked, detail::checked<binomial>({n, p})) {}
  TALI_FN binomial(unchecked_t, const double (&p)[2]) : base(p), n_{p[0]}, turned_{p[1] > 0.5} {
    // The rarer outcome is counted.
    p_ = turned_ ? add(1.0, -p[1]) : p[1];
    q_ = add(1.0, -p_);
    odds_ = divide(p_, q_);
    mode_ = floor_f64(multiply(add(n_, 1.0), p_));
    if (mode_ > n_) mode_ = n_;
    const double log_mode = log_of_any(mode_);
    if (by_inversion()) {
      mode_probability_ = exponential_f64(log_mode);
    } else {
      reach_ = detail::transformed_rejection::for_binomial(n_, p_, log_mode);
    }
  }

  TALI_FN static int bad_parameter(const double (&p)[2]) {
    const bool counts = p[0] >= 0 && p[0] <= max_trials && is_whole_f64(p[0]);
    return !counts ? 0 : p[1] >= 0 && p[1] <= 1 ? -1 : 1;
  }
  [[nodiscard]] TALI_HOST_FN double acceptance() const { return 0.86; }

  [[nodiscard]] TALI_FN bool by_inversion() const {
    return multiply(multiply(n_, p_), q_) <= base::largest_inverted;
  }

  [[nodiscard]] TALI_FN double highest() const { return p_ == 0 ? 0.0 : n_; }
  [[nodiscard]] TALI_FN double rise(double k) const {
    return multiply(divide(add(n_, -k), add(k, 1.0)), odds_);
  }
  [[nodiscard]] TALI_FN double fall(double k) const {
    return divide(k, multiply(add(add(n_, -k), 1.0), odds_));
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
    const F n(n_), rest = add(n, multiply(k, F(-1.0)));
    const F spread = logarithm_f64(divide(multiply(multiply(k, F(6.283185307179586)), rest), n));
    const F errors = add(F(detail::stirling_error(n_)),
                         multiply(add(detail::stirling_error(k), detail::stirling_error(rest)), F(-1.0)));
    const F apart =
        add(detail::deviance(k, F(multiply(n_, p_))), detail::deviance(rest, F(multiply(n_, q_))));
    return add(errors, multiply(fma(spread, F(0.5), apart), F(-1.0)));
  }

 private:
  using base::mode_;
  using base::mode_probability_;
  using base::reach_;

  TALI_FN double log_of_any(double k) const {
    if (k <= 0) return n_ == 0 ? 0.0 : multiply(n_, logarithm_1p_f64(-p_));
    if (k >= n_) return multiply(n_, logarithm_f64(p_));
    return log_probability(k);
  }

  double n_, p_, q_, odds_;
  bool turned_;
};

}  // namespace tali
