// SPDX-License-Identifier: Apache-2.0
// The table of an inverted distribution against its sums.
#include <cstdint>
#include <memory>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include <tali/fill.hpp>

namespace tali::test {
namespace {

template <class D>
void check_table(const D& d) {
  const auto table = std::make_unique<detail::inversion_table>();
  detail::make_table(d.law(), *table);
  ASSERT_GT(table->outcomes, 0);
  // Numbers next to every sum and some others.
  std::vector<std::uint32_t> numbers{0, 1, 0xffffffffu};
  for (int i = 0; i < table->outcomes; ++i) {
    const std::uint32_t last = table->entries[i].last;
    for (const std::uint32_t n : {last - 0x10000u, last - 1, last, last + 1, last + 0x10000u})
      numbers.push_back(n);
  }
  std::mt19937 random(7);
  for (int i = 0; i < 2000; ++i) numbers.push_back(static_cast<std::uint32_t>(random()));

  int by_half = 0, by_word = 0;
  for (const std::uint32_t n : numbers) {
    // The outcomes at both ends of what a number's first bits leave open, by the definition.
    const auto outcome = [&](std::uint32_t high, std::uint32_t low) {
      return detail::invert(d.law(), high, low);
    };
    std::int32_t from_mode = 0;
    if (table->find(n, from_mode)) {
      ++by_word;
      ASSERT_EQ(table->mode + from_mode, outcome(n, 0)) << n;
      ASSERT_EQ(table->mode + from_mode, outcome(n, 0xffffffffu)) << n;
    }
    if (table->find_by_half(n >> 16, from_mode)) {
      ++by_half;
      ASSERT_EQ(table->mode + from_mode, outcome(n & 0xffff0000u, 0)) << n;
      ASSERT_EQ(table->mode + from_mode, outcome(n | 0xffffu, 0xffffffffu)) << n;
    }
  }
  EXPECT_GT(by_word, 2000);
  EXPECT_GT(by_half, 1500);

  // Every cell: an outcome that is known is that of the least and the greatest number of these first bits.
  int known = 0;
  for (std::uint32_t half = 0; half < 0x10000; ++half) {
    std::int32_t from_mode = 0;
    if (!table->find_by_half(half, from_mode)) continue;
    ++known;
    ASSERT_EQ(table->mode + from_mode, detail::invert(d.law(), half << 16, 0)) << half;
    ASSERT_EQ(table->mode + from_mode, detail::invert(d.law(), half << 16 | 0xffffu, 0xffffffffu)) << half;
  }
  EXPECT_GE(known, 0x10000 - table->outcomes);
}

TEST(InversionTable, TellsWhatTheSumsSay) {
  for (const double mean : {0.01, 0.5, 10.0, 1000.0, 3000.0}) check_table(poisson<std::uint32_t>(mean));
  check_table(binomial<std::int64_t>(100, 0.3));
  check_table(binomial<std::int64_t>(100, 0.7));
  check_table(negative_binomial<std::int64_t>(3, 0.3));
  check_table(hypergeometric<std::int64_t>(60, 40, 30));
}

/// Eight samples share a block, and none a bit with another.
TEST(InversionWords, AreEachSamplesOwn) {
  const philox4x32 e(5, 6);
  const rejection_words<10> words(e, 77);
  const auto all_places = [&]<int m>(std::integral_constant<int, m>) {
    std::vector<int> seen(32 * 8);
    for (unsigned i = 0; i < 256; ++i) {
      const auto p = rejection_words<10>::inversion_slot_of<m>(i);
      ASSERT_LT(p.block, 32u);
      ASSERT_LT(p.slot, 8u);
      ++seen[p.block * 8 + p.slot];
      // The block's own word.
      std::uint32_t w[4];
      words.block(0, rejection_words<10>::inversion_words, 0)(p.block + 3 * 32, w);
      const std::uint32_t half = p.slot < 4 ? w[p.slot] & 0xffffu : w[p.slot - 4] >> 16;
      EXPECT_EQ(words.template inversion_half<m>(3 * 256 + i), half);
    }
    for (const int n : seen) EXPECT_EQ(n, 1);
  };
  all_places(std::integral_constant<int, 4>{});
  all_places(std::integral_constant<int, 2>{});
}

}  // namespace
}  // namespace tali::test
