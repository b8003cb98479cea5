// SPDX-License-Identifier: Apache-2.0
// Uniform numbers of an interval: those of [0, 1), moved and stretched.
#pragma once

#include <memory>
#include <string_view>

#include "host_fill.hpp"

namespace tali::tool {

/// Numbers of [low, high): element i is low + (high - low) u in one fused multiply-add of the type's own
/// precision, u being element i of [0, 1); where that rounds up to high, it is the number below.
/// @param type  f32 or f64, whose numbers low and high are, with low < high and a finite difference
std::unique_ptr<host_fill> make_scaled(std::unique_ptr<host_fill> unit, std::string_view type, double low,
                                       double high);

}  // namespace tali::tool
