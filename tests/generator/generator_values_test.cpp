// SPDX-License-Identifier: Apache-2.0
// Single values of every distribution are the elements of a generator's substreams at its position.
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

TEST(Generator, AValueIsTheElementAtThePosition) {
  for_each_distribution([](const auto& d) {
    generator g(5, 6);
    for (const std::uint64_t first : {std::uint64_t{0}, (std::uint64_t{1} << 33) + 5}) {
      g.seek(first);
      for (std::uint64_t i = first; i < first + 40; ++i) {
        ASSERT_EQ(g.position(), i);
        ASSERT_TRUE(same(g(d), value(g.substream(d), d, i))) << name_of(d) << ' ' << i;
      }
    }
  });
}

TEST(Generator, SingleValuesOfAllDistributionsByTurns) {
  generator g(3, 4);
  std::uint64_t at = 0;
  for (int round = 0; round < 60; ++round) {
    for_each_distribution([&](const auto& d) {
      const auto x = g(d);
      if (round % 20 == 7) {
        ASSERT_TRUE(same(x, elements(g, d, at, 1).front())) << name_of(d) << ' ' << at;
      }
      ++at;
    });
  }
  EXPECT_EQ(g.position(), at);
}

TEST(Generator, ParametersThatChangeFromCallToCall) {
  generator g(7);
  for (std::uint64_t i = 0; i < 400; ++i) {
    const double x = 0.5 + static_cast<double>(i % 7);
    switch (i % 5) {
      case 0:
        ASSERT_TRUE(same(g.normal(x, x), value(g.substream<normal<double>>(), normal<double>(x, x), i)));
        break;
      case 1:
        ASSERT_TRUE(
            same(g.exponential(x), value(g.substream<exponential<double>>(), exponential<double>(x), i)));
        break;
      case 2: {
        const uniform_int<std::int64_t> d(-7, static_cast<std::int64_t>(i));
        ASSERT_EQ(g.integer(d.low(), d.high()), value(g.substream(d), d, i));
        break;
      }
      case 3:
        ASSERT_EQ(g.bernoulli(x / 10), value(g.substream<bernoulli>(), bernoulli(x / 10), i) != 0);
        break;
      default: {
        const tali::gamma<double> d(x);
        ASSERT_TRUE(same(g(d), value(g.substream(d), d, i)));
      }
    }
  }
}

}  // namespace
}  // namespace tali::test
