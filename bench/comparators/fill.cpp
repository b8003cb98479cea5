// SPDX-License-Identifier: Apache-2.0
// Compiled once for every SIMD level, with its compiler flags and TALI_REGISTER_BYTES, as the kernels in
// src/cpu are.
#include "comparators/fill.hpp"

#include <algorithm>

#include <tali/engine/philox4x32.hpp>
#include <tali/math/lanes_arithmetic.hpp>
#include <tali/rejection/attempts.hpp>
#include <tali/simd/lanes.hpp>
#include <tali/simd/masks.hpp>

#include "comparators/box_muller.hpp"
#include "comparators/irwin_hall.hpp"
#include "surrogate.hpp"

namespace tali::bench {

namespace {

template <class D>
void fill(std::uint64_t first, void* to, std::size_t n) {
  using T = typename D::result_type;
  constexpr int registers = TALI_REGISTER_BYTES;
  constexpr int count = philox4x32::registers_in_flight * registers / 4;
  using shape = simd<count, registers>;
  using words = lanes<std::uint32_t, count, registers>;
  philox4x32::cursor<shape> at(philox4x32(1, 2), first, D::words < 4 ? 4 : D::words);
  // Two draws of two words share a group of the engine.
  constexpr int taken = D::words < 4 ? 4 : D::words;
  const philox4x32::stride stride(std::uint64_t{taken} * count);
  auto* out = static_cast<T*>(to);
  auto* const end = out + n;
  while (out < end) {
    words w[taken];
    at.take(w);
    for (int k = 0; k < taken; k += D::words) {
      words own[D::words];
      for (int j = 0; j < D::words; ++j) own[j] = w[k + j];
      lanes<T, count, registers> x[D::outputs];
      D{}(own, x);
      for (int j = 0; j < D::outputs && out < end; ++j, out += count) x[j].store(out);
    }
    at.advance(stride);
  }
}

template <class D>
constexpr comparator entry(const char* type) {
  return {D::name, type, sizeof(typename D::result_type), &fill<D>};
}

/// A register's lanes work on as many samples as there are groups, each lane of a group on another attempt,
/// until every group has its sample.
template <int n>
void make(double rejection, int group, std::uint32_t* to, std::size_t count) {
  constexpr int R = TALI_REGISTER_BYTES, N = R / 4;
  const rejection_words<detail::rounds_at_run_time> words(
      rejection_words(philox4x32(1), tag_of("surrogate")));
  const surrogate<n> attempt(rejection);
  const int together = N / group;
  std::uint64_t firsts = 0;  // a bit for the first lane of every group
  for (int l = 0; l < N; l += group) firsts |= std::uint64_t{1} << l;
  for (std::size_t i = 0; i < count; i += static_cast<std::size_t>(together)) {
    std::uint64_t j[N];
    for (int l = 0; l < N; ++l) {
      j[l] = std::min<std::uint64_t>(i + static_cast<std::uint64_t>(l / group), count - 1);
    }
    const std::size_t here = std::min<std::size_t>(static_cast<std::size_t>(together), count - i);
    std::uint64_t open = firsts & ((std::uint64_t{1} << here * static_cast<std::size_t>(group)) - 1);
    for (std::uint32_t first = 0; open != 0; first += static_cast<std::uint32_t>(group)) {
      std::uint32_t k[N];
      for (int l = 0; l < N; ++l) k[l] = first + static_cast<std::uint32_t>(l % group);
      lanes<std::uint32_t, N, R> w[n];
      words.template operator()<n, N, R>(j, k, w);
      const auto a = attempt(w);
      const std::uint64_t accepted = detail::mask_bits(a.accepted);
      std::uint64_t any = accepted;  // in the group that begins at a lane
      for (int l = 1; l < group; l *= 2) any |= any >> l;
      for (std::uint64_t made = any & open; made != 0; made &= made - 1) {
        const int lane = __builtin_ctzll(made);
        to[i + static_cast<std::size_t>(lane / group)] =
            a.value.get(lane + __builtin_ctzll(accepted >> lane));
      }
      open &= ~any;
    }
  }
}

}  // namespace

template <>
const level_comparators& comparators_of<TALI_REGISTER_BYTES>() {
  static constexpr level_comparators all{{entry<box_muller<float>>("f32"), entry<box_muller<double>>("f64"),
                                          entry<irwin_hall<float>>("f32"), entry<irwin_hall<double>>("f64")},
                                         {{4, &make<4>}, {16, &make<16>}, {32, &make<32>}}};
  return all;
}

}  // namespace tali::bench
