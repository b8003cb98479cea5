// SPDX-License-Identifier: Apache-2.0
// Nearest neighbours among points whose coordinates are a member `sum`, by nanoflann.
#pragma once

#include <vector>

#include <nanoflann.hpp>

namespace tali::lab::normal {

/// The points in the form that nanoflann requires.
template <class Point>
struct cloud {
  const std::vector<Point>& all;
  [[nodiscard]] std::size_t kdtree_get_point_count() const { return all.size(); }
  [[nodiscard]] double kdtree_get_pt(std::size_t i, std::size_t d) const { return all[i].sum[d]; }
  template <class Box>
  bool kdtree_get_bbox(Box&) const {
    return false;
  }
};

/// By the first `searched` coordinates.
template <class Point, int searched>
using tree = nanoflann::KDTreeSingleIndexAdaptor<nanoflann::L2_Simple_Adaptor<double, cloud<Point>>,
                                                 cloud<Point>, searched>;

}  // namespace tali::lab::normal
