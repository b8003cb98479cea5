// SPDX-License-Identifier: Apache-2.0
// What the distributions of a shape and a scale share: scale times a power 1 / shape or -1 / shape.
#pragma once

#include <tali/detail/standard.hpp>
#include <tali/distribution/base.hpp>
#include <tali/distribution/reciprocal_power.hpp>
#include <tali/math/arithmetic.hpp>

namespace tali::detail {

/// Parameters shape and scale, on top of the way in which distribution D makes values.
template <class Way>
class shape_scale : public Way {
  using T = typename Way::result_type;

 public:
  static constexpr parameter_info parameter_list[] = {positive("shape", 1), positive("scale", 1)};

  [[nodiscard]] TALI_FN T shape() const { return this->given(0); }
  [[nodiscard]] TALI_FN T scale() const { return this->given(1); }

 protected:
  /// @param sign  1 or -1, of the exponent sign / shape
  TALI_FN shape_scale(double sign, const T (&p)[2]) : Way(p), power_{sign, static_cast<double>(p[0])} {}

  [[nodiscard]] TALI_FN const reciprocal_exponent& power() const { return power_; }

  template <class F>
  TALI_FN F scaled(const F& x) const {
    return multiply(x, F(scale()));
  }

 private:
  reciprocal_exponent power_;
};

}  // namespace tali::detail
