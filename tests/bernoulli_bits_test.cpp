// SPDX-License-Identifier: Apache-2.0
// Packed bits against the comparisons of 64 bits that they stand for, one bit at a time.
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include <tali/catalogue.hpp>

#include "support/places.hpp"

namespace tali::test {
namespace {

/// Probabilities whose digits end at once, late and never, and those next to 0 and to 1.
constexpr double probabilities[] = {0,   1,       0.5,     0.25,    0.75,  0.3,         0x1p-4,
                                    0.1, 0x1p-64, 0x1p-65, 0x3p-64, 1e-12, 1 - 0x1p-53, 0x1p-1074};

/// Whether a number of 64 bits is below p 2^64, without the product.
bool is_below(std::uint64_t u, double p) {
  if (p == 1) return true;
  int exponent = 0;
  const auto digits = static_cast<std::uint64_t>(std::ldexp(std::frexp(p, &exponent), 53));
  const int shift = 64 + exponent - 53;  // p 2^64 = digits 2^shift
  return shift > -64 && u < (shift >= 0 ? digits << shift : digits >> -shift);
}

/// The value of 64 words, a bit at a time.
std::uint32_t slow(const std::uint32_t* words, double p) {
  std::uint32_t value = 0;
  for (int b = 0; b < 32; ++b) {
    std::uint64_t u = 0;
    for (int k = 0; k < 64; ++k) u = u << 1 | (words[k] >> b & 1);
    if (is_below(u, p)) value |= std::uint32_t{1} << b;
  }
  return value;
}

template <class E>
class BernoulliBits : public ::testing::Test {};
using some_engines = ::testing::Types<philox4x32, philox4x32_7, pcg32, pcg64, mt19937>;
TYPED_TEST_SUITE(BernoulliBits, some_engines);

TYPED_TEST(BernoulliBits, AreComparisonsOf64Bits) {
  TypeParam e(5, 6);
  // Whole groups on, so that values' words still begin with a group; and at a place within one.
  for (const unsigned moved : {0u, 64u, 2u}) {
    e.discard(moved);
    for (const std::uint64_t first : {std::uint64_t{0}, std::uint64_t{7}, (std::uint64_t{1} << 28) - 20}) {
      std::vector<std::uint32_t> words(64 * 50);
      TypeParam there = e;
      there.discard(64 * first);
      for (std::uint32_t& w : words) w = there();
      for (const double p : probabilities) {
        // Each of its words is a jump there, by the definition.
        if (std::is_same_v<TypeParam, mt19937> && first > 7 && p != 0.3) continue;
        const bernoulli_bits d(p);
        std::vector<std::uint32_t> expected(50);
        for (std::size_t i = 0; i < expected.size(); ++i) expected[i] = slow(&words[64 * i], p);
        EXPECT_EQ(value(e, d, first + 3), expected[3]) << p;
        for (const place& where : places()) {
          for (const std::size_t n : {std::size_t{1}, std::size_t{50}}) {
            const std::vector<std::uint32_t> got = fill_at(where, e, d, first, n);
            for (std::size_t i = 0; i < n; ++i) {
              ASSERT_EQ(got[i], expected[i]) << p << " at " << first << " + " << i << " past " << moved;
            }
          }
        }
      }
    }
  }
}

TEST(BernoulliBitsOfAWord, AreBernoulliOfTheSameBits) {
  std::mt19937_64 random(1);
  for (const double p : probabilities) {
    for (int round = 0; round < 100; ++round) {
      std::uint32_t w[64];
      // Digits of the threshold as far as a place, so that comparisons last.
      const int alike = static_cast<int>(random() % 65);
      const auto t = p < 1 ? static_cast<std::uint64_t>(p * 0x1p64) : ~std::uint64_t{0};
      for (int k = 0; k < 64; ++k) {
        w[k] = k < alike ? ((t >> (63 - k) & 1) != 0 ? ~0u : 0u) : static_cast<std::uint32_t>(random());
      }
      const std::uint32_t got = bernoulli_bits(p)(w);
      for (int b = 0; b < 32; ++b) {
        std::uint64_t u = 0;
        for (const std::uint32_t x : w) u = u << 1 | (x >> b & 1);
        const std::uint32_t halves[] = {static_cast<std::uint32_t>(u), static_cast<std::uint32_t>(u >> 32)};
        ASSERT_EQ(got >> b & 1, bernoulli(p)(halves)) << p << " bit " << b;
      }
    }
  }
}

/// Stands for an engine, and counts what is taken.
struct counting_engine {
  static constexpr int group = 4;
  struct stride {
    explicit stride(std::uint64_t words) : words{words} {}
    std::uint64_t words;
  };
  template <class Shape>
  struct cursor {
    const std::uint32_t* at;
    int* takes;
    template <int n>
    void take(std::uint32_t (&w)[n]) const {
      ++*takes;
      for (int k = 0; k < n; ++k) w[k] = at[k];
    }
    void advance(const stride& s) { at += s.words; }
  };
};
int steps_of(double p, const std::uint32_t* words) {
  int takes = 0;
  using cursor = counting_engine::cursor<scalar>;
  const std::uint32_t got =
      detail::value_by_steps<counting_engine, scalar>(cursor{words, &takes}, bernoulli_bits(p));
  EXPECT_EQ(got, slow(words, p)) << p;
  return takes;
}

TEST(BernoulliBitsOfAWord, TakeAsFewWordsAsTellThem) {
  std::mt19937 random(2);
  std::vector<std::uint32_t> words(64);
  int all = 0;
  constexpr int rounds = 20000;
  for (int round = 0; round < rounds; ++round) {
    for (std::uint32_t& w : words) w = static_cast<std::uint32_t>(random());
    for (const double p : {0.0, 0.5, 0x3p-4, 1.0}) ASSERT_EQ(steps_of(p, words.data()), 1) << p;
    ASSERT_LE(steps_of(0x1p-8, words.data()), 2);
    all += steps_of(0.3, words.data());
  }
  // Some of 32 bits are open after 4 k words with probability 1 - (1 - 2^-4k)^32: 2.0 steps on average.
  EXPECT_NEAR(all, 2.0 * rounds, 0.02 * rounds);
  // Words that are the threshold's digits leave all bits open to the last one, here the 64th.
  for (std::size_t k = 0; k < words.size(); ++k) words[k] = k == 11 ? ~0u : 0u;
  EXPECT_EQ(steps_of(0x1p-12 + 0x1p-64, words.data()), 16);
}

TEST(BernoulliBitsOfAWord, HaveTheirLaw) {
  const bernoulli_bits d(0.3);
  EXPECT_EQ(d.distribution_function(-1), 0);
  EXPECT_NEAR(d.distribution_function(0), std::pow(0.7, 32), 1e-18);
  EXPECT_NEAR(d.distribution_function(2), std::pow(0.7, 32) + 2 * 0.3 * std::pow(0.7, 31), 1e-18);
  EXPECT_NEAR(d.distribution_function(0x1p31 - 1), 0.7, 1e-15);
  EXPECT_EQ(d.distribution_function(0x1p32 - 1), 1);
  EXPECT_EQ(bernoulli_bits(0).distribution_function(0), 1);
  EXPECT_EQ(bernoulli_bits(1).distribution_function(0x1p32 - 2), 0);
}

}  // namespace
}  // namespace tali::test
