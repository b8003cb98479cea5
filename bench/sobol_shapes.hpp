// SPDX-License-Identifier: Apache-2.0
// The shapes of point sets that the benchmark measures.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <tali/fill.hpp>

namespace tali::bench {

struct points_shape {
  std::uint64_t points;
  std::uint32_t dimensions;

  [[nodiscard]] std::uint64_t numbers() const { return points * dimensions; }
};

/// The paper's: 10 ... 10^7 vectors in 10 ... 10^4 dimensions, as far as `most` numbers go.
inline std::vector<points_shape> paper_shapes(std::uint64_t most) {
  std::vector<points_shape> all;
  for (std::uint64_t points = 10; points <= 10'000'000; points *= 10) {
    for (std::uint32_t d = 10; d <= 10'000; d *= 10) {
      if (points * d <= most) all.push_back({points, d});
    }
  }
  return all;
}

/// The dimensions among which a crossing of table 1 is looked for.
inline std::vector<std::uint32_t> threshold_dimensions() {
  return {1,   2,   3,   5,   7,    10,   15,   20,   30,   50,   70,    100,  150,
          200, 300, 500, 700, 1000, 1500, 2000, 3000, 5000, 7000, 10000, 20000};
}

inline point_set set_of(const points_shape& s, point_layout layout, scrambling scramble = scrambling::none) {
  point_set set;
  set.dimensions = s.dimensions;
  set.points = s.points;
  set.layout = layout;
  set.scramble = scramble;
  return set;
}

inline std::string variant_of(const points_shape& s, point_layout layout,
                              scrambling scramble = scrambling::none) {
  const char* const names[] = {"", ", shift", ", Owen"};
  return std::to_string(s.points) + " x " + std::to_string(s.dimensions) +
         (layout == point_layout::dim_major ? "" : ", point-major") + names[static_cast<int>(scramble)];
}

}  // namespace tali::bench
