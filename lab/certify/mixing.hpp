// Where normal-walsh puts its numbers: a lane makes 64 of them by an orthogonal map, a mixing block, and the
// 32 lanes of a span of 2048 elements put theirs side by side in runs.
#pragma once

#include <string_view>

#include <tali/distribution/walsh_normal.hpp>

namespace tali::lab::certify {

inline constexpr int mixing_lanes = 32, mixing_block = 64, mixing_span = mixing_lanes * mixing_block;

/// The place within a span of value k of a lane, where `run` values of a lane stand together.
TALI_FN constexpr int lane_place(int lane, int k, int run) {
  return k / run * mixing_lanes * run + lane * run + k % run;
}

/// The run of a distribution with mixing blocks; 0 of those that have none.
constexpr int mixing_run(std::string_view distribution, std::string_view type) {
  if (distribution != walsh_normal<float>::name) return 0;
  return type != "f64" ? walsh_normal<float>::run : walsh_normal<double>::run;
}

static_assert(mixing_span == walsh_normal<float>::span);
static_assert(lane_place(3, 5, walsh_normal<float>::run) == walsh_normal<float>::place(3, 5));
static_assert(lane_place(3, 5, walsh_normal<double>::run) == walsh_normal<double>::place(3, 5));

}  // namespace tali::lab::certify
