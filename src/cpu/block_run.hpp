// SPDX-License-Identifier: Apache-2.0
// The words of an engine of blocks in order: as many blocks at a time as a SIMD level has lanes, or one.
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
    if constexpr (Blocks::in_lanes && std::endian::native == std::endian::little) take_lanes(to, n);
    if constexpr (std::endian::native == std::endian::little) {
      const Blocks blocks = engine_->blocks();
      while (n >= group) {
        auto c = blocks.at(at_ / group);
        const auto here = static_cast<std::size_t>(std::min<std::uint64_t>(n / group, blocks_left()));
        for (std::size_t k = 0; k < here; ++k, to += group, c = c.plus(1)) {
          word x[Blocks::size];
          blocks.run(c, Blocks::lowest(c), x);
          std::memcpy(to, x, sizeof x);
        }
        at_ += here * group;
        n -= here * group;
      }
    }
    for (; n >= group; n -= group, to += group) take_part(0, to, group);
    if (n != 0) take_part(0, to, n);
  }

 private:
  /// Blocks to the sequence's end, behind which it goes on at its beginning; at the beginning, as many as can
  /// be asked for.
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

  /// As long as whole registers of blocks are left whose counters differ in the lowest word alone.
  TALI_FN void take_lanes(std::uint32_t*& to, std::size_t& n) {
    constexpr std::size_t count = R / sizeof(word);
    using words = lanes<word, static_cast<int>(count), R>;
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
      auto counters = words::iota(lowest, 1);
      for (std::size_t k = 0; k < steps; ++k, to += count * group, counters = counters + word{count}) {
        words x[Blocks::size];
        blocks.run(c, counters, x);
        store(x, to);
      }
      at_ += steps * count * group;
      n -= steps * count * group;
    }
  }

  template <class Lanes, int m>
  TALI_FN static void store(const Lanes (&x)[m], std::uint32_t* to) {
    word together[Lanes::count * m];
    store_woven(x, together);
    std::memcpy(to, together, sizeof together);
  }

  const engine* engine_;
  std::uint64_t at_;
};

}  // namespace tali::cpu_driver
TALI_WIDE_REGISTERS_END
