// SPDX-License-Identifier: Apache-2.0
// What the distributions of a location and a scale share: location + scale z of a standard number z.
#pragma once

#include <tali/detail/standard.hpp>
#include <tali/distribution/base.hpp>
#include <tali/math/arithmetic.hpp>

namespace tali::detail {

/// Parameters location and scale, on top of the way in which distribution D makes values.
template <class Way>
class location_scale : public Way {
  using T = typename Way::result_type;

 public:
  static constexpr parameter_info parameter_list[] = {finite("location", 0), positive("scale", 1)};

  [[nodiscard]] TALI_FN T location() const { return this->given(0); }
  [[nodiscard]] TALI_FN T scale() const { return this->given(1); }

 protected:
  using Way::Way;

  template <class F>
  TALI_FN F moved(const F& z) const {
    return fma(F(scale()), z, F(location()));
  }
  /// location - scale z
  template <class F>
  TALI_FN F mirrored(const F& z) const {
    return fma(F(-scale()), z, F(location()));
  }
};

}  // namespace tali::detail
