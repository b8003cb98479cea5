// SPDX-License-Identifier: Apache-2.0
// normal-icdf: normal numbers by inversion, one sample per uniform number and monotone in it.
#pragma once

#include <tali/detail/standard.hpp>
#include <tali/distribution/base.hpp>
#include <tali/distribution/mean_and_deviation.hpp>
#include <tali/math/arithmetic.hpp>
#include <tali/math/normal_quantile.hpp>
#include <tali/simd/bits.hpp>

namespace tali {

/// Normal numbers N(mu, sigma) = fma(sigma, z, mu) with z the standard normal quantile of a uniform number.
///
/// A float takes one word k, u = (k + 1/2) 2^-32. A double takes two words (word 2i is the low half), u = (2k
/// + 1) 2^-54 with k the upper 53 bits. z is within 2 ulp of the exact quantile, non-decreasing in u and odd
/// about 1/2.
template <class T>
class normal_icdf : public detail::mean_and_deviation<detail::fixed_budget<normal_icdf<T>, T, T, 2>> {
  using base = detail::mean_and_deviation<detail::fixed_budget<normal_icdf<T>, T, T, 2>>;

 public:
  static_assert(std::is_same_v<T, float> || std::is_same_v<T, double>,
                "tali::normal_icdf: its numbers are float or double");

  static constexpr const char* name = "normal-icdf";
  static constexpr const char* summary = "normal numbers by inversion, monotone in the uniform number";
  static constexpr int words = sizeof(T) / 4;
  static constexpr bool of_coordinate = true;  ///< takes one fraction, so quasi-random points can supply it
  static constexpr bool heavy = true;

  /// @throws argument_error unless mu and sigma are finite and sigma >= 0.
  TALI_FN explicit normal_icdf(T mu = 0, T sigma = 1) : base(detail::checked<normal_icdf>({mu, sigma})) {}

  template <class U32>
  TALI_FN auto value(const U32 (&w)[words]) const {
    if constexpr (std::is_same_v<T, float>) {
      return scaled(math::normal_quantile_f32(w[0], rows_));
    } else {
      return scaled(math::normal_quantile_f64(join(w[0], w[1])));
    }
  }

  /// Sets the address of the float quantile's rows, in kernels that keep them in shared memory.
  TALI_FN void read_rows_from(const math::quantile_rows& rows) requires std::is_same_v<T, float> {
    rows_ = rows;
  }

 private:
  template <class F>
  TALI_FN F scaled(const F& z) const {
    return fma(F(this->sigma()), z, F(this->mu()));
  }

  math::quantile_rows rows_;
};

}  // namespace tali
