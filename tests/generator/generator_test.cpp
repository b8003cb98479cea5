// SPDX-License-Identifier: Apache-2.0
// A generator hands out the elements of its substreams at its position, however it is asked for them.
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <numeric>
#include <random>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <tali/generator.hpp>

#include "generator/each_distribution.hpp"
#include "support/refusal.hpp"
#include "support/same_bits.hpp"

namespace tali::test {

/// A device that notes what it was asked for, and has the CPU do it.
struct noting_device {
  std::uint64_t* first;
};
void run(const noting_device& where, const detail::request& r) {
  *where.first = r.first;
  detail::run(cpu{.threads = 1}, r);
}

namespace {

static_assert(std::uniform_random_bit_generator<generator>);
static_assert(std::copyable<generator> && std::equality_comparable<generator>);
static_assert(std::is_nothrow_move_constructible_v<generator> &&
              std::is_nothrow_move_assignable_v<generator>);
static_assert(sizeof(generator) <= 96);

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

TEST(Generator, NamedValuesAreThoseOfTheirDistributions) {
  generator g(8), h(8);
  for (int i = 0; i < 500; ++i) {
    ASSERT_EQ(g(), h(bits<std::uint64_t>()));
    ASSERT_EQ(g.uniform(), h(uniform<double>()));
    ASSERT_EQ(g.normal(), h(normal<double>()));
    ASSERT_EQ(g.normal(0, 1), h(normal<double>()));
    ASSERT_EQ(g.exponential(), h(exponential<double>()));
    ASSERT_EQ(g.integer(1, 6), h(uniform_int<std::int64_t>(1, 6)));
    ASSERT_EQ(g.bernoulli(), h(bernoulli(0.5)) != 0);
  }
  EXPECT_EQ(g, h);
}

TEST(Generator, UniformBetweenBoundsNeverIsTheUpperOne) {
  generator g(9);
  const double above = 1 + 0x1p-52;
  for (int i = 0; i < 300; ++i) {
    EXPECT_EQ(g.uniform(1, above), 1);
    EXPECT_EQ(g.uniform(-0x1p-1074, 0), -0x1p-1074);
    EXPECT_EQ(g.uniform(-above, -1), -above);
    const double x = g.uniform(-1e308, 7e307);
    EXPECT_TRUE(x >= -1e308 && x < 7e307);
  }
  const double most = std::numeric_limits<double>::max(), nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(refusal([&] { g.uniform(2, 1); }), "low is 2");
  EXPECT_THROW(g.uniform(1, 1), argument_error);
  EXPECT_THROW(g.uniform(-most, most), argument_error);
  EXPECT_THROW(g.uniform(0, nan), argument_error);
  EXPECT_THROW(g.uniform(nan, 0), argument_error);
  EXPECT_EQ(g.position(), 1200u);
}

TEST(Generator, WhatIsRefusedMovesNothing) {
  generator g(1);
  g.discard(10);
  EXPECT_THROW(g.normal(0, -1), argument_error);
  EXPECT_THROW(g.exponential(0), argument_error);
  EXPECT_THROW(g.integer(2, 1), argument_error);
  EXPECT_THROW(g.bernoulli(2), argument_error);
  EXPECT_THROW(g.fill(uniform<double>(), std::span(static_cast<double*>(nullptr), 100)), argument_error);
  EXPECT_THROW(g.seek(generator::end() + 1), argument_error);
  EXPECT_EQ(g.position(), 10u);
  EXPECT_EQ(g.normal(), value(g.substream<normal<double>>(), normal<double>(), 10));
}

TEST(Generator, EndsWhereAllDistributionsEnd) {
  for_each_distribution([](const auto& d) {
    using T = typename std::decay_t<decltype(d)>::result_type;
    generator g(1);
    const std::uint64_t end = elements_in_all(d);
    for (int round = 0; round < 2; ++round) {
      g.seek(end - 3);
      for (std::uint64_t i = end - 3; i != end; ++i) {
        ASSERT_TRUE(same(g(d), elements(g, d, i, 1).front())) << name_of(d);
      }
      ASSERT_EQ(g.position(), end);
      EXPECT_THROW(g(d), argument_error);
      if (end == generator::end()) {
        EXPECT_THROW(g.discard(1), argument_error);
      }
      EXPECT_THROW(g.discard(~std::uint64_t{0}), argument_error);
      std::vector<T> none, few(3), many(300);
      EXPECT_NO_THROW(g.fill(d, none));
      EXPECT_THROW(g.fill(cpu{}, d, std::span(many).first(1)), argument_error);
      g.seek(end - 2);
      EXPECT_THROW(g.fill(d, few), argument_error);
      EXPECT_THROW(g.fill(d, many), argument_error);
      EXPECT_EQ(g.position(), end - 2);
    }
    g.seek(end - 300);
    std::vector<T> last(300);
    g.fill(d, last);
    EXPECT_EQ(g.position(), end);
    EXPECT_TRUE(same(last.back(), elements(g, d, end - 1, 1).front()));
  });
  generator g;
  g.seek(generator::end());
  EXPECT_EQ(refusal([&] { g(); }), "position + count is 4611686018427387904 + 1");
  EXPECT_EQ(refusal([&] { g.seek(~std::uint64_t{0}); }), "position is 18446744073709551615");
}

TEST(Generator, SubstreamsAreAllDifferent) {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> keys;
  std::vector<std::uint32_t> tags{tag_of("split"), tag_of("fold-in")};
  for (const generator& g : {generator(0), generator(1, 2), generator(~std::uint64_t{0}, 5)}) {
    keys.emplace_back(g.seed(), g.stream());
    for (const generator& child : g.split(20)) keys.emplace_back(child.seed(), child.stream());
    for (std::uint64_t x = 0; x < 20; ++x) keys.emplace_back(g.fold_in(x).seed(), g.fold_in(x).stream());
    for_each_distribution([&]<class D>(const D&) {
      const philox4x32 e = g.substream<D>();
      EXPECT_EQ(e.position(), 0u);
      keys.emplace_back(e.seed(), e.stream());
      if (g.seed() == 0) tags.push_back(detail::distribution_tag<D>);
    });
  }
  std::sort(keys.begin(), keys.end());
  EXPECT_EQ(std::adjacent_find(keys.begin(), keys.end()), keys.end());
  std::sort(tags.begin(), tags.end());
  EXPECT_EQ(std::adjacent_find(tags.begin(), tags.end()), tags.end());
}

TEST(Generator, TagsOfRejectionDistributionsAreThoseOfTheirSamples) {
  for_each_distribution([]<class D>(const D& d) {
    if constexpr (rejection_distribution<D>) {
      EXPECT_EQ(detail::distribution_tag<D>, D::tag) << name_of(d);
    }
  });
}

TEST(Generator, SubstreamsDoNotDependOnParameters) {
  const generator g(1);
  EXPECT_EQ(g.substream(normal<double>(1, 2)), g.substream<normal<double>>());
  EXPECT_EQ(g.substream(uniform_int<int>(1, 2)), g.substream(uniform_int<int>(5, 9)));
  EXPECT_NE(g.substream<normal<double>>(), g.substream<normal<float>>());
  generator a(3), b(3);
  EXPECT_EQ(a.normal(5, 2), std::fma(2, b.normal(), 5));
}

TEST(Generator, ChildrenHaveKeysOfTheirOwn) {
  const generator g(1, 2);
  generator moved = g;
  moved.discard(1000);
  EXPECT_EQ(g.fold_in(7), moved.fold_in(7));
  EXPECT_EQ(g.fold_in(7).position(), 0u);
  EXPECT_NE(g.fold_in(7), g.fold_in(8));
  EXPECT_NE(g.fold_in(0), g);
  EXPECT_NE(g.fold_in(1).fold_in(2), g.fold_in(2).fold_in(1));
  const std::vector<generator> three = g.split(3), five = moved.split(5);
  ASSERT_EQ(five.size(), 5u);
  EXPECT_TRUE(std::equal(three.begin(), three.end(), five.begin()));
  EXPECT_NE(three[1], g.fold_in(1));
  EXPECT_TRUE(g.split(0).empty());
}

TEST(Generator, ACopyGoesOnAlike) {
  generator g(4);
  for (int i = 0; i < 50; ++i) g.normal();
  generator copy = g, assigned(99, 98);
  assigned.normal();
  assigned.uniform();
  assigned = g;
  EXPECT_EQ(copy, g);
  EXPECT_EQ(assigned, g);
  for (int i = 0; i < 300; ++i) {
    const double x = g.normal();
    ASSERT_EQ(copy.normal(), x);
    ASSERT_EQ(assigned.normal(), x);
  }
  EXPECT_EQ(copy, g);
  g.uniform();
  EXPECT_NE(copy, g);
  const generator& itself = g;
  const double next = generator(g).normal();
  g = itself;
  EXPECT_EQ(g.normal(), next);
  generator taken(std::move(g));
  copy.discard(2);
  EXPECT_EQ(taken, copy);
  EXPECT_EQ(taken.normal(), copy.normal());
  g = generator(4);  // one that was moved from serves again
  EXPECT_EQ(g.normal(), generator(4).normal());
}

TEST(Generator, ServesTheStandardLibrary) {
  generator g(1), h(1);
  std::vector<int> deck(52), sorted;
  std::iota(deck.begin(), deck.end(), 0);
  sorted = deck;
  std::shuffle(deck.begin(), deck.end(), g);
  EXPECT_NE(deck, sorted);
  EXPECT_TRUE(std::is_permutation(deck.begin(), deck.end(), sorted.begin()));
  std::normal_distribution<double> normal(10, 2);
  double sum = 0;
  for (int i = 0; i < 10000; ++i) sum += normal(g);
  EXPECT_NEAR(sum / 10000, 10, 0.15);
  for (std::uint64_t i = 0; i < 300; ++i) {
    ASSERT_EQ(h(), value(h.substream<bits<std::uint64_t>>(), bits<std::uint64_t>(), i));
  }
}

TEST(Generator, FillsOnAnyDevice) {
  generator g(6), h(6);
  g.discard(11);
  h.discard(11);
  std::uint64_t first = 0;
  std::vector<float> there(500), here(500);
  g.fill(noting_device{&first}, normal<float>(1, 2), there.data(), there.size());
  h.fill(normal<float>(1, 2), here);
  EXPECT_EQ(first, 11u);
  EXPECT_TRUE(same_bits(there, here));
  EXPECT_EQ(g, h);
  g.seek(generator::end() - 1);
  EXPECT_THROW(g.fill(noting_device{&first}, normal<float>(), there.data(), 2), argument_error);
  EXPECT_EQ(g.position(), generator::end() - 1);
}

TEST(Generator, RowsOfAVectorAreOneValueEach) {
  const direction<float> d(3);
  generator once(1), cut(1), erased(1);
  std::vector<float> whole(60), pieces(60), chosen(60);
  once.fill(d, whole);
  EXPECT_EQ(once.position(), 20u);
  for (const std::size_t at : {0u, 3u, 33u}) {
    const std::size_t n = at == 0 ? 3 : at == 3 ? 30 : 27;
    if (at == 3) {
      cut.fill(cpu{.threads = 1}, d, std::span(pieces).subspan(at, n));
    } else {
      cut.fill(d, std::span(pieces).subspan(at, n));
    }
  }
  EXPECT_TRUE(same_bits(whole, pieces));
  EXPECT_EQ(once, cut);
  erased.fill(cpu{.threads = 1}, any_distribution(d), chosen.data(), 20);
  EXPECT_TRUE(same_bits(whole, chosen));
  EXPECT_EQ(once, erased);
  EXPECT_THROW(once.fill(d, std::span(whole).first(4)), argument_error);
  EXPECT_EQ(once.position(), 20u);
}

TEST(Generator, HasNumbersOfCategoriesByFillAlone) {
  const categorical d(std::vector<double>{1, 2, 3});
  static_assert(!std::is_invocable_v<generator&, const categorical&>);
  static_assert(!std::is_invocable_v<generator&, const direction<float>&>);
  static_assert(std::is_invocable_v<generator&, const gamma<float>&>);
  generator few(4), many(4);
  std::vector<std::uint32_t> one(40), all(40);
  for (std::size_t i = 0; i < one.size(); i += 4) few.fill(d, std::span(one).subspan(i, 4));
  many.fill(d, all);
  EXPECT_EQ(one, all);
  EXPECT_EQ(few, many);
}

TEST(Generator, CorrelatesNoTwoDistributionsAtOnePosition) {
  constexpr std::size_t n = 100000;
  const generator g(12);
  const auto u = elements(g, uniform<double>(), 0, n),
             v = elements(g, uniform<double, interval::open_open>(), 0, n);
  const auto w = elements(generator(13), uniform<double>(), 0, n);
  const auto x = elements(g.fold_in(0), uniform<double>(), 0, n);
  const auto correlation = [](const std::vector<double>& a, const std::vector<double>& b) {
    double sum = 0;
    for (std::size_t i = 0; i < n; ++i) sum += (a[i] - 0.5) * (b[i] - 0.5);
    return 12 * sum / std::sqrt(static_cast<double>(n));  // standard normal
  };
  EXPECT_LT(std::abs(correlation(u, v)), 4.5);
  EXPECT_LT(std::abs(correlation(u, w)), 4.5);
  EXPECT_LT(std::abs(correlation(u, x)), 4.5);
}

}  // namespace
}  // namespace tali::test
