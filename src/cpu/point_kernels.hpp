// SPDX-License-Identifier: Apache-2.0
// The single-thread fills of one engine of point sets at one SIMD level.
#pragma once

#include <cstddef>
#include <cstdint>

#include <tali/catalogue.hpp>
#include <tali/device.hpp>

#include "registry/place.hpp"

namespace tali::cpu_driver {

using points_fill = void (*)(const void* engine, const void* distribution, std::uint64_t first, void* to,
                             std::size_t n);

struct point_kernels : detail::distribution_table<points_fill, coordinate_distributions> {};

}  // namespace tali::cpu_driver
