// SPDX-License-Identifier: Apache-2.0
// A range of values on one thread, for any engine, distribution and SIMD level. A value is made in the
// registers that hold its words.
// The range is cut into pieces. If a distribution makes each value alone, a piece is a tile: every lane takes
// words for whole values and for whole groups of the engine, and the lanes' values are interleaved into index
// order. A batch distribution's piece is a batch. Pieces begin at multiples of their size, so a range that
// begins or ends inside a piece goes through a small buffer.
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
  static constexpr std::size_t size = static_cast<std::size_t>(Shape::count) * values_per_lane;

  /// The tile that contains value `first`, as its value `skip()`.
  TALI_FN tile(const E& e, const D& d, std::uint64_t first)
      : distribution_{d},
        skip_{static_cast<int>((first * D::words + static_cast<std::uint64_t>(e.phase())) % E::group) /
              D::words},
        cursor_{e, (first - static_cast<std::uint64_t>(skip_)) * D::words, words_per_lane},
        stride_{std::uint64_t{words_per_lane} * Shape::count} {}

  TALI_FN std::size_t skip() const { return static_cast<std::size_t>(skip_); }

  /// Writes the tile's values and moves to the next tile.
  TALI_FN void next(value_type* to) {
    if constexpr (stepwise_distribution<D>) {
      static_assert(values_per_lane == 1);
      detail::value_by_steps<E, Shape>(cursor_, distribution_).store(to);
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
    U32 value_words[D::words];
    for (int j = 0; j < D::words; ++j) value_words[j] = w[k * D::words + j];
    return distribution_(value_words);
  }

  D distribution_;
  int skip_;
  typename E::template cursor<Shape> cursor_;
  typename E::stride stride_;
};

/// A batch of lanes that make their values independently. Words are made for as many lanes at a time as hide
/// the engine's latency, values for one register of lanes.
template <class E, lane_distribution D, int RegisterBytes>
class batch_of_lane_groups {
 public:
  using value_type = typename D::result_type;
  static constexpr std::size_t size = D::batch_size;

  TALI_FN batch_of_lane_groups(const E& e, const D& d, std::uint64_t first)
      : distribution_{d},
        cursor_{e, first, D::lane_words},
        to_next_group_{std::uint64_t{group} * D::lane_words},
        to_next_batch_{std::uint64_t{D::batch_size} - (D::lanes - group) * D::lane_words} {}

  /// Writes a batch and advances.
  TALI_FN void next(value_type* to) {
    for (int lane = 0; lane < D::lanes; lane += group) {
      lanes<std::uint32_t, group, RegisterBytes> w[D::lane_words];
      cursor_.take(w);
      for (int r = 0; r < group / a_register; ++r) {
        lanes<std::uint32_t, a_register, RegisterBytes> register_words[D::lane_words];
        for (int j = 0; j < D::lane_words; ++j) register_words[j].r[0] = w[j].r[r];
        store_lanes<a_register, RegisterBytes>(distribution_, lane + r * a_register, register_words, to);
      }
      cursor_.advance(lane + group < D::lanes ? to_next_group_ : to_next_batch_);
    }
  }

 private:
  static constexpr int a_register = RegisterBytes / 4;
  static constexpr int in_flight = E::registers_in_flight * a_register;
  static constexpr int group = in_flight < D::lanes ? in_flight : D::lanes;

  D distribution_;
  typename E::template cursor<simd<group, RegisterBytes>> cursor_;
  typename E::stride to_next_group_, to_next_batch_;
};

/// n values, starting at value `skip` of the current piece. Only the first and the last piece go through a
/// buffer. The call of next() appears once, because most of the compiled code is inlined there.
template <class Pieces>
TALI_FN void fill_by_pieces(Pieces pieces, std::size_t skip, typename Pieces::value_type* to, std::size_t n) {
  constexpr std::size_t size = Pieces::size;
  typename Pieces::value_type part[size];
  for (;;) {
    const bool whole = skip == 0 && n >= size;
    pieces.next(whole ? to : part);
    std::size_t count = size;
    if (!whole) [[unlikely]] {
      count = n < size - skip ? n : size - skip;
      for (std::size_t i = 0; i < count; ++i) to[i] = part[skip + i];
      skip = 0;
    }
    if (n == count) return;
    to += count;
    n -= count;
  }
}

/// n values starting at value `skip` of the batch at `base`, lane by lane: for a few values, and for an
/// engine within a group of words.
template <class E, lane_distribution D>
TALI_FN void fill_by_lanes(const E& engine, const D& d, std::uint64_t base, std::size_t skip,
                           typename D::result_type* to, std::size_t n) {
  while (n != 0) {
    const std::size_t count = n < D::batch_size - skip ? n : D::batch_size - skip;
    const bool few = count <= D::run;
    const int first = few ? D::lane_of(static_cast<int>(skip)) : 0;
    const int last = few ? D::lane_of(static_cast<int>(skip + count - 1)) : D::lanes - 1;
    for (int lane = first;; lane = (lane + 1) % D::lanes) {
      const typename E::template cursor<scalar> at(
          engine, base + static_cast<std::uint64_t>(lane) * D::lane_words, 0);
      std::uint32_t w[D::lane_words];
      at.take(w);
      typename D::lane_type x[D::lane_values];
      d(w, D::table(), x);
      for (int k = 0; k < D::lane_values; ++k) {
        const auto index = static_cast<std::size_t>(D::index_of(lane, k));
        if (index >= skip && index - skip < count) to[index - skip] = D::stored(x[k]);
      }
      if (lane == last) break;
    }
    base += D::batch_size;
    skip = 0;
    to += count;
    n -= count;
  }
}

/// @param engine  for a distribution without batches: its groups must not split a value's words, so phase()
/// is a multiple of D::words
template <class E, class D, int RegisterBytes>
void fill_fused(const E& engine, const D& distribution, std::uint64_t first, typename D::result_type* to,
                std::size_t n) {
  if (n == 0) return;
  if constexpr (batch_distribution<D>) {
    const auto skip = static_cast<std::size_t>(first % D::batch_size);
    if (engine.phase() == 0 && n > D::run) {
      using batches = batch_of_lane_groups<E, D, RegisterBytes>;
      fill_by_pieces(batches(engine, distribution, first - skip), skip, to, n);
    } else {
      fill_by_lanes(engine, distribution, first - skip, skip, to, n);
    }
  } else {
    const tile<E, D, simd<E::registers_in_flight * RegisterBytes / 4, RegisterBytes>> tiles(
        engine, distribution, first);
    fill_by_pieces(tiles, tiles.skip(), to, n);
  }
}

}  // namespace tali::cpu_driver
