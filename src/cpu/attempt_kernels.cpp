// SPDX-License-Identifier: Apache-2.0
// One SIMD level's words of attempts. CMake compiles this file once for every level, with
// TALI_REGISTER_BYTES.
#include "cpu/attempt_kernels.hpp"

#include <tali/detail/store_lanes.hpp>
#include <tali/simd/lanes.hpp>

#include "cpu/level_kernels.hpp"

namespace tali::cpu_driver {

namespace {

constexpr int R = TALI_REGISTER_BYTES, N = R / 4;
static_assert(N - 1 <= most_blocks_over);

using groups_of_lanes = lanes<std::uint64_t, N, R>;

/// A block a lane, lane by lane.
TALI_FN void store_blocks(const philox4x32_block<rounds_at_run_time>& block, const groups_of_lanes& groups,
                          std::uint32_t* to) {
  low_halves<N, R> c[4];
  block(low_halves<N, R>(groups), c);
  lanes<std::uint32_t, N, R> w[4];
  for (int i = 0; i < 4; ++i) w[i] = narrow(c[i]);
  store_woven(w, to);
}

template <int>
void blocks(const rejection_words<rounds_at_run_time>& words, std::uint64_t group, std::uint32_t k,
            std::uint32_t b, std::size_t n, std::uint32_t* to) {
  const auto block = words.block(group, k, b);
  for (std::size_t i = 0; i < n; i += N) store_blocks(block, groups_of_lanes::iota(group + i, 1), to + 4 * i);
}

template <int>
void listed_blocks(const rejection_words<rounds_at_run_time>& words, std::uint64_t base,
                   const std::uint16_t* at, std::uint32_t k, std::uint32_t b, std::size_t n,
                   std::uint32_t* to) {
  const auto block = words.block(base, k, b);
  for (std::size_t i = 0; i < n; i += N) {
    std::uint64_t groups[N];
    for (std::size_t l = 0; l < N; ++l) groups[l] = base + at[i + l];
    store_blocks(block, groups_of_lanes::load(groups), to + 4 * i);
  }
}

}  // namespace

template <>
constinit const attempt_kernels level_kernels<attempt_kernels, TALI_REGISTER_BYTES>::table = {
    &blocks<TALI_REGISTER_BYTES>, &listed_blocks<TALI_REGISTER_BYTES>};

}  // namespace tali::cpu_driver
