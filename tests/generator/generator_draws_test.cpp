// SPDX-License-Identifier: Apache-2.0
// A generator's draws of every distribution are the elements of its substreams at its position, however they
// are mixed.
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

TEST(Generator, NoMixOfDrawsShows) {
  std::mt19937_64 random(1);
  for_each_distribution([&](const auto& d) {
    using T = typename std::decay_t<decltype(d)>::result_type;
    generator g(random(), random());
    const std::uint64_t first = random() % 3 == 0 ? random() % (elements_in_all(d) - 20000) : random() % 300;
    constexpr std::size_t n = 10000;
    const std::vector<T> all = elements(g, d, first, n);
    g.seek(first);
    std::size_t at = 0;
    for (int step = 0; step < 150; ++step) {
      ASSERT_EQ(g.position(), first + at);
      std::size_t taken = random() % 3 == 0 ? random() % 600 : random() % 50;
      if (at + taken > n) {
        g.seek(first);
        at = 0;
      }
      switch (random() % 7) {
        case 0: {
          std::vector<T> some(taken);
          g.fill(d, some);
          ASSERT_TRUE(
              std::equal(some.begin(), some.end(), all.begin() + static_cast<std::ptrdiff_t>(at), same<T>))
              << name_of(d) << ' ' << first + at;
          break;
        }
        case 1: {
          std::vector<T> some(taken);
          g.fill(cpu{.threads = 2}, d, some);
          ASSERT_TRUE(
              std::equal(some.begin(), some.end(), all.begin() + static_cast<std::ptrdiff_t>(at), same<T>))
              << name_of(d) << ' ' << first + at;
          break;
        }
        case 2:
          g.discard(taken);
          break;
        case 3:
          at = random() % (n - 600);
          g.seek(first + at);
          taken = 0;
          break;
        case 4:
          g = random() % 2 == 0 ? generator(g) : generator(std::move(g));
          taken = 0;
          break;
        default:  // alternating with another distribution
          for (std::size_t i = 0; i < taken; ++i) {
            if (step % 2 == 0 && i % 3 == 1) {
              g.uniform();
            } else {
              ASSERT_TRUE(same(g(d), all[at + i])) << name_of(d) << ' ' << first + at + i;
            }
          }
      }
      at += taken;
    }
  });
}

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
