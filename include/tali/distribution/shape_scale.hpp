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
  using P = typename Base::parameter;

 public:
  static constexpr parameter_info parameter_list[] = {positive("shape", 1), positive("scale", 1)};

  [[nodiscard]] TALI_FN P shape() const { return this->given(0); }
  [[nodiscard]] TALI_FN P scale() const { return this->given(1); }

 protected:
  /// @param sign  1 or -1; the exponent is sign / shape
  TALI_FN shape_scale(double sign, const P (&p)[2]) : Base(p), power_(sign, as_wide(p[0])) {}

  [[nodiscard]] TALI_FN const auto& power() const { return power_; }

  template <class F>
  TALI_FN F scaled(const F& x) const {
    return multiply(x, F(scale()));
  }

 private:
  reciprocal_exponent<wide_of<P>> power_;
};

}  // namespace tali::detail
