// SPDX-License-Identifier: Apache-2.0
#include <limits>
#include <string>

#include <tali/engine/sobol.hpp>
#include <tali/error.hpp>

namespace tali {

namespace {

using u128 = unsigned __int128;

/// A set of `bits` bits has 2^bits points.
void check_points(const point_set& set, int bits) {
  const u128 all = u128{1} << bits;
  const u128 end = u128{set.first_point} + (set.points == 0 ? 1 : set.points);
  if (end > all) {
    const bool of_points = set.points > 1;
    throw argument_error(of_points ? "first point + points" : "first point",
                         of_points ? std::to_string(set.first_point) + " + " + std::to_string(set.points)
                                   : std::to_string(set.first_point),
                         "at most 2^" + std::to_string(bits) + " points");
  }
  if (set.layout == point_layout::dim_major && set.points == 0) {
    throw argument_error("points", "0", "at least 1 in the layout dim-major");
  }
}

}  // namespace

template <class Word>
sobol<Word>::sobol(const point_set& set, const direction_numbers& numbers)
    : view_{set, nullptr, nullptr, numbers.pitch()}, numbers_(&numbers), last_(0) {
  if (set.dimensions < 1 || set.dimensions > numbers.dimensions()) {
    throw argument_error(
        "dimensions", std::to_string(set.dimensions),
        "1 to " + std::to_string(numbers.dimensions()) + ", the number of dimensions in the table");
  }
  if (set.layout != point_layout::point_major && set.layout != point_layout::dim_major) {
    throw argument_error("layout", std::to_string(static_cast<std::uint32_t>(set.layout)),
                         "point_layout::point_major or dim_major");
  }
  if (set.scramble != scrambling::none && set.scramble != scrambling::shift &&
      set.scramble != scrambling::owen) {
    throw argument_error("scramble", std::to_string(static_cast<std::uint32_t>(set.scramble)),
                         "scrambling::none, shift or owen");
  }
  check_points(set, bits);
  const u128 points = set.points != 0 ? u128{set.points} : (u128{1} << bits) - set.first_point;
  const u128 last = points * set.dimensions - 1;
  constexpr std::uint64_t max_index = std::numeric_limits<std::uint64_t>::max();
  if (last > max_index && set.points != 0) {
    throw argument_error(
        "points", std::to_string(set.points),
        "at most 2^64 / " + std::to_string(set.dimensions) + " points, which are 2^64 coordinates");
  }
  last_ = last > max_index ? max_index : static_cast<std::uint64_t>(last);
  view_.by_dimension = numbers.by_dimension<Word>();
  if (set.layout == point_layout::point_major) view_.by_bit = numbers.by_bit<Word>();
}

template class sobol<std::uint32_t>;
template class sobol<std::uint64_t>;

}  // namespace tali
