// SPDX-License-Identifier: Apache-2.0
// What the distributions of a location and a scale share: location + scale z of a standard number z.
#pragma once

#include <tali/detail/standard.hpp>
#include <tali/distribution/parameters.hpp>
#include <tali/math/arithmetic.hpp>

namespace tali::detail {

/// The base of a distribution with parameters location and scale.
template <class T>
class location_scale {
 public:
  using result_type = T;
  using parameter = T;
  static_assert(std::is_same_v<T, float> || std::is_same_v<T, double>,
                "tali: numbers of this distribution are float or double");

  static constexpr parameter_names parameters{"location", "scale"};
  static constexpr parameter_info parameter_list[] = {{"location", "a finite number", 0},
                                                      {"scale", "a finite number above 0", 1}};
  static constexpr int words = sizeof(T) / 4;
  static constexpr bool heavy = true;

  TALI_FN static int bad_parameter(const T (&p)[2]) {
    return !is_finite(p[0]) ? 0 : is_positive(p[1]) ? -1 : 1;
  }

  [[nodiscard]] TALI_FN T location() const { return location_; }
  [[nodiscard]] TALI_FN T scale() const { return scale_; }

 protected:
  TALI_FN explicit location_scale(const T (&p)[2]) : location_{p[0]}, scale_{p[1]} {}

  template <class F>
  TALI_FN F moved(const F& z) const {
    return fma(F(scale_), z, F(location_));
  }
  /// location - scale z
  template <class F>
  TALI_FN F mirrored(const F& z) const {
    return fma(F(-scale_), z, F(location_));
  }

  TALI_FN friend bool operator==(const location_scale&, const location_scale&) = default;

 private:
  T location_, scale_;
};

}  // namespace tali::detail
