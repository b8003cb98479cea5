// SPDX-License-Identifier: Apache-2.0
// threefry2x32 and threefry4x64: counter-based engines with 20 rounds of additions, rotations and xors, as in
// JAX and Random123.
//
// Source: J. K. Salmon, M. A. Moraes, R. O. Dror, D. E. Shaw, "Parallel Random Numbers: As Easy as 1, 2, 3",
// SC11, section 3.2; the cipher is Skein's Threefish with fewer rounds.
#pragma once

#include <array>
#include <string>

#include <tali/detail/standard.hpp>
#include <tali/engine/block_engine.hpp>
#include <tali/error.hpp>
#include <tali/simd/bits.hpp>

namespace tali {

namespace detail {

/// a + b, for any word type.
template <class U>
TALI_FN constexpr U threefry_add(const U& a, const U& b) {
#if defined(TALI_GPU_CODE)
  if constexpr (std::is_integral_v<U>) return gpu::add_by_multipliers(a, b);
#endif
  return a + b;
}

/// Mixes two words of `bits` bits, for any word type.
template <int bits, class U>
TALI_FN constexpr void threefry_mix(U& a, U& b, int turns) {
  a = threefry_add(a, b);
  b = ((b << turns) | (b >> (bits - turns))) ^ a;
}

/// The cipher of two 32-bit words.
template <class U32>
TALI_FN constexpr void threefry_cipher(const std::uint32_t (&key)[2], U32 (&x)[2]) {
  constexpr int turns[2][4] = {{13, 15, 26, 6}, {17, 29, 16, 24}};
  const std::uint32_t keys[3] = {key[0], key[1], 0x1bd11bdau ^ key[0] ^ key[1]};
  x[0] = x[0] + U32(keys[0]);
  x[1] = x[1] + U32(keys[1]);
  TALI_UNROLL
  for (int fourth = 0; fourth < 5; ++fourth) {
    for (const int n : turns[fourth % 2]) threefry_mix<32>(x[0], x[1], n);
    x[0] = threefry_add(x[0], U32(keys[(fourth + 1) % 3]));
    x[1] = threefry_add(x[1], U32(keys[(fourth + 2) % 3] + static_cast<std::uint32_t>(fourth + 1)));
  }
}

/// The cipher of four 64-bit words.
template <class U64>
TALI_FN constexpr void threefry_cipher(const std::uint64_t (&key)[4], U64 (&x)[4]) {
  constexpr int turns[8][2] = {{14, 16}, {52, 57}, {23, 40}, {5, 37}, {25, 33}, {46, 12}, {58, 22}, {32, 32}};
  std::uint64_t keys[5] = {key[0], key[1], key[2], key[3], 0x1bd11bdaa9fc1a22u};
  for (int i = 0; i < 4; ++i) {
    keys[4] ^= key[i];
    x[i] = x[i] + U64(key[i]);
  }
  TALI_UNROLL
  for (int fourth = 0; fourth < 5; ++fourth) {
    for (int r = 0; r < 4; r += 2) {
      const int(&even)[2] = turns[4 * (fourth % 2) + r], (&odd)[2] = turns[4 * (fourth % 2) + r + 1];
      threefry_mix<64>(x[0], x[1], even[0]);
      threefry_mix<64>(x[2], x[3], even[1]);
      threefry_mix<64>(x[0], x[3], odd[0]);
      threefry_mix<64>(x[2], x[1], odd[1]);
    }
    for (int i = 0; i < 3; ++i) x[i] = threefry_add(x[i], U64(keys[(fourth + 1 + i) % 5]));
    x[3] = threefry_add(x[3], U64(keys[(fourth + 4) % 5] + static_cast<std::uint64_t>(fourth + 1)));
  }
}

/// How threefry2x32 uses the two words from each counter.
enum class threefry_order {
  random123,  ///< two words; the low half of the counter, and of the key, is the cipher's first word
  jax,        ///< one word, the xor of both: a 32-bit element of jax.random.bits; high halves first
  jax64,      ///< two words, the second first: a 64-bit element of jax.random.bits; high halves first
};

/// The blocks of threefry2x32, with a key of 64 bits and a counter of 64 bits.
template <threefry_order Order>
struct threefry2x32_blocks {
  using word = std::uint32_t;
  static constexpr bool high_first = Order != threefry_order::random123;
  static constexpr int size = Order == threefry_order::jax ? 1 : 2;
  static constexpr const char* name = Order == threefry_order::jax     ? "threefry2x32-jax"
                                      : Order == threefry_order::jax64 ? "threefry2x32-jax64"
                                                                       : "threefry2x32";
  static constexpr const char* summary =
      Order == threefry_order::jax     ? "Threefry 2x32, 20 rounds, as jax.random.bits makes 32-bit numbers"
      : Order == threefry_order::jax64 ? "Threefry 2x32, 20 rounds, as jax.random.bits makes 64-bit numbers"
                                       : "Threefry 2x32, 20 rounds, word for word Random123";
  static constexpr std::uint64_t max_stream = std::numeric_limits<std::uint64_t>::max();
  static constexpr bool in_lanes = true;

  struct counter {
    std::uint32_t low, high;

    [[nodiscard]] TALI_FN constexpr counter plus(std::uint64_t n) const {
      const std::uint64_t sum = join(low, high) + n;
      return {narrow(sum), narrow(sum >> 32)};
    }
  };

  std::uint32_t key[2];  ///< in the cipher's order; for JAX: the key data
  std::uint64_t first;   ///< the first block's counter

  /// For stream 0 the key of `seed`; for other streams the block of the counter `stream` under that key, as
  /// in jax.random.fold_in.
  TALI_FN constexpr threefry2x32_blocks(std::uint64_t seed, std::uint64_t stream) : key{}, first{0} {
    arrange(seed, key);
    if (stream == 0) return;
    std::uint32_t folded[2] = {};
    arrange(stream, folded);
    detail::threefry_cipher(key, folded);
    key[0] = folded[0];
    key[1] = folded[1];
  }
  /// The key of these words, in the cipher's order.
  TALI_FN static constexpr threefry2x32_blocks of_key(std::uint32_t word0, std::uint32_t word1) {
    threefry2x32_blocks b(0, 0);
    b.key[0] = word0;
    b.key[1] = word1;
    return b;
  }

  [[nodiscard]] TALI_HOST_FN constexpr std::array<std::uint64_t, 3> numbers() const {
    return {key[0], key[1], first};
  }
  /// @throws argument_error unless the key's words have 32 bits
  TALI_HOST_FN static threefry2x32_blocks of(const std::array<std::uint64_t, 3>& n) {
    for (int k = 0; k < 2; ++k) {
      if (n[static_cast<std::size_t>(k)] >> 32 != 0) {
        throw argument_error("state", std::to_string(n[static_cast<std::size_t>(k)]),
                             "words of the key from 0 to 4294967295");
      }
    }
    threefry2x32_blocks b = of_key(narrow(n[0]), narrow(n[1]));
    b.first = n[2];
    return b;
  }

  TALI_FN friend constexpr bool operator==(const threefry2x32_blocks&, const threefry2x32_blocks&) = default;

  TALI_FN constexpr counter at(std::uint64_t index) const {
    return {narrow(first + index), narrow((first + index) >> 32)};
  }
  TALI_FN static constexpr std::uint32_t lowest(const counter& c) { return c.low; }

  template <class U32>
  TALI_FN constexpr void run(const counter& c, const U32& lowest, U32 (&out)[size]) const {
    U32 x[2] = {lowest, U32(c.high)};
    if constexpr (high_first) {
      x[0] = U32(c.high);
      x[1] = lowest;
    }
    detail::threefry_cipher(key, x);
    if constexpr (Order == threefry_order::jax) {
      out[0] = x[0] ^ x[1];
    } else {
      out[0] = high_first ? x[1] : x[0];
      out[1] = high_first ? x[0] : x[1];
    }
  }

 private:
  TALI_FN static constexpr void arrange(std::uint64_t x, std::uint32_t (&words)[2]) {
    words[high_first ? 1 : 0] = narrow(x);
    words[high_first ? 0 : 1] = narrow(x >> 32);
  }
};

/// The blocks of threefry4x64: four 64-bit numbers from a key and a counter of 256 bits each.
struct threefry4x64_blocks {
  using word = std::uint64_t;
  static constexpr int size = 4;
  static constexpr const char* name = "threefry4x64";
  static constexpr const char* summary = "Threefry 4x64, 20 rounds, word for word Random123";
  static constexpr std::uint64_t max_stream = std::numeric_limits<std::uint64_t>::max();
  static constexpr bool in_lanes = true;
  using counter = wide_counter;

  std::uint64_t key[4];
  counter first;  ///< the first block's counter

  /// The key is `seed`, and `stream` is the counter's third word.
  TALI_FN constexpr threefry4x64_blocks(std::uint64_t seed, std::uint64_t stream)
      : key{seed, 0, 0, 0}, first{{0, 0, stream, 0}} {}

  [[nodiscard]] TALI_HOST_FN constexpr std::array<std::uint64_t, 8> numbers() const {
    std::array<std::uint64_t, 8> all{};
    for (std::size_t k = 0; k < 4; ++k) {
      all[k] = key[k];
      all[4 + k] = first.word[k];
    }
    return all;
  }
  TALI_HOST_FN static threefry4x64_blocks of(const std::array<std::uint64_t, 8>& n) {
    threefry4x64_blocks b(0, 0);
    for (std::size_t k = 0; k < 4; ++k) {
      b.key[k] = n[k];
      b.first.word[k] = n[4 + k];
    }
    return b;
  }

  TALI_FN friend constexpr bool operator==(const threefry4x64_blocks&, const threefry4x64_blocks&) = default;

  TALI_FN constexpr counter at(std::uint64_t index) const { return first.plus(index); }
  TALI_FN static constexpr std::uint64_t lowest(const counter& c) { return c.word[0]; }

  template <class U64>
  TALI_FN constexpr void run(const counter& c, const U64& lowest, U64 (&x)[size]) const {
    x[0] = lowest;
    for (int k = 1; k < size; ++k) x[k] = U64(c.word[k]);
    detail::threefry_cipher(key, x);
  }
};

}  // namespace detail

/// The engine threefry2x32: 2^64 blocks of two words for each of 2^64 keys. Not for cryptography.
using threefry2x32 = detail::block_engine<detail::threefry2x32_blocks<detail::threefry_order::random123>>;
/// Element i of jax.random.bits(key, shape), with 32 and 64 bits, for every shape, if
/// jax_threefry_partitionable is on. Seeds below 2^32 equal those of jax.random.key.
using threefry2x32_jax = detail::block_engine<detail::threefry2x32_blocks<detail::threefry_order::jax>>;
using threefry2x32_jax64 = detail::block_engine<detail::threefry2x32_blocks<detail::threefry_order::jax64>>;
/// The engine threefry4x64: key = {seed, 0, 0, 0}, counter = {index / 8, 0, stream, 0}. Not for cryptography.
using threefry4x64 = detail::block_engine<detail::threefry4x64_blocks>;

}  // namespace tali
