// SPDX-License-Identifier: Apache-2.0
// triangular: a density that rises linearly to the mode and falls linearly from it, by inversion.
#pragma once

#include <tali/detail/standard.hpp>
#include <tali/distribution/base.hpp>
#include <tali/distribution/unit.hpp>
#include <tali/math/arithmetic.hpp>
#include <tali/simd/bits.hpp>

namespace tali {

/// Triangular numbers between left and right, both included, with the density's maximum at mode: the quantile
/// at u = (k + 1/2) 2^-32 (float, one word) or 2^-64 (double, two words, the low half first).
///
/// With q = (mode - left) / (right - left), the value is left + (right - left) sqrt(u q) up to u = q and
/// right - (right - left) sqrt((1 - u) (1 - q)) beyond. The error is at most 4 ulp of the distance from the
/// nearer end.
template <class T, class P = T>
class triangular : public detail::inverse_transform<triangular<T, P>, T, 3, P> {
  using base = detail::inverse_transform<triangular<T, P>, T, 3, P>;

 public:
  static constexpr const char* name = "triangular";
  static constexpr const char* summary = "numbers between left and right, most of them near mode";
  static constexpr parameter_info parameter_list[] = {
      detail::finite("left", 0),
      {"mode", "a finite number of at least left", 0.5},
      {"right", "a number above left and at least mode, at a finite distance from left", 1}};

  /// @throws argument_error unless left <= mode <= right, left < right, and right - left is finite
  TALI_FN explicit triangular(T left = 0, T mode = 0.5, T right = 1)
      : triangular(detail::unchecked, detail::checked<triangular>({left, mode, right})) {}
  TALI_FN triangular(detail::unchecked_t, const P (&p)[3])
      : base(p),
        span_{add(p[2], -p[0])},
        rise_{divide(add(p[1], -p[0]), span_)},
        fall_{divide(add(p[2], -p[1]), span_)} {}

  TALI_FN static int bad_parameter(const T (&p)[3]) {
    if (!detail::is_finite(p[0])) return 0;
    if (!detail::is_finite(p[1]) || p[1] < p[0]) return 1;
    const bool in_order = p[1] <= p[2] && p[0] < p[2];
    return in_order && detail::is_finite(p[2]) && detail::is_finite(add(p[2], -p[0])) ? -1 : 2;
  }

  template <class U32>
  TALI_FN auto value(const U32 (&w)[base::words]) const {
    const U32 all(0xffffffffu);
    if constexpr (std::is_same_v<T, float>) {
      return at(unit_f32(w[0]), unit_f32(w[0] ^ all));
    } else {
      return at(detail::rounded_unit_f64(w[0], w[1]), detail::rounded_unit_f64(w[0] ^ all, w[1] ^ all));
    }
  }

  [[nodiscard]] TALI_FN P left() const { return this->given(0); }
  [[nodiscard]] TALI_FN P mode() const { return this->given(1); }
  [[nodiscard]] TALI_FN P right() const { return this->given(2); }

 private:
  /// @param rest  1 - u
  template <class F>
  TALI_FN F at(const F& u, const F& rest) const {
    const auto rising = is_less(u, F(rise_));
    const F distance = square_root(select(rising, multiply(u, F(rise_)), multiply(rest, F(fall_))));
    const F top(mode());
    const F up = fma(distance, F(span_), F(left())), down = fma(distance, F(-span_), F(right()));
    // Limits both sides at the mode, which may be an end and which rounding could exceed.
    return select(rising, select(is_less(top, up), top, up), select(is_less(down, top), top, down));
  }

  P span_, rise_, fall_;  ///< the parts of the probability on either side of the mode
};

}  // namespace tali
