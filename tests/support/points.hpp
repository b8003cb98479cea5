// SPDX-License-Identifier: Apache-2.0
// Point sets for tests: fills at every place, and sets of many shapes.
#pragma once

#include <random>

#include <tali/fill.hpp>
#if defined(TALI_HAS_CUDA)
#include <tali/cuda/fill.hpp>
#endif

#include "support/places.hpp"
#include "support/ranges.hpp"

namespace tali::test {

/// Calls f(engine type, distribution type) for all that points can have.
template <class F>
void each_quasi_pair(F&& f) {
  catalogue::quasi_engines::for_each([&]<class E>(int, detail::type_list<E> engine) {
    catalogue::coordinate_distributions::for_each(
        [&]<class D>(int, detail::type_list<D> distribution) { f(engine, distribution); });
  });
}

/// A set of a random shape with at least `elements` elements.
inline point_set random_set(std::mt19937_64& random, std::size_t elements, int bits) {
  point_set s;
  const std::uint32_t sizes[] = {1, 2, 3, 5, 8, 16, 17, 31, 40, 100, 129, 300, 512, 1000, 1025, 4099, 21201};
  s.dimensions = sizes[random() % std::size(sizes)];
  s.layout = random() % 2 == 0 ? point_layout::dim_major : point_layout::point_major;
  s.scramble = static_cast<scrambling>(random() % 3);
  s.points = elements / s.dimensions + 1 + random() % 3;
  if (random() % 3 == 0) s.points = 1 + random() % 3000;  // rows short and long
  while (s.points * s.dimensions < elements) s.points *= 2;
  if (s.layout == point_layout::point_major && random() % 2 == 0) s.points = 0;
  const std::uint64_t most = (bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << 32) - 1) -
                             (s.points == 0 ? elements : s.points - 1);
  switch (random() % 4) {
    case 0:
      s.first_point = 0;
      break;
    case 1:
      s.first_point = random() % 5;
      break;
    case 2:
      s.first_point = most - (random() % 2 == 0 ? 0 : random() % 5);  // up to the sequence's end
      break;
    default:
      s.first_point = random() % most;
  }
  s.seed = random();
  s.replicate = random() >> random() % 64;
  return s;
}

}  // namespace tali::test
