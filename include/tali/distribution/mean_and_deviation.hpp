// SPDX-License-Identifier: Apache-2.0
// The common part of the normal distributions: mean and standard deviation.
#pragma once

#include <tali/detail/standard.hpp>
#include <tali/distribution/base.hpp>

namespace tali::detail {

/// Adds parameters mu and sigma to the base class of a distribution.
template <class Base>
class mean_and_deviation : public Base {
  using P = typename Base::parameter;

 public:
  static constexpr parameter_info parameter_list[] = {finite("mu", 0), not_negative("sigma", 1)};

  [[nodiscard]] TALI_FN constexpr P mu() const { return this->given(0); }
  [[nodiscard]] TALI_FN constexpr P sigma() const { return this->given(1); }

 protected:
  using Base::Base;
};

}  // namespace tali::detail
