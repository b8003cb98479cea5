// SPDX-License-Identifier: Apache-2.0
// laplace: two exponential tails.
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

/// Laplace numbers, density exp(-|x - location| / scale) / (2 scale): location -+ scale log(2 t), where t is
/// the distance of u from the nearer of 0 and 1; the quantile at u = (k + 1/2) 2^-32 (float, one word) or
/// 2^-64 (double, two words, the low half first).
///
/// Odd about u = 1/2; magnitudes of standard numbers are in 2^-32 ... 22.2 (float), 2^-64 ... 44.4 (double).
template <class T, class P = T>
class laplace : public detail::location_scale<detail::inverse_transform<laplace<T, P>, T, 2, P>> {
  using base = detail::location_scale<detail::inverse_transform<laplace<T, P>, T, 2, P>>;

 public:
  using base::words;
  static constexpr const char* name = "laplace";
  static constexpr const char* summary = "Laplace numbers, two exponential tails";

  /// @throws argument_error unless location is finite, and scale is finite and above 0
  TALI_FN explicit laplace(T location = 0, T scale = 1)
      : laplace(detail::unchecked, detail::checked<laplace>({location, scale})) {}
  TALI_FN laplace(detail::unchecked_t, const P (&p)[2]) : base(p) {}

  template <class U32>
  TALI_FN auto value(const U32 (&w)[words]) const {
    return this->moved(detail::on_side_of(w, log_of_twice(detail::folded(w))));
  }

 private:
  /// log(2 t)
  template <class U32>
  TALI_FN static auto log_of_twice(const detail::folded_word<U32>& k) {
    const auto nearest = to_float(k.word << 1);  // like wrapped_unit_f32, for (2 k + 1) 2^-32
    using F = std::remove_const_t<decltype(nearest)>;
    return math::unit_logarithm_f32(fma(nearest, F(0x1p-30f), F(0x1p-30f)));
  }
  template <class U32>
  TALI_FN static auto log_of_twice(const detail::folded_words<U32>& k) {
    return math::unit_logarithm_f64(detail::wrapped_unit_f64(k.low << 1, (k.high << 1) | (k.low >> 31), 1.0));
  }
};

}  // namespace tali
