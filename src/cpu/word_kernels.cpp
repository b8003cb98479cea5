// SPDX-License-Identifier: Apache-2.0
// The word operations of one SIMD level: words of the word engines and of attempts, steps of generator banks,
// and permutations. CMake compiles this file once per level, with the level's compiler flags and
// TALI_REGISTER_BYTES.
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <new>
#include <type_traits>

#include <tali/detail/store_lanes.hpp>
#include <tali/engine/block_engine.hpp>
#include <tali/math/lanes_arithmetic.hpp>
#include <tali/simd/lanes.hpp>
#include <tali/simd/masks.hpp>
#include <tali/simd/wide.hpp>

#include "cpu/kernels.hpp"
#include "cpu/permutation_range.hpp"
#include "linear/jump.hpp"
#include "mtgp/tile.hpp"

TALI_WIDE_REGISTERS_BEGIN
namespace tali::cpu_driver {

// The words of a block engine in order, several blocks at a time, in SIMD lanes or in scalars. Each round of
// a block waits for the previous round, so a few registers of blocks take little longer than one.

/// n 64-bit numbers in scalar registers, with the operations that rounds need.
template <int n>
struct scalars {
  static constexpr int count = n;
  std::uint64_t at[n];

  scalars() = default;
  TALI_FN explicit scalars(std::uint64_t x) {
    for (std::uint64_t& each : at) each = x;
  }
  TALI_FN static scalars iota(std::uint64_t first, std::uint64_t step) {
    scalars all;
    for (std::uint64_t& each : all.at) each = first, first += step;
    return all;
  }

  TALI_FN friend scalars operator+(scalars a, std::uint64_t b) {
    for (std::uint64_t& each : a.at) each += b;
    return a;
  }
  TALI_FN friend scalars operator^(scalars a, const scalars& b) {
    for (int k = 0; k < n; ++k) a.at[k] ^= b.at[k];
    return a;
  }
  TALI_FN friend scalars operator^(const scalars& a, std::uint64_t b) { return a ^ scalars(b); }
  TALI_FN friend detail::wide_product<scalars> multiply_wide(const scalars& a, std::uint64_t b) {
    detail::wide_product<scalars> product;
    for (int k = 0; k < n; ++k) {
      const auto p = tali::multiply_wide(a.at[k], b);
      product.low.at[k] = p.low;
      product.high.at[k] = p.high;
    }
    return product;
  }
};

template <class Blocks, int R>
class block_run {
  using engine = detail::block_engine<Blocks>;
  using word = typename Blocks::word;
  static constexpr std::size_t group = engine::group;

 public:
  TALI_FN block_run(const engine& e, std::uint64_t first) : engine_{&e}, at_{e.position() + first} {}

  TALI_FN void skip(std::uint64_t n) { at_ += n; }

  TALI_FN void next(std::uint32_t* to, std::size_t n) {
    const std::size_t phase = at_ % group;
    if (phase != 0 && n != 0) {
      const std::size_t count = std::min(n, group - phase);
      take_part(phase, to, count);
      to += count;
      n -= count;
    }
    if constexpr (std::endian::native == std::endian::little) {
      if constexpr (Blocks::in_lanes) {
        take<registers_of_blocks<sizeof(word) == 8 ? 4 : 2>>(to, n);
        take<registers_of_blocks<1>>(to, n);
      } else {
        take<scalars<2>>(to, n);
      }
    }
    for (; n >= group; n -= group, to += group) take_part(0, to, group);
    if (n != 0) take_part(0, to, n);
  }

 private:
  /// Number of blocks before the sequence's end, where the counter wraps around; at the beginning, the
  /// maximum.
  TALI_FN std::uint64_t blocks_left() const {
    const std::uint64_t left = (0 - at_) / group;
    return left != 0 ? left : std::numeric_limits<std::uint64_t>::max();
  }

  TALI_FN void take_part(std::size_t phase, std::uint32_t* to, std::size_t n) {
    std::uint32_t words[group];
    engine_->load(at_ / group, words);
    std::memcpy(to, words + phase, n * sizeof *to);
    at_ += n;
  }

  template <int registers>
  using registers_of_blocks = lanes<word, registers * R / static_cast<int>(sizeof(word)), R>;

  /// Makes as many blocks at a time as Words has lanes, while the counters differ only in the lowest word.
  template <class Words>
  TALI_FN void take(std::uint32_t*& to, std::size_t& n) {
    constexpr std::size_t count = Words::count;
    const Blocks blocks = engine_->blocks();
    while (n >= count * group) {
      const auto c = blocks.at(at_ / group);
      const word lowest = Blocks::lowest(c);
      const std::uint64_t before_carry = std::numeric_limits<word>::max() - lowest;
      const auto steps = static_cast<std::size_t>(
          std::min({std::uint64_t{n / (count * group)}, before_carry / count, blocks_left() / count}));
      if (steps == 0) {
        take_part(0, to, group);
        to += group;
        n -= group;
        continue;
      }
      auto counters = Words::iota(lowest, 1);
      for (std::size_t k = 0; k < steps; ++k, to += count * group, counters = counters + word{count}) {
        Words x[Blocks::size];
        blocks.run(c, counters, x);
        store(x, to);
      }
      at_ += steps * count * group;
      n -= steps * count * group;
    }
  }

  template <class Lanes, int m>
  TALI_FN static void store(const Lanes (&x)[m], std::uint32_t* to) {
    store_woven(x, reinterpret_cast<word*>(to));  // `to` may be unaligned, as for store of lanes
  }
  template <int count, int m>
  TALI_FN static void store(const scalars<count> (&x)[m], std::uint32_t* to) {
    std::uint64_t contiguous[count * m];
    for (int b = 0; b < count; ++b) {
      for (int i = 0; i < m; ++i) contiguous[b * m + i] = x[i].at[b];
    }
    std::memcpy(to, contiguous, sizeof contiguous);
  }

  const engine* engine_;
  std::uint64_t at_;
};

template <>
constinit const word_kernels level_kernels<word_kernels, TALI_REGISTER_BYTES>::table = {
    &detail::mtgp_tile<std::uint32_t, TALI_REGISTER_BYTES>,
    &detail::mtgp_tile<std::uint64_t, TALI_REGISTER_BYTES>,
    &permutation_range<std::uint32_t, TALI_REGISTER_BYTES>,
    &permutation_range<std::uint64_t, TALI_REGISTER_BYTES>};

namespace {

/// An engine's run of words: its member type, or the one above for block engines.
template <class E>
struct run_of_engine {
  using type = typename E::template run<TALI_REGISTER_BYTES>;
};
template <class Blocks>
struct run_of_engine<detail::block_engine<Blocks>> {
  using type = block_run<Blocks, TALI_REGISTER_BYTES>;
};

template <class E>
constexpr word_run run_of() {
  using run = typename run_of_engine<E>::type;
  static_assert(sizeof(run) <= run_bytes && alignof(run) <= run_alignment);
  static_assert(std::is_trivially_destructible_v<run>);
  constexpr std::uint64_t near = detail::near_words<E>;
  // Kept runs are compared by the bytes of their engines.
  static_assert(near == 0 || (sizeof(E) <= kept_engine_bytes && std::has_unique_object_representations_v<E>));
  return {[](void* memory, const void* engine, std::uint64_t first) {
            new (memory) run(*static_cast<const E*>(engine), first);
          },
          [](void* memory, std::uint32_t* to, std::size_t n) { static_cast<run*>(memory)->next(to, n); },
          [](void* memory, std::uint64_t n) { static_cast<run*>(memory)->skip(n); }, near, sizeof(E)};
}

template <class... E>
constexpr word_engine_kernels kernels_of(detail::type_list<E...>) {
  return {{{run_of<E>()...}}};
}

}  // namespace

template <>
constinit const word_engine_kernels level_kernels<word_engine_kernels, TALI_REGISTER_BYTES>::table =
    kernels_of(catalogue::word_engines{});

namespace {

constexpr int R = TALI_REGISTER_BYTES, N = R / 4;
static_assert(N - 1 <= max_extra_blocks);

using groups_of_lanes = lanes<std::uint64_t, N, R>;

/// Stores one block per lane, lane by lane.
TALI_FN void store_blocks(const philox4x32_block<detail::rounds_at_run_time>& block,
                          const groups_of_lanes& groups, std::uint32_t* to) {
  low_halves<N, R> c[4];
  block(low_halves<N, R>(groups), c);
  lanes<std::uint32_t, N, R> w[4];
  for (int i = 0; i < 4; ++i) w[i] = narrow(c[i]);
  store_woven(w, to);
}

template <int>
void blocks(const rejection_words<detail::rounds_at_run_time>& words, std::uint64_t group, std::uint32_t k,
            std::uint32_t b, std::size_t n, std::uint32_t* to) {
  const auto block = words.block(group, k, b);
  for (std::size_t i = 0; i < n; i += N) store_blocks(block, groups_of_lanes::iota(group + i, 1), to + 4 * i);
}

template <int>
void listed_blocks(const rejection_words<detail::rounds_at_run_time>& words, std::uint64_t base,
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
TALI_WIDE_REGISTERS_END
