// SPDX-License-Identifier: Apache-2.0
// The common part of distributions with a shape and a scale: scale times the power 1 / shape or -1 / shape.
#pragma once

#include <tali/detail/standard.hpp>
#include <tali/distribution/base.hpp>
#include <tali/distribution/reciprocal_power.hpp>
#include <tali/math/arithmetic.hpp>

namespace tali::detail {

/// Adds parameters shape and scale to the base class of a distribution.
template <class Base>
class shape_scale : public Base {
  using T = typename Base::result_type;

 public:
  static constexpr parameter_info parameter_list[] = {positive("shape", 1), positive("scale", 1)};

  [[nodiscard]] TALI_FN T shape() const { return this->given(0); }
  [[nodiscard]] TALI_FN T scale() const { return this->given(1); }

 protected:
  /// @param sign  1 or -1; the exponent is sign / shape
  TALI_FN shape_scale(double sign, const T (&p)[2]) : Base(p), power_{sign, static_cast<double>(p[0])} {}

  [[nodiscard]] TALI_FN const reciprocal_exponent& power() const { return power_; }

  template <class F>
  TALI_FN F scaled(const F& x) const {
    return multiply(x, F(scale()));
  }

 private:
  reciprocal_exponent power_;
};

}  // namespace tali::detail
