// SPDX-License-Identifier: Apache-2.0
// The common part of distributions with a location and a scale: location + scale z of a standard number z.
#pragma once

#include <tali/detail/standard.hpp>
#include <tali/distribution/base.hpp>
#include <tali/math/arithmetic.hpp>

namespace tali::detail {

/// Adds parameters location and scale to the base class of a distribution.
template <class Base>
class location_scale : public Base {
  using P = typename Base::parameter;

 public:
  static constexpr parameter_info parameter_list[] = {finite("location", 0), positive("scale", 1)};

  [[nodiscard]] TALI_FN P location() const { return this->given(0); }
  [[nodiscard]] TALI_FN P scale() const { return this->given(1); }

 protected:
  using Base::Base;

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
