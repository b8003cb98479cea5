// SPDX-License-Identifier: Apache-2.0
// poisson: inversion for means up to 4096, transformed rejection above that.
//
// Source of the rejection method: W. Hoermann, "The transformed rejection method for generating Poisson
// random variables", Insurance: Mathematics and Economics 12, 1993, algorithm PTRS.
#pragma once

#include <tali/detail/standard.hpp>
#include <tali/distribution/inverted_or_sampled.hpp>
#include <tali/distribution/stirling.hpp>
#include <tali/distribution/transformed_rejection.hpp>
#include <tali/math/arithmetic.hpp>
#include <tali/math/elementary.hpp>

namespace tali {

namespace detail {

/// Poisson numbers whose outcome a few bits decide, for GPU kernels with a mean per sample, where the sums in
/// double take several times as long as a whole sample should.
///
/// Inversion of discrete_inversion.hpp in float. A sum differs from that in double by less than a margin, so
/// an outcome is certain if no sum is within the margin of the uniform number; the number is known up to
/// 2^-16.
class poisson_in_float {
 public:
  /// @param mean  0 ... 4096
  TALI_FN explicit poisson_in_float(double mean) : mean_(static_cast<float>(mean)) {
    const double mode = floor_f64(mean);
    mode_ = static_cast<float>(mode);
    if (mean_ < 16.0f) {
      p_ = math::exponential_f32(-mean_);
      for (float k = 1.0f; k <= mode_; k = add(k, 1.0f)) p_ = multiply(p_, ratio(k));
      return;
    }
    // Stirling's formula; the deviance is mean (x^2 / 2 + x^3 / 6 + ...).
    const float rest = static_cast<float>(add(mean, -mode)), inverse = math::reciprocal_of_normal(mode_);
    const float x = multiply(rest, math::reciprocal_of_normal(mean_));
    const float series = fma(x, fma(x, fma(x, 1.0f / 20, 1.0f / 12), 1.0f / 6), 0.5f);
    const float error = fma(multiply(inverse, inverse), 1.0f / 288, fma(inverse, -1.0f / 12, 1.0f));
    const float height =
        multiply(error, math::reciprocal_of_normal(square_root(multiply(mode_, 6.2831853f))));
    p_ = multiply(height, math::exponential_f32(-multiply(multiply(rest, x), series)));
  }

  /// The outcome of the numbers half 2^-16 ... (half + 1) 2^-16, if they have one and it is certain.
  TALI_FN bool find(std::uint32_t half, float& outcome) const {
    const float low = static_cast<float>(half) * 0x1p-16f, high = low + 0x1p-16f;
    const float inverse = mode_ == 0.0f ? 0.0f : math::reciprocal_of_normal(mean_);
    // Rounding errors: of the mode's probability, and two ratios and two sums for each step.
    constexpr float of_mode = 5e-6f, of_step = 5e-7f, least = 1e-5f;
    float margin = of_mode, up = mode_, down = mode_, p_up = p_, p_down = p_, sum = p_;
    while (true) {
      outcome = down;
      if (add(high, margin) <= sum) return true;
      if (low < add(sum, margin) || (p_up < least && (p_down < least || down == 0.0f))) return false;
      up = add(up, 1.0f);
      p_up = multiply(p_up, ratio(up));
      sum = add(sum, p_up);
      outcome = up;
      if (add(high, margin) <= sum) return true;
      if (low < add(sum, margin)) return false;
      p_down = multiply(p_down, multiply(down, inverse));
      down = add(down, -1.0f);
      sum = add(sum, p_down);
      margin = add(margin, of_step);
    }
  }

 private:
  /// P(k) / P(k - 1)
  TALI_FN float ratio(float k) const { return multiply(mean_, math::reciprocal_of_normal(k)); }

  float mean_, mode_, p_;
};

/// The probabilities of a Poisson distribution for inversion; P is double, or SIMD lanes of doubles.
template <class P>
struct poisson_law {
  P mean, mode_, mode_probability_;

  TALI_FN explicit poisson_law(const P (&p)[1]) : mean(p[0]), mode_(floor_f64(mean)) {
    const auto at_zero = is_less(mode_, P(1.0));
    const P not_zero = log_probability(select(at_zero, P(1.0), mode_), select(at_zero, P(1.0), mean));
    mode_probability_ = exponential_f64(select(at_zero, -mean, not_zero));
  }

  [[nodiscard]] TALI_FN P mode() const { return mode_; }
  [[nodiscard]] TALI_FN P mode_probability() const { return mode_probability_; }
  [[nodiscard]] TALI_FN static P lowest() { return P(0.0); }
  [[nodiscard]] TALI_FN P highest() const { return select(is_less(P(0.0), mean), P(0x1p52), P(0.0)); }
  [[nodiscard]] TALI_FN P rise(const P& k) const { return divide(mean, add(k, P(1.0))); }
  [[nodiscard]] TALI_FN P fall(const P& k) const { return divide(k, mean); }

  TALI_FN static P of_counted(const P& k) { return k; }
  /// Where a mean is inverted; false for invalid ones.
  TALI_FN static auto by_inversion(const P (&p)[1]) {
    return both(unset(is_less(p[0], P(0.0))), unset(is_less(P(4096.0), p[0])));
  }

  /// log P(k), k >= 1.
  template <class F>
  TALI_FN static F log_probability(const F& k, const F& mean) {
    const F rest = add(stirling_error(k), multiply(logarithm_f64(multiply(k, F(6.283185307179586))), F(0.5)));
    return multiply(add(deviance(k, mean), rest), F(-1.0));
  }
};

}  // namespace detail

/// Numbers of events with a given mean. The types are u32 for means up to 2^31, and i64 for means up to 2^50.
template <class T>
class poisson : public detail::inverted_or_sampled<poisson<T>, T, 1, detail::transformed_rejection> {
  using base = detail::inverted_or_sampled<poisson<T>, T, 1, detail::transformed_rejection>;

 public:
  using base::is_long;

  static constexpr const char* name = "poisson";
  static constexpr const char* summary = "numbers of events of a given mean";
  static constexpr std::uint32_t tag = tag_of(name, type_name<T>());
  static constexpr parameter_info parameter_list[] = {
      {"mean", is_long ? "a number from 0 to 2^50" : "a number from 0 to 2^31", 1, detail::from(0),
       detail::up_to(is_long ? 0x1p50 : 0x1p31)}};

  /// @throws argument_error unless 0 <= mean <= 2^31 (u32) or 2^50 (i64)
  TALI_FN explicit poisson(double mean = 1) : poisson(detail::unchecked, detail::checked<poisson>({mean})) {}
  TALI_FN poisson(detail::unchecked_t, const double (&p)[1]) : base(p), mean_{p[0]} {
    if (by_inversion()) {
      const inverted in(p);
      mode_ = in.mode();
      mode_probability_ = in.mode_probability();
    } else {
      reach_ = detail::transformed_rejection::for_poisson(mean_);
    }
  }

  /// The distribution for inversion, of means in lanes too.
  template <class P>
  using law_of = detail::poisson_law<P>;

  [[nodiscard]] TALI_HOST_FN double acceptance() const { return 0.88; }

  [[nodiscard]] TALI_FN bool by_inversion() const { return mean_ <= base::largest_inverted; }

  TALI_FN static bool quick_outcome(const double (&p)[1], std::uint32_t half, T& x) {
    float outcome = 0;
    if (p[0] > base::largest_inverted || !detail::poisson_in_float(p[0]).find(half, outcome)) return false;
    x = static_cast<T>(outcome);
    return true;
  }

  [[nodiscard]] TALI_FN double highest() const { return mean_ == 0 ? 0.0 : 0x1p52; }
  [[nodiscard]] TALI_FN double rise(double k) const { return divide(mean_, add(k, 1.0)); }
  [[nodiscard]] TALI_FN double fall(double k) const { return divide(k, mean_); }

  /// log P(k), k >= 1.
  template <class F>
  TALI_FN F log_probability(const F& k) const {
    return inverted::log_probability(k, F(mean_));
  }

 private:
  using inverted = detail::poisson_law<double>;
  using base::mode_;
  using base::mode_probability_;
  using base::reach_;

  double mean_;
};

}  // namespace tali
