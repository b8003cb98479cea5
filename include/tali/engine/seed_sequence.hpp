// SPDX-License-Identifier: Apache-2.0
// seed_sequence: the words that NumPy's SeedSequence makes from a seed.
//
// After M. E. O'Neill's randutils (2015), as in numpy.random.SeedSequence: entropy is hashed into a pool of
// four words, and the pool into any number of words.
#pragma once

#include <tali/detail/standard.hpp>
#include <tali/simd/bits.hpp>

namespace tali::detail {

/// The words of numpy.random.SeedSequence, in order.
class seed_sequence {
 public:
  /// SeedSequence(seed), or, if child > 0, SeedSequence(seed).spawn(child)[child - 1].
  explicit constexpr seed_sequence(std::uint64_t seed, std::uint64_t child = 0) {
    std::uint32_t entropy[pool_size + 2] = {narrow(seed), narrow(seed >> 32)};
    std::size_t words = seed >> 32 == 0 ? 1 : 2;
    if (child != 0) {  // after the seed's words, padded with zeros to the pool's size
      words = pool_size;
      entropy[words++] = narrow(child - 1);
      if ((child - 1) >> 32 != 0) entropy[words++] = narrow((child - 1) >> 32);
    }
    mix_in({entropy, words});
  }

  /// SeedSequence(entropy), for a number of any size as words, the lowest first. The words of a non-empty
  /// spawn key follow; entropy of fewer than four words is padded with zeros before them.
  explicit constexpr seed_sequence(std::span<const std::uint32_t> entropy) { mix_in(entropy); }

  /// The next word, and the next 64 bits: two words, the low half first.
  constexpr std::uint32_t next() {
    std::uint32_t x = pool_[at_++ % pool_size] ^ output_constant_;
    output_constant_ *= 0x58f38dedu;
    x *= output_constant_;
    return x ^ (x >> 16);
  }
  constexpr std::uint64_t next64() {
    const std::uint32_t low = next();
    return join(low, next());
  }

 private:
  static constexpr std::size_t pool_size = 4;

  constexpr void mix_in(std::span<const std::uint32_t> entropy) {
    std::uint32_t constant = 0x43b0d7e5u;
    const auto hash = [&](std::uint32_t x) {
      x ^= constant;
      constant *= 0x931e8875u;
      x *= constant;
      return x ^ (x >> 16);
    };
    const auto mix = [](std::uint32_t x, std::uint32_t y) {
      const std::uint32_t z = 0xca01f9ddu * x - 0x4973f715u * y;
      return z ^ (z >> 16);
    };
    for (std::size_t i = 0; i < pool_size; ++i) pool_[i] = hash(i < entropy.size() ? entropy[i] : 0);
    for (std::size_t from = 0; from < pool_size; ++from) {
      for (std::size_t to = 0; to < pool_size; ++to) {
        if (from != to) pool_[to] = mix(pool_[to], hash(pool_[from]));
      }
    }
    for (std::size_t from = pool_size; from < entropy.size(); ++from) {
      for (std::uint32_t& to : pool_) to = mix(to, hash(entropy[from]));
    }
  }

  std::uint32_t pool_[pool_size] = {};
  std::uint32_t output_constant_ = 0x8b51f9ddu;
  std::size_t at_ = 0;
};

}  // namespace tali::detail
