// SPDX-License-Identifier: Apache-2.0
// The table of launchers of point sets.
#pragma once

#include <tali/cuda/fill.hpp>

#include "registry/place.hpp"

namespace tali::cuda_driver {

using points_launcher = void (*)(const cuda& where, const detail::request& r);

using points_table = detail::pair_table<points_launcher, quasi_engines, coordinate_distributions>;

/// points_kernels.cu is compiled once per engine and writes that engine's launchers.
template <int Engine>
void add_points(points_table& table);

}  // namespace tali::cuda_driver
