// SPDX-License-Identifier: Apache-2.0
// The elementary functions on arrays, by lanes of the SIMD level of RegisterBytes and compiled with
// contraction allowed: what a user's translation unit would make of them.
#pragma once

#include <cstddef>

namespace tali::test {

inline constexpr int elementary_probe_lanes = 32;

/// out[i] = function number `function` of (x[i], y[i]); n is a multiple of elementary_probe_lanes.
template <int RegisterBytes, class T>
void elementary_by_lanes(int function, const T* x, const T* y, T* out, std::size_t n);
/// The same for the conversions: floor, and the float of its double, of x >= 0.
template <int RegisterBytes>
void floor_by_lanes(const double* x, double* out, std::size_t n);

}  // namespace tali::test
