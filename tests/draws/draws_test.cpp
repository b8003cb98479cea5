// SPDX-License-Identifier: Apache-2.0
// draws hands out the elements that value() defines, however calls, fills, discards and seeks are mixed.
#include <algorithm>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <tali/draws.hpp>

#include "support/ranges.hpp"
#include "support/refusal.hpp"
#include "support/same_bits.hpp"

namespace tali::test {
namespace {

/// Calls f(distribution) for one or more of every kind: fixed budget of one, two, four and 64 words, values
/// of one and two bytes, heavy, batch, by attempts, with a last step and by inversion.
template <class F>
void each_fixed(F f) {
  f(bits<std::uint32_t>());
  f(bits<std::uint64_t>());
  f(uniform<float>());
  f(uniform<double>());
  f(uniform_int<std::int64_t>(-7, 1000));
  f(bernoulli(0.3));
  f(bernoulli_bits(0.3));
  f(normal_icdf<float>(1, 2));
  f(normal_icdf<double>(1, 2));
  f(exponential<double>(3));
  f(student_t<double>(3));
  f(warp_normal<float>(1, 2));
  f(warp_normal<double>());
  f(normal<float>(1, 2));
  f(normal<bfloat16>());
  f(lognormal<double>());
}
template <class F>
void for_each_rejection(F f) {
  f(tali::gamma<float>(2.5f));
  f(tali::gamma<double>(0.3));
  f(poisson<std::uint32_t>(10));
  f(poisson<std::int64_t>(1e5));
  f(beta<double>(2.5, 4));
}
/// f(engine, distribution): each distribution with one engine, and each engine.
template <class F>
void each_pair_of_a_kind(F f) {
  each_fixed([&](const auto& d) { f(philox4x32(5, 6), d); });
  for_each_rejection([&](const auto& d) { f(philox4x32(5, 6), d); });
  f(pcg32(5, 6), uniform<double>());
  f(philox4x32_7(5, 6), tali::gamma<float>(2.5f));
}

template <class T>
bool same(T a, T b) {
  return same_bits(std::vector<T>{a}, std::vector<T>{b});
}

TEST(Draws, HandsOutTheElementsInOrder) {
  each_pair_of_a_kind([]<class E, class D>(const E& e, const D& d) {
    draws from(e, d);
    for (std::uint64_t i = 0; i < 1200; ++i) {
      ASSERT_EQ(from.position(), i);
      ASSERT_TRUE(same(from(), value(e, d, i))) << E::name << ' ' << D::name << ' ' << i;
    }
  });
}

TEST(Draws, NoMixOfCallsShows) {
  std::mt19937_64 random(1);
  each_pair_of_a_kind([&]<class E, class D>(E e, const D& d) {
    e.discard(random() % 3);  // an engine that was moved is the rest of its sequence
    draws from(e, d, 100);
    std::uint64_t at = 100;
    for (int step = 0; step < 60; ++step) {
      switch (random() % 6) {
        case 0: {
          const std::uint64_t n = random() % 3 == 0 ? random() % 5000 : random() % 40;
          from.discard(n);
          at += n;
          break;
        }
        case 1: {  // near, before and behind
          at = at < 300 || random() % 2 == 0 ? at + random() % 300 : at - random() % 300;
          from.seek(at);
          break;
        }
        case 2: {
          const std::uint64_t ends = end_of<D>() - 5000;
          at = random() % 4 == 0 ? std::uint64_t{1} << 34 : random() % ends;
          from.seek(at);
          break;
        }
        case 3: {
          std::vector<typename D::result_type> all(random() % 2 == 0 ? random() % 20 : random() % 700);
          from.fill(all);
          for (std::size_t i = 0; i < all.size(); i += 1 + random() % 50) {
            ASSERT_TRUE(same(all[i], value(e, d, at + i))) << E::name << ' ' << D::name << ' ' << at + i;
          }
          at += all.size();
          break;
        }
        case 4: {
          from = draws(from);
          break;
        }
        default:
          for (std::uint64_t n = random() % 40; n != 0; --n, ++at) {
            ASSERT_TRUE(same(from(), value(e, d, at))) << E::name << ' ' << D::name << ' ' << at;
          }
      }
      ASSERT_EQ(from.position(), at);
    }
  });
}

TEST(Draws, EndsWithTheSequence) {
  each_pair_of_a_kind([]<class E, class D>(const E& e, const D& d) {
    const std::uint64_t end = end_of<D>();
    draws from(e, d, end - 3);
    for (std::uint64_t i = end - 3; i != end; ++i) {
      ASSERT_TRUE(same(from(), value(e, d, i))) << E::name << ' ' << D::name;
    }
    EXPECT_EQ(from.position(), end);
    EXPECT_THROW(from(), argument_error);
    EXPECT_THROW(from.discard(1), argument_error);
    EXPECT_THROW(from.discard(std::numeric_limits<std::uint64_t>::max()), argument_error);
    EXPECT_EQ(from.position(), end);
    from.seek(end - 1);
    EXPECT_TRUE(same(from(), value(e, d, end - 1))) << E::name << ' ' << D::name;
    if (end != std::numeric_limits<std::uint64_t>::max()) {
      EXPECT_THROW(draws(e, d, end + 1), argument_error);
    }
    std::vector<typename D::result_type> two(2);
    from.seek(end - 1);
    EXPECT_THROW(from.fill(two), argument_error);
    EXPECT_EQ(from.position(), end - 1);
  });
}

TEST(Draws, ErrorNamesArgumentAndValue) {
  draws from(philox4x32(1), uniform<double>());
  try {
    from.seek(~std::uint64_t{0});
    FAIL();
  } catch (const argument_error& e) {
    EXPECT_EQ(fields_of(e), "index + count is 18446744073709551615 + 0");
  }
}

TEST(Draws, AreEqualWhereTheyGoOnAlike) {
  const philox4x32 e(1, 2);
  draws a(e, normal_icdf<double>()), b(e, normal_icdf<double>());
  EXPECT_EQ(a, b);
  a();
  EXPECT_NE(a, b);
  b.discard(1);
  EXPECT_EQ(a, b);
  EXPECT_NE(a, draws(philox4x32(1, 3), normal_icdf<double>(), 1));
  EXPECT_NE(a, draws(e, normal_icdf<double>(0, 2), 1));
  for (int i = 0; i < 300; ++i) a();
  b.seek(301);
  EXPECT_EQ(a, b);  // though their buffers differ
  const draws copy(a);
  EXPECT_EQ(copy, a);
}

TEST(Draws, ThreadsTakeTheirPartsOfOneSequence) {
  const draws all(philox4x32(9), normal_icdf<float>());
  std::vector<float> together(10000), apart(together.size());
  draws(all).fill(together);
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < 4; ++t) {
    threads.emplace_back([mine = all, t, &apart]() mutable {
      mine.seek(t * 2500);
      for (std::size_t i = t * 2500; i < (t + 1) * 2500; ++i) apart[i] = mine();
    });
  }
  for (std::thread& t : threads) t.join();
  EXPECT_TRUE(same_bits(together, apart));
}

TEST(Draws, IsAFunctionForAlgorithms) {
  draws<uniform<double>> from(philox4x32(3));
  std::vector<double> x(100);
  std::generate(x.begin(), x.end(), std::ref(from));
  for (std::size_t i = 0; i < x.size(); ++i) EXPECT_EQ(x[i], value(philox4x32(3), uniform<double>(), i));
}

}  // namespace
}  // namespace tali::test
