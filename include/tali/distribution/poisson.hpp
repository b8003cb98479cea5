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
  TALI_FN explicit poisson(double mean = 1) : poisson(unchecked, detail::checked<poisson>({mean})) {}
  TALI_FN poisson(unchecked_t, const double (&p)[1]) : base(p), mean_{p[0]} {
    if (by_inversion()) {
      mode_ = floor_f64(mean_);
      mode_probability_ =
          mode_ < 1 ? exponential_f64(multiply(mean_, -1.0)) : exponential_f64(log_probability(mode_));
    } else {
      reach_ = detail::transformed_rejection::for_poisson(mean_);
    }
  }

  [[nodiscard]] TALI_HOST_FN double acceptance() const { return 0.88; }

  [[nodiscard]] TALI_FN bool by_inversion() const { return mean_ <= base::largest_inverted; }

  [[nodiscard]] TALI_FN double highest() const { return mean_ == 0 ? 0.0 : 0x1p52; }
  [[nodiscard]] TALI_FN double rise(double k) const { return divide(mean_, add(k, 1.0)); }
  [[nodiscard]] TALI_FN double fall(double k) const { return divide(k, mean_); }

  /// log P(k), k >= 1.
  template <class F>
  TALI_FN F log_probability(const F& k) const {
    const F rest =
        add(detail::stirling_error(k), multiply(logarithm_f64(multiply(k, F(6.283185307179586))), F(0.5)));
    return multiply(add(detail::deviance(k, F(mean_)), rest), F(-1.0));
  }

 private:
  using base::mode_;
  using base::mode_probability_;
  using base::reach_;

  double mean_;
};

}  // namespace tali
