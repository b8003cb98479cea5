// SPDX-License-Identifier: Apache-2.0
// poisson: inversion for means up to 4096, transformed rejection above.
//
// Source of the latter: W. Hoermann, "The transformed rejection method for generating Poisson random
// variables", Insurance: Mathematics and Economics 12, 1993, algorithm PTRS.
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

/// Numbers of events, of a given mean. Types: u32 for means up to 2^31, i64 up to 2^50.
template <class T>
class poisson {
 public:
  using result_type = T;
  using parameter = double;
  static constexpr bool is_long = sizeof(T) == 8;

  static constexpr const char* name = "poisson";
  static constexpr const char* summary = "numbers of events of a given mean";
  static constexpr parameter_names parameters{"mean"};
  static constexpr parameter_info parameter_list[] = {
      {"mean", is_long ? "a number from 0 to 2^50" : "a number from 0 to 2^31", 1}};
  static constexpr bool rejection = true;
  static constexpr std::uint32_t tag = tag_of(is_long ? "poisson i64" : "poisson u32");
  static constexpr int words = 1, attempt_words = 4;
  static constexpr double largest_inverted = 4096;

  /// @throws argument_error unless 0 <= mean <= 2^31 (u32), 2^50 (i64)
  TALI_FN explicit poisson(double mean = 1) : poisson(unchecked, {mean}) {
    check_parameters<poisson>({mean});
  }
  TALI_FN poisson(unchecked_t, const double (&p)[1]) : mean_{p[0]} {
    if (by_inversion()) {
      mode_ = floor_f64(mean_);
      mode_probability_ =
          mode_ < 1 ? exponential_f64(multiply(mean_, -1.0)) : exponential_f64(log_probability(mode_));
    } else {
      reach_ = transformed_rejection::for_poisson(mean_);
    }
  }

  TALI_HOST_FN static poisson make(const arguments& given) { return make_distribution<poisson>(given); }
  TALI_FN static int bad_parameter(const double (&p)[1]) {
    return p[0] >= 0 && p[0] <= (is_long ? 0x1p50 : 0x1p31) ? -1 : 0;
  }
  [[nodiscard]] TALI_HOST_FN double acceptance() const { return 0.88; }

  [[nodiscard]] TALI_FN bool by_inversion() const { return mean_ <= largest_inverted; }

  class law_type {
   public:
    TALI_FN explicit law_type(const poisson& d) : d_{d} {}
    TALI_FN double mode() const { return d_.mode_; }
    TALI_FN double mode_probability() const { return d_.mode_probability_; }
    TALI_FN double lowest() const { return 0; }
    TALI_FN double highest() const { return d_.mean_ == 0 ? 0.0 : 0x1p52; }
    TALI_FN double rise(double k) const { return divide(d_.mean_, add(k, 1.0)); }
    TALI_FN double fall(double k) const { return divide(k, d_.mean_); }

   private:
    const poisson& d_;
  };
  [[nodiscard]] TALI_FN law_type law() const { return law_type(*this); }
  [[nodiscard]] TALI_FN double invert(std::uint32_t high, std::uint32_t low) const {
    return tali::invert(law(), high, low);
  }

  /// The value of the outcome that is inverted.
  template <class F>
  TALI_FN static F of_counted(const F& k) {
    return k;
  }

  template <class U32>
  TALI_FN auto quick_attempt(const U32 (&w)[attempt_words]) const {
    const auto t = reach_.propose(w);
    return attempted{t.k, reach_.is_quick(t)};
  }
  template <class U32>
  TALI_FN auto attempt(const U32 (&w)[attempt_words]) const {
    const auto t = reach_.propose(w);
    const auto full = both(reach_.is_in_reach(t), is_less(reach_.log_height(t), log_probability(t.k)));
    return attempted{t.k, either(reach_.is_quick(t), full)};
  }

  TALI_FN static T result(double k) { return static_cast<T>(k); }
  TALI_FN static T failed() { return static_cast<T>(-1); }

  TALI_FN friend bool operator==(const poisson&, const poisson&) = default;

 private:
  /// log P(k), k >= 1.
  template <class F>
  TALI_FN F log_probability(const F& k) const {
    const F rest = add(stirling_error(k), multiply(logarithm_f64(multiply(k, F(6.283185307179586))), F(0.5)));
    return multiply(add(deviance(k, F(mean_)), rest), F(-1.0));
  }

  double mean_;
  double mode_ = 0, mode_probability_ = 1;  // of inversion
  transformed_rejection reach_ = {};        // of the rest
};

}  // namespace tali
