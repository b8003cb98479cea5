// SPDX-License-Identifier: Apache-2.0
// philox4x64, threefry2x32 and threefry4x64 against the authors' library, at random keys and counters.
#include <random>

#include <gtest/gtest.h>

#include <tali/engine/philox4x64.hpp>
#include <tali/engine/threefry.hpp>

#if __has_include(<Random123/philox.h>)
#include <Random123/philox.h>
#include <Random123/threefry.h>
#undef philox4x64  // macros by the names of tali's engines
#undef threefry2x32
#undef threefry4x64
#define TALI_HAS_RANDOM123 1
#else
#define TALI_HAS_RANDOM123 0
#endif

namespace tali::test {
namespace {

#if TALI_HAS_RANDOM123

/// Words of their block.
template <class Block>
std::vector<std::uint32_t> words_of(const Block& block) {
  std::vector<std::uint32_t> words;
  for (const auto x : block) {
    words.push_back(static_cast<std::uint32_t>(x));
    if constexpr (sizeof x == 8) words.push_back(static_cast<std::uint32_t>(x >> 32));
  }
  return words;
}

template <class E>
void expect_block(const E& e, std::uint64_t block, const std::vector<std::uint32_t>& words) {
  ASSERT_EQ(words.size(), static_cast<std::size_t>(E::group));
  for (std::size_t k = 0; k < words.size(); ++k) ASSERT_EQ(e.word(block * E::group + k), words[k]) << E::name;
}

TEST(Random123, HasTheseBlocks) {
  std::mt19937_64 random(31);
  for (int round = 0; round < 2000; ++round) {
    const std::uint64_t seed = random(), stream = random(), block = random() >> 4;
    expect_block(philox4x64(seed, stream), block,
                 words_of(r123::Philox4x64()({{block, 0, stream, 0}}, {{seed, 0}})));
    expect_block(threefry4x64(seed, stream), block,
                 words_of(r123::Threefry4x64()({{block, 0, stream, 0}}, {{seed, 0, 0, 0}})));
    expect_block(threefry2x32(seed), block,
                 words_of(r123::Threefry2x32()({{narrow(block), narrow(block >> 32)}},
                                               {{narrow(seed), narrow(seed >> 32)}})));
  }
}

TEST(Random123, HasTheseKeysAndCounters) {
  std::mt19937_64 random(32);
  for (int round = 0; round < 2000; ++round) {
    std::uint64_t x[8];
    for (auto& each : x) each = random() | (random() % 4 == 0 ? ~std::uint64_t{0} : 0);  // carries too
    const std::uint64_t block = random() >> 4;
    const auto plus = [&](std::uint64_t c0, std::uint64_t c1, std::uint64_t c2, std::uint64_t c3) {
      return detail::wide_counter{{c0, c1, c2, c3}}.plus(block);
    };
    const detail::wide_counter p = plus(x[2], x[3], x[4], x[5]);
    expect_block(
        philox4x64::restored({x[0], x[1], x[2], x[3], x[4], x[5], 0}), block,
        words_of(r123::Philox4x64()({{p.word[0], p.word[1], p.word[2], p.word[3]}}, {{x[0], x[1]}})));
    const detail::wide_counter t = plus(x[4], x[5], x[6], x[7]);
    expect_block(threefry4x64::restored({x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7], 0}), block,
                 words_of(r123::Threefry4x64()({{t.word[0], t.word[1], t.word[2], t.word[3]}},
                                               {{x[0], x[1], x[2], x[3]}})));
  }
}

#else

TEST(Random123, HasTheseBlocks) { GTEST_SKIP() << "Random123's headers are not installed"; }

#endif

TEST(WideCounter, Carries) {
  constexpr std::uint64_t last = std::numeric_limits<std::uint64_t>::max();
  EXPECT_EQ((detail::wide_counter{{last, last, 5, 0}}.plus(2)), (detail::wide_counter{{1, 0, 6, 0}}));
  EXPECT_EQ((detail::wide_counter{{last, last, last, last}}.plus(1)), (detail::wide_counter{{0, 0, 0, 0}}));
  EXPECT_EQ((detail::wide_counter{{3, last, 0, 0}}.plus(4)), (detail::wide_counter{{7, last, 0, 0}}));
}

}  // namespace
}  // namespace tali::test
