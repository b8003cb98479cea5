// SPDX-License-Identifier: Apache-2.0
// triangular: a density that rises in a line to the mode and falls in a line from it, by inversion.
#pragma once

#include <tali/arguments.hpp>
#include <tali/detail/standard.hpp>
#include <tali/distribution/draw.hpp>
#include <tali/distribution/parameters.hpp>
#include <tali/distribution/unit.hpp>
#include <tali/math/arithmetic.hpp>
#include <tali/simd/bits.hpp>

namespace tali {

/// Triangular numbers between left and right, both included, with the density's top at mode: the quantile at
/// u = (k + 1/2) 2^-32 (float, one word) or 2^-64 (double, two words, the low half first).
///
/// With q = (mode - left) / (right - left), left + (right - left) sqrt(u q) up to u = q and
/// right - (right - left) sqrt((1 - u) (1 - q)) beyond: distances are from the nearer end, at most 4 ulp of
/// them.
template <class T>
class triangular {
 public:
  using result_type = T;
  using parameter = T;
  static_assert(std::is_same_v<T, float> || std::is_same_v<T, double>,
                "tali::triangular: its numbers are float or double");

  static constexpr const char* name = "triangular";
  static constexpr const char* summary = "numbers between left and right, most of them near mode";
  static constexpr parameter_names parameters{"left", "mode", "right"};
  static constexpr parameter_info parameter_list[] = {
      {"left", "a finite number", 0},
      {"mode", "a finite number of at least left", 0.5},
      {"right", "a number above left and at least mode, at a finite distance from left", 1}};
  static constexpr int words = sizeof(T) / 4;
  static constexpr bool heavy = true;

  /// @throws argument_error unless left <= mode <= right, left < right, and right - left is finite
  TALI_FN explicit triangular(T left = 0, T mode = 0.5, T right = 1)
      : triangular(unchecked, {left, mode, right}) {
    check_parameters<triangular>({left, mode, right});
  }
  TALI_FN triangular(unchecked_t, const T (&p)[3])
      : left_{p[0]},
        mode_{p[1]},
        right_{p[2]},
        span_{add(p[2], -p[0])},
        rise_{divide(add(p[1], -p[0]), span_)},
        fall_{divide(add(p[2], -p[1]), span_)} {}

  TALI_HOST_FN static triangular make(const arguments& given) { return make_distribution<triangular>(given); }
  TALI_FN static int bad_parameter(const T (&p)[3]) {
    if (!is_finite(p[0])) return 0;
    if (!is_finite(p[1]) || p[1] < p[0]) return 1;
    const bool in_order = p[1] <= p[2] && p[0] < p[2];
    return in_order && is_finite(p[2]) && is_finite(add(p[2], -p[0])) ? -1 : 2;
  }

  template <class U32>
  TALI_FN auto operator()(const U32 (&w)[words]) const {
    const U32 all(0xffffffffu);
    if constexpr (std::is_same_v<T, float>) {
      return at(unit_f32(w[0]), unit_f32(w[0] ^ all));
    } else {
      return at(rounded_unit_f64(w[0], w[1]), rounded_unit_f64(w[0] ^ all, w[1] ^ all));
    }
  }

  template <bit_generator G>
  TALI_FN T operator()(G& g) const {
    return draw(*this, g);
  }

  [[nodiscard]] TALI_FN T left() const { return left_; }
  [[nodiscard]] TALI_FN T mode() const { return mode_; }
  [[nodiscard]] TALI_FN T right() const { return right_; }

  TALI_FN friend bool operator==(const triangular&, const triangular&) = default;

 private:
  /// @param rest  1 - u
  template <class F>
  TALI_FN F at(const F& u, const F& rest) const {
    const auto rising = is_less(u, F(rise_));
    const F distance = square_root(select(rising, multiply(u, F(rise_)), multiply(rest, F(fall_))));
    const F mode(mode_);
    const F up = fma(distance, F(span_), F(left_)), down = fma(distance, F(-span_), F(right_));
    // Neither side passes the mode, which may be an end, by a rounding.
    return select(rising, select(is_less(mode, up), mode, up), select(is_less(down, mode), mode, down));
  }

  T left_, mode_, right_;
  T span_, rise_, fall_;  ///< the parts of the probability on either side of the mode
};

}  // namespace tali
