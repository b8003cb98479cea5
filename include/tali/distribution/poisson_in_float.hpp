// SPDX-License-Identifier: Apache-2.0
// Poisson numbers whose outcome a few bits decide, computed in float: for GPU kernels with a mean per sample,
// where the sums in double take several times as long as a whole sample should.
#pragma once

#include <tali/detail/standard.hpp>
#include <tali/math/arithmetic.hpp>
#include <tali/math/elementary.hpp>

namespace tali::detail {

/// Inversion of discrete_inversion.hpp in float. A sum differs from that in double by less than a margin, so
/// an outcome is certain if no sum is within the margin of the uniform number; the number is known up to
/// 2^-16.
class poisson_in_float {
 public:
  /// @param mean  0 ... 4096
  TALI_FN explicit poisson_in_float(double mean) : mean_(static_cast<float>(mean)) {
    const double mode = floor_f64(mean);
    mode_ = static_cast<float>(mode);
    if (mean_ < 16.0f) {
      p_ = math::exponential_f32(-mean_);
      for (float k = 1.0f; k <= mode_; k = add(k, 1.0f)) p_ = multiply(p_, ratio(k));
      return;
    }
    // Stirling's formula; the deviance is mean (x^2 / 2 + x^3 / 6 + ...).
    const float rest = static_cast<float>(add(mean, -mode)), inverse = math::reciprocal_of_normal(mode_);
    const float x = multiply(rest, math::reciprocal_of_normal(mean_));
    const float series = fma(x, fma(x, fma(x, 1.0f / 20, 1.0f / 12), 1.0f / 6), 0.5f);
    const float error = fma(multiply(inverse, inverse), 1.0f / 288, fma(inverse, -1.0f / 12, 1.0f));
    const float height =
        multiply(error, math::reciprocal_of_normal(square_root(multiply(mode_, 6.2831853f))));
    p_ = multiply(height, math::exponential_f32(-multiply(multiply(rest, x), series)));
  }

  /// The outcome of the numbers half 2^-16 ... (half + 1) 2^-16, if they have one and it is certain.
  TALI_FN bool find(std::uint32_t half, float& outcome) const {
    const float low = static_cast<float>(half) * 0x1p-16f, high = low + 0x1p-16f;
    const float inverse = mode_ == 0.0f ? 0.0f : math::reciprocal_of_normal(mean_);
    // Rounding errors: of the mode's probability, and two ratios and two sums for each step.
    constexpr float of_mode = 5e-6f, of_step = 5e-7f, least = 1e-5f;
    float margin = of_mode, up = mode_, down = mode_, p_up = p_, p_down = p_, sum = p_;
    while (true) {
      outcome = down;
      if (add(high, margin) <= sum) return true;
      if (low < add(sum, margin) || (p_up < least && (p_down < least || down == 0.0f))) return false;
      up = add(up, 1.0f);
      p_up = multiply(p_up, ratio(up));
      sum = add(sum, p_up);
      outcome = up;
      if (add(high, margin) <= sum) return true;
      if (low < add(sum, margin)) return false;
      p_down = multiply(p_down, multiply(down, inverse));
      down = add(down, -1.0f);
      sum = add(sum, p_down);
      margin = add(margin, of_step);
    }
  }

 private:
  /// P(k) / P(k - 1)
  TALI_FN float ratio(float k) const { return multiply(mean_, math::reciprocal_of_normal(k)); }

  float mean_, mode_, p_;
};

}  // namespace tali::detail
