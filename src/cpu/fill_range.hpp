// SPDX-License-Identifier: Apache-2.0
// A range of values on one thread, for any engine, distribution and SIMD shape.
//
// Work is divided into tiles: every lane takes words for whole values and whole groups of the engine, and the
// lanes' values are interleaved into index order. Tiles begin at multiples of the engine's group, so a range
// that begins or ends within a tile goes through a small buffer.
#pragma once

#include <cstddef>
#include <cstdint>

#include <tali/detail/store_lanes.hpp>
#include <tali/math/lanes_arithmetic.hpp>
#include <tali/sequence.hpp>
#include <tali/simd/lanes.hpp>

namespace tali::cpu_driver {

template <class E, class D, class Shape>
class tile {
  static constexpr int larger = E::group > D::words ? E::group : D::words;
  static_assert(larger % E::group == 0 && larger % D::words == 0);

 public:
  using value_type = typename D::result_type;
  static constexpr int words_per_lane = larger;
  static constexpr int values_per_lane = larger / D::words;
  static constexpr int size = Shape::count * values_per_lane;

  /// The tile that contains value `first`, as its value `skip()`.
  TALI_FN tile(const E& e, const D& d, std::uint64_t first)
      : distribution_{d},
        skip_{static_cast<int>((first * D::words + static_cast<std::uint64_t>(e.phase())) % E::group) /
              D::words},
        cursor_{e, (first - static_cast<std::uint64_t>(skip_)) * D::words, words_per_lane},
        stride_{std::uint64_t{words_per_lane} * Shape::count} {}

  TALI_FN int skip() const { return skip_; }

  /// Writes the tile's values and moves to the next tile.
  TALI_FN void next(value_type* to) {
    if constexpr (stepwise_distribution<D>) {
      static_assert(values_per_lane == 1);
      value_by_steps<E, Shape>(cursor_, distribution_).store(to);
    } else {
      using u32 = typename Shape::template of<std::uint32_t>;
      u32 w[words_per_lane];
      cursor_.take(w);
      weave(w, to);
    }
    cursor_.advance(stride_);
  }

 private:
  template <class U32>
  TALI_FN void weave(const U32 (&w)[words_per_lane], value_type* to) const {
    using lanes_of_values = decltype(value_of(w, 0));
    lanes_of_values v[values_per_lane];
    for (int k = 0; k < values_per_lane; ++k) v[k] = value_of(w, k);
    store_woven(v, to);
  }

  template <class U32>
  TALI_FN auto value_of(const U32 (&w)[words_per_lane], int k) const {
    U32 own[D::words];
    for (int j = 0; j < D::words; ++j) own[j] = w[k * D::words + j];
    return distribution_(own);
  }

  D distribution_;
  int skip_;
  typename E::template cursor<Shape> cursor_;
  typename E::stride stride_;
};

/// @param engine  no value's words cross groups: phase() is a multiple of D::words
template <class E, class D, int RegisterBytes>
void fill_range(const E& engine, const D& distribution, std::uint64_t first, typename D::result_type* to,
                std::size_t n) {
  if (n == 0) return;
  using shape = simd<E::registers_in_flight * RegisterBytes / 4, RegisterBytes>;
  using work = tile<E, D, shape>;
  work t(engine, distribution, first);
  typename D::result_type part[work::size];
  // A tile is nearly all of the compiled code, so there is only one call, for whole and partial tiles.
  auto skip = static_cast<std::size_t>(t.skip());
  for (;;) {
    const bool whole = skip == 0 && n >= work::size;
    t.next(whole ? to : part);
    std::size_t made = work::size;
    if (!whole) [[unlikely]] {
      made = n < work::size - skip ? n : work::size - skip;
      for (std::size_t i = 0; i < made; ++i) to[i] = part[skip + i];
      skip = 0;
    }
    if (n == made) return;
    to += made;
    n -= made;
  }
}

}  // namespace tali::cpu_driver
