// SPDX-License-Identifier: Apache-2.0
// hypergeometric: inversion for variances up to 4096, above that rejection from the hat of a log-concave
// distribution.
#pragma once

#include <tali/detail/standard.hpp>
#include <tali/distribution/inverted_or_sampled.hpp>
#include <tali/distribution/log_concave_rejection.hpp>
#include <tali/distribution/stirling.hpp>
#include <tali/math/arithmetic.hpp>
#include <tali/math/elementary.hpp>

namespace tali {

namespace detail {

/// The probabilities of a hypergeometric distribution for inversion; P is double, or SIMD lanes of doubles.
template <class P>
class hypergeometric_law {
 public:
  /// @param given  good, bad and draws
  TALI_FN explicit hypergeometric_law(const P (&given)[3])
      : good_(given[0]), bad_(given[1]), draws_(given[2]), bad_less_draws_(add(bad_, -draws_)) {
    const P all = add(good_, bad_), centre = centre_of(good_, draws_, all), least = lowest(),
            greatest = highest();
    const P mode = floor_f64(centre), raised = select(is_less(mode, least), least, mode);
    mode_ = select(is_less(greatest, raised), greatest, raised);
    const auto empty = is_less(all, P(1.0));
    const P inside = log_probability(mode_, good_, bad_, draws_, select(empty, P(1.0), all));
    mode_probability_ = exponential_f64(select(empty, P(0.0), inside));
  }

  /// Where the distribution is inverted; false for invalid parameters.
  TALI_FN static auto by_inversion(const P (&given)[3]) {
    const P all = add(given[0], given[1]), left = add(all, -given[2]), zero(0.0);
    const auto valid = both(both(unset(is_less(given[0], zero)), unset(is_less(given[1], zero))),
                            both(unset(is_less(given[2], zero)), unset(is_less(left, zero))));
    const P variance = variance_of(given[0], given[1], given[2], all, left);
    return both(valid, either(is_less(all, P(1.5)), is_less(variance, P(4000.0))));
  }
  [[nodiscard]] TALI_FN P mode() const { return mode_; }
  [[nodiscard]] TALI_FN P mode_probability() const { return mode_probability_; }
  [[nodiscard]] TALI_FN P lowest() const { return select(is_less(bad_, draws_), -bad_less_draws_, P(0.0)); }
  [[nodiscard]] TALI_FN P highest() const { return select(is_less(draws_, good_), draws_, good_); }
  [[nodiscard]] TALI_FN P rise(const P& k) const { return rise(k, good_, draws_, bad_less_draws_); }
  [[nodiscard]] TALI_FN P fall(const P& k) const { return fall(k, good_, draws_, bad_less_draws_); }
  TALI_FN static P of_counted(const P& k) { return k; }

  TALI_FN static P centre_of(const P& good, const P& draws, const P& all) {
    return divide(multiply(add(good, P(1.0)), add(draws, P(1.0))), add(all, P(2.0)));
  }
  TALI_FN static P variance_of(const P& good, const P& bad, const P& draws, const P& all, const P& left) {
    const P spread = multiply(multiply(good, bad), multiply(draws, left));
    return divide(spread, multiply(multiply(all, all), add(all, P(-1.0))));
  }
  /// @param bad_less_draws  bad - draws
  TALI_FN static P rise(const P& k, const P& good, const P& draws, const P& bad_less_draws) {
    const P next = add(k, P(1.0)), rest = add(add(bad_less_draws, k), P(1.0));
    return divide(multiply(add(good, -k), add(draws, -k)), multiply(next, rest));
  }
  TALI_FN static P fall(const P& k, const P& good, const P& draws, const P& bad_less_draws) {
    const P one(1.0);
    return divide(multiply(k, add(bad_less_draws, k)),
                  multiply(add(add(good, -k), one), add(add(draws, -k), one)));
  }
  /// log P(k), for any cells.
  TALI_FN static P log_probability(const P& k, const P& good, const P& bad, const P& draws, const P& all) {
    const P p = divide(draws, all), q = divide(add(all, -draws), all);
    const P parts =
        add(log_binomial_probability(k, good, p, q), log_binomial_probability(add(draws, -k), bad, p, q));
    return add(parts, -log_binomial_probability(draws, all, p, q));
  }

 private:
  P good_, bad_, draws_, bad_less_draws_, mode_, mode_probability_;
};

}  // namespace detail

/// Good ones among `draws` things drawn without replacement from `good` good ones and `bad` others. Types:
/// u32 for good and bad up to 2^32 - 2, i64 up to 2^50.
///
/// log P is a sum over the four cells of the table, (k, good - k; draws - k, bad - draws + k): each cell's
/// deviance from its mean, and Stirling's error (stirling.hpp).
template <class T>
class hypergeometric
    : public detail::inverted_or_sampled<hypergeometric<T>, T, 3, detail::log_concave_rejection> {
  using base = detail::inverted_or_sampled<hypergeometric<T>, T, 3, detail::log_concave_rejection>;

 public:
  using base::is_long;
  static constexpr double max_count = is_long ? 0x1p50 : 0xfffffffep0;

  static constexpr const char* name = "hypergeometric";
  static constexpr const char* summary = "good ones among things drawn without replacement";
  static constexpr std::uint32_t tag = tag_of(name, type_name<T>());
  static constexpr parameter_info parameter_list[] = {
      {"good", is_long ? "a whole number from 0 to 2^50" : "a whole number from 0 to 2^32 - 2", 1},
      {"bad", is_long ? "a whole number from 0 to 2^50" : "a whole number from 0 to 2^32 - 2", 1},
      {"draws", "a whole number from 0 to the size of the population", 1}};

  /// @throws argument_error unless all are whole and in range
  TALI_FN hypergeometric(double good, double bad, double draws)
      : hypergeometric(detail::unchecked, detail::checked<hypergeometric>({good, bad, draws})) {}
  TALI_FN hypergeometric(detail::unchecked_t, const double (&p)[3])
      : base(p), good_{p[0]}, bad_{p[1]}, draws_{p[2]} {
    const double all = add(good_, bad_), left = add(all, -draws_);
    centre_ = law_of<double>::centre_of(good_, draws_, all);
    mode_ = math::floor_f64(centre_);
    if (mode_ < lowest()) mode_ = lowest();
    if (mode_ > highest()) mode_ = highest();
    const double spread = multiply(multiply(good_, bad_), multiply(draws_, left));
    if (all > 1) variance_ = law_of<double>::variance_of(good_, bad_, draws_, all, left);
    if (by_inversion()) {
      mode_probability_ = math::exponential_f64(log_probability_anywhere());
      return;
    }
    const double p_draw = divide(draws_, all), p_leave = divide(left, all);
    mean_[0] = multiply(good_, p_draw);
    mean_[1] = multiply(good_, p_leave);
    mean_[2] = multiply(bad_, p_draw);
    mean_[3] = multiply(bad_, p_leave);
    const double errors = add(
        add(detail::stirling_error(good_), detail::stirling_error(bad_)),
        add(detail::stirling_error(draws_), add(detail::stirling_error(left), -detail::stirling_error(all))));
    constant_ = fma(math::logarithm_f64(divide(spread, multiply(all, 6.283185307179586))), 0.5, errors);
    const double reach = math::floor_f64(square_root(multiply(variance_, 2.0)));
    reach_ = detail::log_concave_rejection::of(hat_law{*this}, mode_, reach, reach);
  }

  /// The distribution for inversion, of parameters in lanes too.
  template <class P>
  using law_of = detail::hypergeometric_law<P>;

  TALI_FN static int bad_parameter(const double (&p)[3]) {
    for (int i = 0; i < 3; ++i) {
      const double top = i < 2 ? max_count : p[0] + p[1];
      if (!(p[i] >= 0 && p[i] <= top && math::is_whole_f64(p[i]))) return i;
    }
    return -1;
  }
  [[nodiscard]] TALI_HOST_FN double acceptance() const { return by_inversion() ? 1.0 : reach_.acceptance(); }

  [[nodiscard]] TALI_FN bool by_inversion() const { return variance_ <= base::largest_inverted; }

  [[nodiscard]] TALI_FN double lowest() const { return draws_ > bad_ ? add(draws_, -bad_) : 0.0; }
  [[nodiscard]] TALI_FN double highest() const { return draws_ < good_ ? draws_ : good_; }
  [[nodiscard]] TALI_FN double rise(double k) const {
    return law_of<double>::rise(k, good_, draws_, add(bad_, -draws_));
  }
  [[nodiscard]] TALI_FN double fall(double k) const {
    return law_of<double>::fall(k, good_, draws_, add(bad_, -draws_));
  }

  /// log P(k) if no cell is 0. At variances above 4096, outcomes with an empty cell are 64 standard
  /// deviations from the mean and are omitted.
  template <class F>
  TALI_FN F log_probability(const F& k) const {
    const F minus(-1.0);
    const F cell[4] = {k, fma(k, minus, F(good_)), fma(k, minus, F(draws_)), add(k, F(add(bad_, -draws_)))};
    F apart(0.0), errors(0.0);
    for (int i = 0; i < 4; ++i) {
      apart = add(apart, detail::deviance(cell[i], F(mean_[i])));
      errors = add(errors, detail::stirling_error(cell[i]));
    }
    const F product = multiply(multiply(cell[0], cell[1]), multiply(cell[2], cell[3]));
    return fma(add(fma(math::logarithm_f64(product), F(0.5), apart), errors), minus, F(constant_));
  }

 private:
  using base::mode_;
  using base::mode_probability_;
  using base::reach_;

  /// bad - draws + k
  TALI_FN double bad_left(double k) const { return add(add(bad_, -draws_), k); }
  /// log P(mode), for any cells.
  TALI_FN double log_probability_anywhere() const {
    const double all = add(good_, bad_);
    return all < 1 ? 0.0 : law_of<double>::log_probability(mode_, good_, bad_, draws_, all);
  }

  /// The distribution without its first and last outcome, for the hat. With c = (good + 1) (draws + 1) / (all
  /// + 2), P(k + 1) / P(k) = 1 - (all + 2) (k + 1 - c) / ((k + 1) (bad - draws + k + 1)).
  struct hat_law {
    const hypergeometric& d;
    TALI_FN double log_probability(double k) const { return d.log_probability(k); }
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
  double centre_, variance_ = 0;
  double mean_[4] = {}, constant_ = 0;
};

}  // namespace tali
