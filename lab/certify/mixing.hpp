// SPDX-License-Identifier: Apache-2.0
// The order of normal's numbers: a lane makes 64 of them by an orthogonal map, a mixing block, and the 32
// lanes of a span of 2048 elements interleave theirs in runs.
#pragma once

#include <string_view>

#include <tali/distribution/normal.hpp>

namespace tali::lab::certify {

inline constexpr int mixing_lanes = normal<float>::lanes, mixing_block = normal<float>::lane_values,
                     mixing_span = normal<float>::batch_size;

/// The place within a span of value k of a lane.
/// @param run  number of contiguous values of a lane: 4 floats, or 2 doubles
TALI_FN constexpr int lane_place(int lane, int k, int run) {
  return run == normal<float>::run ? normal<float>::index_of(lane, k) : normal<double>::index_of(lane, k);
}

/// The run of a distribution with mixing blocks; 0 for others.
constexpr int mixing_run(std::string_view distribution, std::string_view type) {
  if (distribution != normal<float>::name) return 0;
  return type != "f64" ? normal<float>::run : normal<double>::run;
}

}  // namespace tali::lab::certify
