// SPDX-License-Identifier: Apache-2.0
// rayleigh: lengths of normal vectors in the plane, by inversion.
#pragma once

#include <tali/detail/standard.hpp>
#include <tali/distribution/base.hpp>
#include <tali/math/arithmetic.hpp>

namespace tali {

/// Rayleigh numbers, distribution function 1 - exp(-(x / scale)^2 / 2): scale sqrt(-2 log(1 - u)), the
/// quantile at u = (k + 1/2) 2^-32 (float, one word) or 2^-64 (double, two words, the low half first).
/// `scale` is the standard deviation of a coordinate.
///
/// At scale 1, a float is in 2^-16 ... 6.77, a double in 2^-32 ... 9.50.
template <class T, class P = T>
class rayleigh : public detail::logarithm_transform<rayleigh<T, P>, T, 1, true, P> {
  using base = detail::logarithm_transform<rayleigh<T, P>, T, 1, true, P>;

 public:
  static constexpr const char* name = "rayleigh";
  static constexpr const char* summary = "Rayleigh numbers, lengths of normal vectors of the plane";
  static constexpr parameter_info parameter_list[] = {detail::positive("scale", 1)};

  /// @throws argument_error unless scale is finite and above 0
  TALI_FN explicit rayleigh(T scale = 1) : rayleigh(detail::unchecked, detail::checked<rayleigh>({scale})) {}
  TALI_FN rayleigh(detail::unchecked_t, const P (&p)[1]) : base(p) {}

  [[nodiscard]] TALI_FN P scale() const { return this->given(0); }

  /// @param log_rest  log(1 - u) of a uniform number u
  template <class F>
  TALI_FN F of_logarithm(const F& log_rest) const {
    return multiply(square_root(multiply(log_rest, F(-2))), F(scale()));
  }
};

}  // namespace tali
