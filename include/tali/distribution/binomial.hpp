// SPDX-License-Identifier: Apache-2.0
// binomial: inversion for variances up to 4096, transformed rejection above.
//
// Source of the latter: W. Hoermann, "The generation of binomial random variates", Journal of Statistical
// Computation and Simulation 46, 1993, algorithm BTRS.
#pragma once

#include <tali/arguments.hpp>
#include <tali/detail/standard.hpp>
#include <tali/distribution/parameters.hpp>
#include <tali/distribution/stirling.hpp>
#include <tali/distribution/transformed_rejection.hpp>
#include <tali/math/arithmetic.hpp>
#include <tali/math/discrete_inversion.hpp>
#include <tali/math/elementary.hpp>
#include <tali/rejection/attempts.hpp>

namespace tali {

/// Successes in n trials of probability p each. Types: u32 for n up to 2^32 - 2, i64 up to 2^50.
template <class T>
class binomial {
 public:
  using result_type = T;
  using parameter = double;
  static constexpr bool is_long = sizeof(T) == 8;
  static constexpr double most_trials = is_long ? 0x1p50 : 0xfffffffep0;

  static constexpr const char* name = "binomial";
  static constexpr const char* summary = "successes in n trials of probability p";
  static constexpr parameter_names parameters{"n", "p"};
  static constexpr parameter_info parameter_list[] = {
      {"n", is_long ? "a whole number from 0 to 2^50" : "a whole number from 0 to 2^32 - 2", 1},
      {"p", "a probability from 0 to 1", 0.5}};
  static constexpr bool rejection = true;
  static constexpr std::uint32_t tag = tag_of(is_long ? "binomial i64" : "binomial u32");
  static constexpr int words = 1, attempt_words = 4;
  static constexpr double largest_inverted = 4096;  ///< variance

  /// @throws argument_error unless n is whole and in range and 0 <= p <= 1
  TALI_FN binomial(double n, double p) : binomial(unchecked, {n, p}) { check_parameters<binomial>({n, p}); }
  TALI_FN binomial(unchecked_t, const double (&p)[2]) : n_{p[0]}, turned_{p[1] > 0.5} {
    // The rarer outcome is counted.
    p_ = turned_ ? add(1.0, -p[1]) : p[1];
    q_ = add(1.0, -p_);
    odds_ = divide(p_, q_);
    mode_ = floor_f64(multiply(add(n_, 1.0), p_));
    if (mode_ > n_) mode_ = n_;
    const double log_mode = log_probability(mode_);
    if (by_inversion()) {
      mode_probability_ = exponential_f64(log_mode);
    } else {
      reach_ = transformed_rejection::for_binomial(n_, p_, log_mode);
    }
  }

  TALI_HOST_FN static binomial make(const arguments& given) { return make_distribution<binomial>(given); }
  TALI_FN static int bad_parameter(const double (&p)[2]) {
    const bool counts = p[0] >= 0 && p[0] <= most_trials && is_whole_f64(p[0]);
    return !counts ? 0 : p[1] >= 0 && p[1] <= 1 ? -1 : 1;
  }
  [[nodiscard]] TALI_HOST_FN double acceptance() const { return 0.86; }

  [[nodiscard]] TALI_FN bool by_inversion() const {
    return multiply(multiply(n_, p_), q_) <= largest_inverted;
  }

  class law_type {
   public:
    TALI_FN explicit law_type(const binomial& d) : d_{d} {}
    TALI_FN double mode() const { return d_.mode_; }
    TALI_FN double mode_probability() const { return d_.mode_probability_; }
    TALI_FN double lowest() const { return 0; }
    TALI_FN double highest() const { return d_.p_ == 0 ? 0.0 : d_.n_; }
    TALI_FN double rise(double k) const { return multiply(divide(add(d_.n_, -k), add(k, 1.0)), d_.odds_); }
    TALI_FN double fall(double k) const { return divide(k, multiply(add(add(d_.n_, -k), 1.0), d_.odds_)); }

   private:
    const binomial& d_;
  };
  [[nodiscard]] TALI_FN law_type law() const { return law_type(*this); }
  [[nodiscard]] TALI_FN double invert(std::uint32_t high, std::uint32_t low) const {
    return of_counted(tali::invert(law(), high, low));
  }

  template <class U32>
  TALI_FN auto quick_attempt(const U32 (&w)[attempt_words]) const {
    const auto t = reach_.propose(w);
    return attempted{of_counted(t.k), reach_.is_quick(t)};
  }
  template <class U32>
  TALI_FN auto attempt(const U32 (&w)[attempt_words]) const {
    const auto t = reach_.propose(w);
    using F = std::remove_const_t<decltype(t.k)>;
    const auto there = both(reach_.is_in_reach(t), is_less(t.k, F(n_)));
    const auto full = both(there, is_less(reach_.log_height(t), log_interior(t.k)));
    return attempted{of_counted(t.k), either(reach_.is_quick(t), full)};
  }

  /// From the outcome that is counted to successes.
  template <class F>
  TALI_FN F of_counted(const F& k) const {
    return turned_ ? add(F(n_), multiply(k, F(-1.0))) : k;
  }

  TALI_FN static T result(double k) { return static_cast<T>(k); }
  TALI_FN static T failed() { return static_cast<T>(-1); }

  TALI_FN friend bool operator==(const binomial&, const binomial&) = default;

 private:
  /// log P(k) for 0 < k < n.
  template <class F>
  TALI_FN F log_interior(const F& k) const {
    const F n(n_), rest = add(n, multiply(k, F(-1.0)));
    const F spread = logarithm_f64(divide(multiply(multiply(k, F(6.283185307179586)), rest), n));
    const F errors =
        add(F(stirling_error(n_)), multiply(add(stirling_error(k), stirling_error(rest)), F(-1.0)));
    const F apart = add(deviance(k, F(multiply(n_, p_))), deviance(rest, F(multiply(n_, q_))));
    return add(errors, multiply(fma(spread, F(0.5), apart), F(-1.0)));
  }
  TALI_FN double log_probability(double k) const {
    if (k <= 0) return n_ == 0 ? 0.0 : multiply(n_, logarithm_1p_f64(-p_));
    if (k >= n_) return multiply(n_, logarithm_f64(p_));
    return log_interior(k);
  }

  double n_, p_, q_, odds_;
  double mode_, mode_probability_ = 1;
  transformed_rejection reach_ = {};
  bool turned_;
};

}  // namespace tali
