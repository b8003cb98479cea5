// SPDX-License-Identifier: Apache-2.0
// Central moments of the iteration law, by the method that is accurate for the rate.
#pragma once

#include <array>

#include "rejection/law.hpp"

namespace tali::lab::rejection {

/// E (N - mean)^m for m = 0 ... 8.
/// @param mean_beyond_first  mean - 1
std::array<double, highest_moment + 1> central_moments(double rate, int threads, double mean_beyond_first);

}  // namespace tali::lab::rejection
