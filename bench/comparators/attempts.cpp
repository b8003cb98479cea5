// SPDX-License-Identifier: Apache-2.0
// Compiled once for every SIMD level, as fill.cpp is.
#include "comparators/attempts.hpp"

#include <algorithm>

#include <tali/engine/philox4x32.hpp>
#include <tali/math/lanes_arithmetic.hpp>
#include <tali/rejection/attempts.hpp>
#include <tali/simd/masks.hpp>

#include "surrogate.hpp"

namespace tali::bench {

namespace {

/// A register's lanes work on as many samples as there are groups, each lane of a group on another attempt,
/// until every group has its sample.
template <int n>
void make(double rejection, int group, std::uint32_t* to, std::size_t count) {
  constexpr int R = TALI_REGISTER_BYTES, N = R / 4;
  const rejection_words<rounds_at_run_time> words(rejection_words(philox4x32(1), tag_of("surrogate")));
  const surrogate<n> attempt(rejection);
  const int together = N / group;
  const std::uint64_t group_bits = (std::uint64_t{1} << group) - 1;
  for (std::size_t i = 0; i < count; i += static_cast<std::size_t>(together)) {
    std::uint64_t j[N];
    for (int l = 0; l < N; ++l) {
      j[l] = std::min<std::uint64_t>(i + static_cast<std::uint64_t>(l / group), count - 1);
    }
    const int here = static_cast<int>(std::min<std::size_t>(static_cast<std::size_t>(together), count - i));
    std::uint64_t open = (std::uint64_t{1} << here) - 1;
    for (std::uint32_t first = 0; open != 0; first += static_cast<std::uint32_t>(group)) {
      std::uint32_t k[N];
      for (int l = 0; l < N; ++l) k[l] = first + static_cast<std::uint32_t>(l % group);
      lanes<std::uint32_t, N, R> w[n];
      words.template operator()<n, N, R>(j, k, w);
      const auto a = attempt(w);
      const std::uint64_t accepted = mask_bits(a.accepted);
      for (std::uint64_t rest = open; rest != 0; rest &= rest - 1) {
        const int s = __builtin_ctzll(rest);
        const std::uint64_t mine = (accepted >> (s * group)) & group_bits;
        if (mine == 0) continue;
        to[i + static_cast<std::size_t>(s)] = a.value.get(s * group + __builtin_ctzll(mine));
        open &= ~(std::uint64_t{1} << s);
      }
    }
  }
}

}  // namespace

template <>
const grouped_attempts (&grouped_attempts_of<TALI_REGISTER_BYTES>())[grouped_attempts_count] {
  static constexpr grouped_attempts all[grouped_attempts_count] = {
      {4, &make<4>}, {16, &make<16>}, {32, &make<32>}};
  return all;
}

}  // namespace tali::bench
