// SPDX-License-Identifier: Apache-2.0
// logistic: the logarithm of the odds u : 1 - u.
#pragma once

#include <tali/detail/standard.hpp>
#include <tali/distribution/base.hpp>
#include <tali/distribution/folded_words.hpp>
#include <tali/distribution/location_scale.hpp>
#include <tali/distribution/unit.hpp>
#include <tali/math/arithmetic.hpp>
#include <tali/math/logarithm.hpp>
#include <tali/simd/bits.hpp>

namespace tali {

/// Logistic numbers, distribution function 1 / (1 + exp(-(x - location) / scale)): location + scale log(u /
/// (1 - u)), the quantile at u = (k + 1/2) 2^-32 (float, one word) or 2^-64 (double, two words, the low half
/// first).
///
/// With t the distance of u from the nearer of 0 and 1, the logarithm is log(1 + (1 - 2 t) / t), which loses
/// no digits near 1/2 or the ends: error at most 4 ulp. Odd about u = 1/2; standard numbers reach 22.88
/// (float), 45.06 (double).
template <class T, class P = T>
class logistic : public detail::location_scale<detail::inverse_transform<logistic<T, P>, T, 2, P>> {
  using base = detail::location_scale<detail::inverse_transform<logistic<T, P>, T, 2, P>>;

 public:
  using base::words;
  static constexpr const char* name = "logistic";
  static constexpr const char* summary = "logistic numbers, logarithms of odds";

  /// @throws argument_error unless location is finite, and scale is finite and above 0
  TALI_FN explicit logistic(T location = 0, T scale = 1)
      : logistic(detail::unchecked, detail::checked<logistic>({location, scale})) {}
  TALI_FN logistic(detail::unchecked_t, const P (&p)[2]) : base(p) {}

  template <class U32>
  TALI_FN auto value(const U32 (&w)[words]) const {
    return this->moved(detail::on_side_of(w, log_odds(detail::folded(w))));
  }

 private:
  /// log(1 + (1 - 2 t) / t)
  template <class U32>
  TALI_FN static auto log_odds(const detail::folded_word<U32>& k) {
    // 2^31 (1 - 2 t), and 2^31 t.
    const auto rest = to_float(k.word ^ U32(0x7fffffffu)), t = to_float(k.word);
    using F = std::remove_const_t<decltype(t)>;
    return math::logarithm_1p_f32(divide(add(rest, F(0.5f)), fma(t, F(0.5f), F(0.25f))));
  }
  template <class U32>
  TALI_FN static auto log_odds(const detail::folded_words<U32>& k) {
    // 2 - 4 t, and 2 t.
    const auto rest = detail::wrapped_unit_f64(k.low ^ U32(0xffffffffu), k.high ^ U32(0x7fffffffu));
    using F = std::remove_const_t<decltype(rest)>;
    return math::logarithm_1p_f64(divide(rest, multiply(detail::wrapped_unit_f64(k.low, k.high), F(0.5))));
  }
};

}  // namespace tali
