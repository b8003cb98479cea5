// SPDX-License-Identifier: Apache-2.0
// The common part of discrete distributions that are inverted if narrow and sampled by rejection if wide.
#pragma once

#include <tali/detail/standard.hpp>
#include <tali/distribution/base.hpp>
#include <tali/math/discrete_inversion.hpp>
#include <tali/rejection/attempts.hpp>

namespace tali::detail {

/// The base of such a distribution D with n parameters of type double. D has
///   by_inversion()         whether values are made by inversion for these parameters
///   highest(), lowest()    the range of the outcomes; lowest() is 0 by default
///   rise(k), fall(k)       P(k + 1) / P(k) and P(k - 1) / P(k)
///   log_probability(k)     log P(k) of proposed outcomes, also for SIMD lanes
/// and sets mode_ and mode_probability_ (inversion), or reach_ (rejection).
/// @tparam Reach  makes proposals: transformed_rejection or log_concave_rejection
template <class D, class T, int n, class Reach>
class inverted_or_sampled : public by_rejection<D, T, double, n> {
 public:
  static constexpr bool is_long = sizeof(T) == 8;
  static constexpr int attempt_words = 4;
  static constexpr double largest_inverted = 4096;  ///< largest variance of inversion

  /// The distribution, for inversion.
  [[nodiscard]] TALI_FN const D& law() const { return static_cast<const D&>(*this); }
  [[nodiscard]] TALI_FN double mode() const { return mode_; }
  [[nodiscard]] TALI_FN double mode_probability() const { return mode_probability_; }
  [[nodiscard]] TALI_FN static double lowest() { return 0; }
  [[nodiscard]] TALI_FN double invert(std::uint32_t high, std::uint32_t low) const {
    return law().of_counted(tali::detail::invert(law(), high, low));
  }
  /// The value of an outcome that inversion or a proposal gives.
  template <class F>
  TALI_FN static F of_counted(const F& k) {
    return k;
  }

  template <class U32>
  TALI_FN auto quick_attempt(const U32 (&w)[attempt_words]) const {
    const auto t = reach_.propose(w);
    return attempted{law().of_counted(t.k), reach_.is_quick(t)};
  }
  template <class U32>
  TALI_FN auto attempt(const U32 (&w)[attempt_words]) const {
    const auto t = reach_.propose(w);
    const auto full = both(law().is_possible(t), is_less(reach_.log_height(t), law().log_probability(t.k)));
    return attempted{law().of_counted(t.k), either(reach_.is_quick(t), full)};
  }
  /// Whether an attempt that is not quick may be accepted.
  template <class Trial>
  TALI_FN auto is_possible(const Trial& t) const {
    return reach_.is_in_reach(t);
  }

 protected:
  using by_rejection<D, T, double, n>::by_rejection;

  double mode_ = 0, mode_probability_ = 1;  ///< for inversion
  Reach reach_ = {};                        ///< for rejection
};

}  // namespace tali::detail
