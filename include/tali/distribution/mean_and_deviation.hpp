// SPDX-License-Identifier: Apache-2.0
// What the normal distributions share: mean and standard deviation.
#pragma once

#include <tali/detail/standard.hpp>
#include <tali/distribution/base.hpp>

namespace tali::detail {

/// Parameters mu and sigma, on top of the way in which distribution D makes values.
template <class Way>
class mean_and_deviation : public Way {
  using P = typename Way::parameter;

 public:
  static constexpr parameter_info parameter_list[] = {finite("mu", 0), not_negative("sigma", 1)};

  [[nodiscard]] TALI_FN constexpr P mu() const { return this->given(0); }
  [[nodiscard]] TALI_FN constexpr P sigma() const { return this->given(1); }

 protected:
  using Way::Way;
};

}  // namespace tali::detail
