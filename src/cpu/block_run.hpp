// SPDX-License-Identifier: Apache-2.0
// The words of an engine of blocks in order, several blocks at a time: in a SIMD level's lanes, or in
// scalars. Each round of a block waits for the previous one, so that a few registers of blocks take little
// longer than one.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>

#include <tali/detail/store_lanes.hpp>
#include <tali/engine/block_engine.hpp>
#include <tali/simd/lanes.hpp>

TALI_WIDE_REGISTERS_BEGIN
namespace tali::cpu_driver {

/// n 64-bit numbers in scalar registers, with the operations of rounds.
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
  TALI_FN friend wide_product<scalars> multiply_wide(const scalars& a, std::uint64_t b) {
    wide_product<scalars> product;
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
  using engine = block_engine<Blocks>;
  using word = typename Blocks::word;
  static constexpr std::size_t group = engine::group;

 public:
  TALI_FN block_run(const engine& e, std::uint64_t first) : engine_{&e}, at_{e.position() + first} {}

  TALI_FN void skip(std::uint64_t n) { at_ += n; }

  TALI_FN void next(std::uint32_t* to, std::size_t n) {
    const std::size_t phase = at_ % group;
    if (phase != 0 && n != 0) {
      const std::size_t here = std::min(n, group - phase);
      take_part(phase, to, here);
      to += here;
      n -= here;
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
  /// Number of blocks until the sequence wraps around at its end; at the beginning, the maximum.
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

  /// As many blocks at a time as Words has lanes, while the counters differ only in the lowest word.
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
    store_woven(x, reinterpret_cast<word*>(to));  // at any address, as lanes are stored
  }
  template <int count, int m>
  TALI_FN static void store(const scalars<count> (&x)[m], std::uint32_t* to) {
    std::uint64_t together[count * m];
    for (int b = 0; b < count; ++b) {
      for (int i = 0; i < m; ++i) together[b * m + i] = x[i].at[b];
    }
    std::memcpy(to, together, sizeof together);
  }

  const engine* engine_;
  std::uint64_t at_;
};

}  // namespace tali::cpu_driver
TALI_WIDE_REGISTERS_END
