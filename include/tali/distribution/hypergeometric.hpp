// SPDX-License-Identifier: Apache-2.0
// hypergeometric: inversion for variances up to 4096, above rejection from the hat of a log-concave
// distribution.
#pragma once

#include <tali/arguments.hpp>
#include <tali/detail/standard.hpp>
#include <tali/distribution/log_concave_rejection.hpp>
#include <tali/distribution/parameters.hpp>
#include <tali/distribution/stirling.hpp>
#include <tali/math/arithmetic.hpp>
#include <tali/math/discrete_inversion.hpp>
#include <tali/math/elementary.hpp>
#include <tali/rejection/attempts.hpp>

namespace tali {

/// Good ones among `draws` things drawn without replacement from `good` good ones and `bad` others. Types:
/// u32 for good and bad up to 2^32 - 2, i64 up to 2^50.
///
/// log P is written by the four cells of the table, (k, good - k; draws - k, bad - draws + k), each with its
/// deviance from its mean and Stirling's error (stirling.hpp).
template <class T>
class hypergeometric {
 public:
  using result_type = T;
  using parameter = double;
  static constexpr bool is_long = sizeof(T) == 8;
  static constexpr double most = is_long ? 0x1p50 : 0xfffffffep0;

  static constexpr const char* name = "hypergeometric";
  static constexpr const char* summary = "good ones among things drawn without replacement";
  static constexpr parameter_names parameters{"good", "bad", "draws"};
  static constexpr parameter_info parameter_list[] = {
      {"good", is_long ? "a whole number from 0 to 2^50" : "a whole number from 0 to 2^32 - 2", 1},
      {"bad", is_long ? "a whole number from 0 to 2^50" : "a whole number from 0 to 2^32 - 2", 1},
      {"draws", "a whole number from 0 to the size of the population", 1}};
  static constexpr bool rejection = true;
  static constexpr std::uint32_t tag = tag_of(is_long ? "hypergeometric i64" : "hypergeometric u32");
  static constexpr int words = 1, attempt_words = 4;
  static constexpr double largest_inverted = 4096;  ///< variance

  /// @throws argument_error unless all are whole and in range
  TALI_FN hypergeometric(double good, double bad, double draws)
      : hypergeometric(unchecked, {good, bad, draws}) {
    check_parameters<hypergeometric>({good, bad, draws});
  }
  TALI_FN hypergeometric(unchecked_t, const double (&p)[3]) : good_{p[0]}, bad_{p[1]}, draws_{p[2]} {
    const double all = add(good_, bad_), left = add(all, -draws_);
    centre_ = divide(multiply(add(good_, 1.0), add(draws_, 1.0)), add(all, 2.0));
    mode_ = floor_f64(centre_);
    if (mode_ < lowest()) mode_ = lowest();
    if (mode_ > highest()) mode_ = highest();
    const double spread = multiply(multiply(good_, bad_), multiply(draws_, left));
    if (all > 1) variance_ = divide(spread, multiply(multiply(all, all), add(all, -1.0)));
    if (by_inversion()) {
      mode_probability_ = exponential_f64(log_probability_anywhere());
      return;
    }
    const double p_draw = divide(draws_, all), p_leave = divide(left, all);
    mean_[0] = multiply(good_, p_draw);
    mean_[1] = multiply(good_, p_leave);
    mean_[2] = multiply(bad_, p_draw);
    mean_[3] = multiply(bad_, p_leave);
    const double errors = add(add(stirling_error(good_), stirling_error(bad_)),
                              add(stirling_error(draws_), add(stirling_error(left), -stirling_error(all))));
    constant_ = fma(logarithm_f64(divide(spread, multiply(all, 6.283185307179586))), 0.5, errors);
    const double reach = floor_f64(square_root(multiply(variance_, 2.0)));
    reach_ = log_concave_rejection::of(hat_law{*this}, mode_, reach, reach);
  }

  TALI_HOST_FN static hypergeometric make(const arguments& given) {
    return make_distribution<hypergeometric>(given);
  }
  TALI_FN static int bad_parameter(const double (&p)[3]) {
    for (int i = 0; i < 3; ++i) {
      const double top = i < 2 ? most : p[0] + p[1];
      if (!(p[i] >= 0 && p[i] <= top && is_whole_f64(p[i]))) return i;
    }
    return -1;
  }
  [[nodiscard]] TALI_HOST_FN double acceptance() const { return by_inversion() ? 1.0 : reach_.acceptance(); }

  [[nodiscard]] TALI_FN bool by_inversion() const { return variance_ <= largest_inverted; }

  class law_type {
   public:
    TALI_FN explicit law_type(const hypergeometric& d) : d_{d} {}
    TALI_FN double mode() const { return d_.mode_; }
    TALI_FN double mode_probability() const { return d_.mode_probability_; }
    TALI_FN double lowest() const { return d_.lowest(); }
    TALI_FN double highest() const { return d_.highest(); }
    TALI_FN double rise(double k) const {
      return divide(multiply(add(d_.good_, -k), add(d_.draws_, -k)),
                    multiply(add(k, 1.0), add(d_.bad_left(k), 1.0)));
    }
    TALI_FN double fall(double k) const {
      return divide(multiply(k, d_.bad_left(k)),
                    multiply(add(add(d_.good_, -k), 1.0), add(add(d_.draws_, -k), 1.0)));
    }

   private:
    const hypergeometric& d_;
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
    const auto full = both(reach_.is_in_reach(t), is_less(reach_.log_height(t), log_interior(t.k)));
    return attempted{t.k, either(reach_.is_quick(t), full)};
  }

  TALI_FN static T result(double k) { return static_cast<T>(k); }
  TALI_FN static T failed() { return static_cast<T>(-1); }

  TALI_FN friend bool operator==(const hypergeometric&, const hypergeometric&) = default;

 private:
  /// bad - draws + k
  TALI_FN double bad_left(double k) const { return add(add(bad_, -draws_), k); }
  TALI_FN double lowest() const { return draws_ > bad_ ? add(draws_, -bad_) : 0.0; }
  TALI_FN double highest() const { return draws_ < good_ ? draws_ : good_; }

  /// log P(k) where no cell is 0. At variances above 4096 those that are lie 64 standard deviations out, and
  /// are left out.
  template <class F>
  TALI_FN F log_interior(const F& k) const {
    const F minus(-1.0);
    const F cell[4] = {k, fma(k, minus, F(good_)), fma(k, minus, F(draws_)), add(k, F(add(bad_, -draws_)))};
    F apart(0.0), errors(0.0);
    for (int i = 0; i < 4; ++i) {
      apart = add(apart, deviance(cell[i], F(mean_[i])));
      errors = add(errors, stirling_error(cell[i]));
    }
    const F product = multiply(multiply(cell[0], cell[1]), multiply(cell[2], cell[3]));
    return fma(add(fma(logarithm_f64(product), F(0.5), apart), errors), minus, F(constant_));
  }
  /// log P(mode), whatever the cells.
  TALI_FN double log_probability_anywhere() const {
    const double all = add(good_, bad_);
    if (all < 1) return 0;
    const double p = divide(draws_, all), q = divide(add(all, -draws_), all);
    const double parts = add(log_binomial_probability(mode_, good_, p, q),
                             log_binomial_probability(add(draws_, -mode_), bad_, p, q));
    return add(parts, -log_binomial_probability(draws_, all, p, q));
  }

  /// The distribution less the two outcomes at its ends, as its hat sees it. With c = (good + 1) (draws + 1)
  /// / (all + 2), P(k + 1) / P(k) = 1 - (all + 2) (k + 1 - c) / ((k + 1) (bad - draws + k + 1)).
  struct hat_law {
    const hypergeometric& d;
    TALI_FN double log_probability(double k) const { return d.log_interior(k); }
    TALI_FN double lowest() const { return add(d.lowest(), 1.0); }
    TALI_FN double highest() const { return add(d.highest(), -1.0); }
    TALI_FN double rise_loss(double k) const {
      const double next = add(k, 1.0);
      return divide(multiply(pairs(), add(next, -d.centre_)), multiply(next, add(d.bad_left(k), 1.0)));
    }
    TALI_FN double fall_loss(double k) const {
      const double good = add(add(d.good_, -k), 1.0), draws = add(add(d.draws_, -k), 1.0);
      return divide(multiply(pairs(), add(d.centre_, -k)), multiply(good, draws));
    }
    TALI_FN double pairs() const { return add(add(d.good_, d.bad_), 2.0); }
  };

  double good_, bad_, draws_;
  double centre_, mode_, mode_probability_ = 1, variance_ = 0;
  double mean_[4] = {}, constant_ = 0;
  log_concave_rejection reach_ = {};
};

}  // namespace tali
