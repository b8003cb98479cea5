// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tali/detail/standard.hpp>

namespace tali::detail {

/// Arrays of parameters that are not one number of the parameter's type per element; bit k is array k's. For
/// GPUs only.
struct array_forms {
  std::uint32_t single = 0;  ///< one number, for all elements
  std::uint32_t narrow = 0;  ///< floats, for a parameter of type double
  std::uint32_t zero = 0;    ///< where this parameter is 0, which is invalid, the value is 0
};

}  // namespace tali::detail
