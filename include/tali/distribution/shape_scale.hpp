// SPDX-License-Identifier: Apache-2.0
// What the distributions of a shape and a scale share: scale times a power 1 / shape or -1 / shape.
#pragma once

#include <tali/detail/standard.hpp>
#include <tali/distribution/parameters.hpp>
#include <tali/distribution/reciprocal_power.hpp>
#include <tali/math/arithmetic.hpp>

namespace tali::detail {

/// The base of a distribution with parameters shape and scale.
template <class T>
class shape_scale {
 public:
  using result_type = T;
  using parameter = T;
  static_assert(std::is_same_v<T, float> || std::is_same_v<T, double>,
                "tali: numbers of this distribution are float or double");

  static constexpr parameter_names parameters{"shape", "scale"};
  static constexpr parameter_info parameter_list[] = {{"shape", "a finite number above 0", 1},
                                                      {"scale", "a finite number above 0", 1}};
  static constexpr int words = sizeof(T) / 4;
  static constexpr bool heavy = true;

  TALI_FN static int bad_parameter(const T (&p)[2]) {
    return !is_positive(p[0]) ? 0 : is_positive(p[1]) ? -1 : 1;
  }

  [[nodiscard]] TALI_FN T shape() const { return shape_; }
  [[nodiscard]] TALI_FN T scale() const { return scale_; }

 protected:
  /// @param sign  1 or -1, of the exponent sign / shape
  TALI_FN shape_scale(double sign, const T (&p)[2])
      : power_{sign, static_cast<double>(p[0])}, shape_{p[0]}, scale_{p[1]} {}

  [[nodiscard]] TALI_FN const reciprocal_exponent& power() const { return power_; }

  template <class F>
  TALI_FN F scaled(const F& x) const {
    return multiply(x, F(scale_));
  }

  TALI_FN friend bool operator==(const shape_scale&, const shape_scale&) = default;

 private:
  reciprocal_exponent power_;
  T shape_, scale_;
};

}  // namespace tali::detail
