// SPDX-License-Identifier: Apache-2.0
// A range of a batch distribution on one thread, a batch at a time.
#pragma once

#include <cstddef>
#include <cstdint>

#include <tali/detail/store_lanes.hpp>
#include <tali/sequence.hpp>
#include <tali/simd/lanes.hpp>

namespace tali::cpu_driver {

/// A batch from lanes that make their values independently. Words are made for as many lanes at a time as the
/// engine needs in flight, values for one register of lanes.
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
        lanes<std::uint32_t, a_register, RegisterBytes> own[D::lane_words];
        for (int j = 0; j < D::lane_words; ++j) own[j].r[0] = w[j].r[r];
        store_lanes<a_register, RegisterBytes>(distribution_, lane + r * a_register, own, to);
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

/// n values starting at value `skip` of the batch at `base`, lane by lane: for a few values, and for an
/// engine within a group of words.
template <class E, lane_distribution D>
TALI_FN void fill_by_lanes(const E& engine, const D& d, std::uint64_t base, std::size_t skip,
                           typename D::result_type* to, std::size_t n) {
  while (n != 0) {
    const std::size_t here = n < D::batch_size - skip ? n : D::batch_size - skip;
    const bool few = here <= D::run;
    const int first = few ? D::lane_of(static_cast<int>(skip)) : 0;
    const int last = few ? D::lane_of(static_cast<int>(skip + here - 1)) : D::lanes - 1;
    for (int lane = first;; lane = (lane + 1) % D::lanes) {
      const typename E::template cursor<scalar> at(
          engine, base + static_cast<std::uint64_t>(lane) * D::lane_words, 0);
      std::uint32_t w[D::lane_words];
      at.take(w);
      typename D::lane_type x[D::lane_values];
      d(w, D::table(), x);
      for (int k = 0; k < D::lane_values; ++k) {
        const auto index = static_cast<std::size_t>(D::index_of(lane, k));
        if (index >= skip && index - skip < here) to[index - skip] = D::stored(x[k]);
      }
      if (lane == last) break;
    }
    base += D::batch_size;
    skip = 0;
    to += here;
    n -= here;
  }
}

/// The range by batches; only the first and the last batch are made in a separate buffer.
template <class Span>
TALI_FN void fill_by_batches(Span s, std::size_t skip, typename Span::value_type* to, std::size_t n) {
  constexpr std::size_t size = Span::size;
  typename Span::value_type part[size];
  for (;;) {  // a single call that makes a batch, to save compile time
    const bool whole = skip == 0 && n >= size;
    s.next(whole ? to : part);
    std::size_t made = size;
    if (!whole) [[unlikely]] {
      made = n < size - skip ? n : size - skip;
      for (std::size_t i = 0; i < made; ++i) to[i] = part[skip + i];
      skip = 0;
    }
    if (n == made) return;
    to += made;
    n -= made;
  }
}

template <class E, lane_distribution D, int RegisterBytes>
void fill_blocks(const E& engine, const D& distribution, std::uint64_t first, typename D::result_type* to,
                 std::size_t n) {
  if (n == 0) return;
  const auto skip = static_cast<std::size_t>(first % D::batch_size);
  if (engine.phase() == 0 && n > D::run) {
    fill_by_batches(batch_of_lane_groups<E, D, RegisterBytes>(engine, distribution, first - skip), skip, to,
                    n);
  } else {
    fill_by_lanes(engine, distribution, first - skip, skip, to, n);
  }
}

}  // namespace tali::cpu_driver
