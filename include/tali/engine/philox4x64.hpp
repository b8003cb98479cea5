// SPDX-License-Identifier: Apache-2.0
// philox4x64: Philox of 64-bit numbers with ten rounds, as in NumPy, Random123 and C++26.
//
// Source: J. K. Salmon, M. A. Moraes, R. O. Dror, D. E. Shaw, "Parallel Random Numbers: As Easy as 1, 2, 3",
// SC11, section 3.3 and table 2.
#pragma once

#include <array>

#include <tali/detail/standard.hpp>
#include <tali/engine/block_engine.hpp>
#include <tali/engine/seed_sequence.hpp>
#include <tali/simd/wide.hpp>

namespace tali {

namespace detail {

/// The blocks of philox4x64: four 64-bit numbers from a key of 128 bits and a counter of 256 bits.
struct philox4x64_blocks {
  using word = std::uint64_t;
  static constexpr int size = 4;
  static constexpr const char* name = "philox4x64";
  static constexpr const char* summary = "Philox 4x64, 10 rounds, word for word NumPy and Random123";
  static constexpr std::uint64_t max_stream = std::numeric_limits<std::uint64_t>::max();
  static constexpr bool in_lanes = false;
  static constexpr const char* seedings[] = {"plain", "numpy"};

  using counter = wide_counter;

  std::uint64_t key[2];
  counter first;  ///< the first block's counter

  /// The key is `seed`, and `stream` is the counter's third word.
  TALI_FN constexpr philox4x64_blocks(std::uint64_t seed, std::uint64_t stream)
      : key{seed, 0}, first{{0, 0, stream, 0}} {}

  /// The sequence of numpy.random.Philox(seed) for stream 0; for stream t > 0 that of
  /// SeedSequence(seed).spawn(t)[t - 1].
  TALI_HOST_FN static philox4x64_blocks of_numpy(std::uint64_t seed, std::uint64_t stream) {
    detail::seed_sequence from(seed, stream);
    philox4x64_blocks b(0, 0);
    for (auto& k : b.key) k = from.next64();
    b.first.word[0] = 1;  // NumPy increments before it makes a block
    return b;
  }

  /// The engine with seeding number `seeding` of the option seeding=.
  TALI_HOST_FN static philox4x64_blocks seeded(int seeding, std::uint64_t seed, std::uint64_t stream) {
    return seeding == 0 ? philox4x64_blocks(seed, stream) : of_numpy(seed, stream);
  }

  [[nodiscard]] TALI_HOST_FN constexpr std::array<std::uint64_t, 6> numbers() const {
    return {key[0], key[1], first.word[0], first.word[1], first.word[2], first.word[3]};
  }
  TALI_HOST_FN static philox4x64_blocks of(const std::array<std::uint64_t, 6>& n) {
    philox4x64_blocks b(n[0], 0);
    b.key[1] = n[1];
    b.first = {{n[2], n[3], n[4], n[5]}};
    return b;
  }

  TALI_FN friend constexpr bool operator==(const philox4x64_blocks&, const philox4x64_blocks&) = default;

  TALI_FN constexpr counter at(std::uint64_t index) const { return first.plus(index); }
  TALI_FN static constexpr std::uint64_t lowest(const counter& c) { return c.word[0]; }

  template <class Word>
  TALI_FN constexpr void run(const counter& c, const Word& lowest, Word (&x)[size]) const {
    constexpr std::uint64_t factor0 = 0xd2e7470ee14c6c93u, factor1 = 0xca5a826395121157u;
    constexpr std::uint64_t bump0 = 0x9e3779b97f4a7c15u;  // the golden ratio
    constexpr std::uint64_t bump1 = 0xbb67ae8584caa73bu;  // sqrt(3) - 1
    constexpr int rounds = 10;
    x[0] = lowest;
    for (int k = 1; k < 4; ++k) x[k] = Word(c.word[k]);
    std::uint64_t key0 = key[0], key1 = key[1];
    TALI_UNROLL
    for (int round = 0; round < rounds; ++round, key0 += bump0, key1 += bump1) {
      const auto p0 = multiply_wide(x[0], factor0), p1 = multiply_wide(x[2], factor1);
      x[0] = p1.high ^ x[1] ^ key0;
      x[1] = p1.low;
      x[2] = p0.high ^ x[3] ^ key1;
      x[3] = p0.low;
    }
  }
};

}  // namespace detail

/// The engine philox4x64: key = {seed, 0}, counter = {index / 8, 0, stream, 0}, so that stream 0 is
/// std::philox4x64(seed) and Random123's block function. Not for cryptography.
using philox4x64 = detail::block_engine<detail::philox4x64_blocks>;

}  // namespace tali
