// SPDX-License-Identifier: Apache-2.0
// Two draws are one draw of both, for every distribution, also by name.
#include <algorithm>
#include <cstdint>
#include <random>
#include <span>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <tali/generator.hpp>

#include "generator/each_distribution.hpp"
#include "support/same_bits.hpp"

namespace tali::test {
namespace {

TEST(Generator, TwoDrawsAreOneDrawOfBoth) {
  std::mt19937_64 random(2);
  for_each_distribution([&](const auto& d) {
    using T = typename std::decay_t<decltype(d)>::result_type;
    const generator start(random());
    generator once = start, cut = start;
    std::vector<T> whole(5000), pieces(5000);
    once.fill(d, whole);
    for (std::size_t at = 0; at < pieces.size();) {
      const std::size_t n = std::min(pieces.size() - at, std::size_t{random() % 900});
      cut.fill(d, std::span(pieces).subspan(at, n));
      at += n;
    }
    EXPECT_TRUE(same_bits(whole, pieces)) << name_of(d);
    EXPECT_EQ(once, cut);
    EXPECT_EQ(once.position(), 5000u);
    generator erased = start;
    const any_distribution any = d;
    EXPECT_EQ(erased.substream(any), erased.substream(d));
    for (std::size_t at = 0; at < pieces.size(); at += 2500) {
      erased.fill(cpu{.threads = 1}, any, pieces.data() + at, 2500);
    }
    EXPECT_TRUE(same_bits(whole, pieces)) << name_of(d);
    EXPECT_EQ(once, erased);
  });
}

}  // namespace
}  // namespace tali::test
