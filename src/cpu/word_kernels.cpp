// SPDX-License-Identifier: Apache-2.0
// The word operations of one SIMD level: words of the word engines and of attempts, steps of generator banks;
// and permutations. CMake compiles this file once for every level, with the level's compiler flags and
// TALI_REGISTER_BYTES.
#include "cpu/word_kernels.hpp"

#include <new>
#include <type_traits>

#include <tali/detail/store_lanes.hpp>
#include <tali/simd/lanes.hpp>

#include "cpu/attempt_kernels.hpp"
#include "cpu/block_run.hpp"
#include "cpu/level_kernels.hpp"
#include "cpu/permutation_range.hpp"
#include "cpu/word_engine_kernels.hpp"
#include "linear/near.hpp"
#include "mtgp/tile.hpp"

namespace tali::cpu_driver {

template <>
constinit const word_kernels level_kernels<word_kernels, TALI_REGISTER_BYTES>::table = {
    &detail::mtgp_tile<std::uint32_t, TALI_REGISTER_BYTES>,
    &detail::mtgp_tile<std::uint64_t, TALI_REGISTER_BYTES>,
    &permutation_range<std::uint32_t, TALI_REGISTER_BYTES>,
    &permutation_range<std::uint64_t, TALI_REGISTER_BYTES>};

namespace {

/// An engine's own run of words, or that of block engines.
template <class E>
struct run_of_engine {
  using type = typename E::template run<TALI_REGISTER_BYTES>;
};
template <class Blocks>
struct run_of_engine<block_engine<Blocks>> {
  using type = block_run<Blocks, TALI_REGISTER_BYTES>;
};

template <class E>
constexpr word_run run_of() {
  using run = typename run_of_engine<E>::type;
  static_assert(sizeof(run) <= run_bytes && alignof(run) <= run_alignment);
  static_assert(std::is_trivially_destructible_v<run>);
  constexpr std::uint64_t near = detail::near_words<E>;
  // Kept runs need engines that can be compared by their bytes.
  static_assert(near == 0 || (sizeof(E) <= kept_engine_bytes && std::has_unique_object_representations_v<E>));
  return {[](void* memory, const void* engine, std::uint64_t first) {
            new (memory) run(*static_cast<const E*>(engine), first);
          },
          [](void* memory, std::uint32_t* to, std::size_t n) { static_cast<run*>(memory)->next(to, n); },
          [](void* memory, std::uint64_t n) { static_cast<run*>(memory)->skip(n); }, near, sizeof(E)};
}

template <class... E>
constexpr word_engine_kernels kernels_of(type_list<E...>) {
  return {{{run_of<E>()...}}};
}

}  // namespace

template <>
constinit const word_engine_kernels level_kernels<word_engine_kernels, TALI_REGISTER_BYTES>::table =
    kernels_of(word_engines{});

namespace {

constexpr int R = TALI_REGISTER_BYTES, N = R / 4;
static_assert(N - 1 <= most_blocks_over);

using groups_of_lanes = lanes<std::uint64_t, N, R>;

/// Stores one block per lane, lane by lane.
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
