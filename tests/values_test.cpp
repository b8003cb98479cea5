// SPDX-License-Identifier: Apache-2.0
// Each distribution against its definition written the slow way, on random and extreme words.
#include <cmath>
#include <limits>
#include <random>

#include <gtest/gtest.h>

#include "support/places.hpp"

namespace tali::test {
namespace {

constexpr std::uint32_t extreme[] = {0,          1,          0xff,       0x100,      0x1ff,
                                     0x200,      0x7fffffff, 0x80000000, 0xfffffdff, 0xfffffe00,
                                     0xfffffeff, 0xffffff00, 0xfffffffe, 0xffffffff};

/// Calls f with pairs of words: all pairs of extreme ones, and random ones.
template <class F>
void each_two_words(F&& f) {
  for (const std::uint32_t a : extreme) {
    for (const std::uint32_t b : extreme) f(a, b);
  }
  std::mt19937 random(8);
  const auto next = [&random] { return static_cast<std::uint32_t>(random()); };
  for (int i = 0; i < 100000; ++i) f(next(), next());
}

template <class T, interval I>
T of(std::uint32_t low, std::uint32_t high) {
  if constexpr (sizeof(T) == 4) {
    const std::uint32_t w[] = {high};
    return uniform<T, I>{}(w);
  } else {
    const std::uint32_t w[] = {low, high};
    return uniform<T, I>{}(w);
  }
}

template <class T>
void check_uniform() {
  constexpr bool single = sizeof(T) == 4;
  constexpr int digits = std::numeric_limits<T>::digits;  // 24, 53
  each_two_words([](std::uint32_t low, std::uint32_t high) {
    const std::uint64_t all = single ? high : (std::uint64_t{high} << 32 | low);
    const int bits = single ? 32 : 64;
    const std::uint64_t k = all >> (bits - digits), half = k >> 1;
    // Every right side is exact in long double, so equality is equality of real numbers.
    const long double unit = std::ldexp(1.0L, -digits);
    ASSERT_EQ((of<T, interval::close_open>(low, high)), static_cast<long double>(k) * unit);
    ASSERT_EQ((of<T, interval::open_close>(low, high)), static_cast<long double>(k + 1) * unit);
    ASSERT_EQ((of<T, interval::open_open>(low, high)), static_cast<long double>(2 * half + 1) * unit);
    ASSERT_EQ((of<T, interval::close1_open2>(low, high)), 1.0L + static_cast<long double>(half) * 2 * unit);
  });
  EXPECT_EQ((of<T, interval::close_open>(0, 0)), T(0));
  EXPECT_LT((of<T, interval::close_open>(~0u, ~0u)), T(1));
  EXPECT_GT((of<T, interval::open_close>(0, 0)), T(0));
  EXPECT_EQ((of<T, interval::open_close>(~0u, ~0u)), T(1));
  EXPECT_GT((of<T, interval::open_open>(0, 0)), T(0));
  EXPECT_LT((of<T, interval::open_open>(~0u, ~0u)), T(1));
  EXPECT_EQ((of<T, interval::close1_open2>(0, 0)), T(1));
  EXPECT_LT((of<T, interval::close1_open2>(~0u, ~0u)), T(2));
}

TEST(Uniform, FloatsAreTheirDefinition) { check_uniform<float>(); }
TEST(Uniform, DoublesAreTheirDefinition) { check_uniform<double>(); }

TEST(Uniform, TheOpenIntervalIsSymmetric) {
  each_two_words([](std::uint32_t low, std::uint32_t high) {
    ASSERT_EQ((of<double, interval::open_open>(low, high)),
              1.0 - (of<double, interval::open_open>(~low, ~high)));
    ASSERT_EQ((of<float, interval::open_open>(low, high)),
              1.0f - (of<float, interval::open_open>(~low, ~high)));
  });
}

TEST(Uniform, DoublesCarryTheirBits) {
  // Each of the 53 bits is set about half the time: 40,000 trials, six sigma is 600.
  const auto v = fill_at(places().front(), philox4x32(3), uniform<double>{}, 0, 40000);
  for (int bit = 1; bit <= 53; ++bit) {
    int set = 0;
    for (const double x : v) set += static_cast<int>(static_cast<std::uint64_t>(std::ldexp(x, bit)) & 1u);
    EXPECT_NEAR(set, 20000, 600) << "bit of weight 2^-" << bit;
  }
}

/// floor(s u / 2^b) with s and u of any length, by schoolbook multiplication of 32-bit digits.
std::uint64_t high_part(unsigned __int128 s, const std::vector<std::uint32_t>& u) {
  std::vector<std::uint64_t> out(u.size() + 4, 0);
  const std::uint32_t digits[3] = {static_cast<std::uint32_t>(s), static_cast<std::uint32_t>(s >> 32),
                                   static_cast<std::uint32_t>(s >> 64)};
  for (std::size_t i = 0; i < u.size(); ++i) {
    std::uint64_t carry = 0;
    for (std::size_t j = 0; j < 4; ++j) {
      const std::uint64_t t = (j < 3 ? std::uint64_t{digits[j]} * u[i] : 0) + out[i + j] + carry;
      out[i + j] = t & 0xffffffffu;
      carry = t >> 32;
    }
  }
  return out[u.size()] | out[u.size() + 1] << 32;
}

template <class T>
void check_uniform_int(T low, T high) {
  const uniform_int<T> d(low, high);
  EXPECT_EQ(d.low(), low);
  EXPECT_EQ(d.high(), high);
  using U = std::make_unsigned_t<T>;
  const unsigned __int128 s =
      static_cast<unsigned __int128>(static_cast<U>(static_cast<U>(high) - static_cast<U>(low))) + 1;
  std::mt19937 random(9);
  const auto check = [&](auto next) {
    std::uint32_t w[uniform_int<T>::words];
    for (auto& x : w) x = next();
    const T expected =
        static_cast<T>(static_cast<U>(low) + static_cast<U>(high_part(s, {std::begin(w), std::end(w)})));
    ASSERT_EQ(d(w), expected);
    ASSERT_GE(d(w), low);
    ASSERT_LE(d(w), high);
  };
  for (int i = 0; i < 3000; ++i) check([&] { return static_cast<std::uint32_t>(random()); });
  for (int i = 0; i < 3000; ++i) check([&] { return extreme[random() % std::size(extreme)]; });
}

TEST(UniformInt, IsTheHighPartOfTheExactProduct) {
  check_uniform_int<std::int32_t>(-5, 5);
  check_uniform_int<std::int32_t>(std::numeric_limits<std::int32_t>::min(),
                                  std::numeric_limits<std::int32_t>::max());
  check_uniform_int<std::uint32_t>(0, 0);
  check_uniform_int<std::uint32_t>(7, 0xfffffff0u);
  check_uniform_int<std::int64_t>(-1, 0);
  check_uniform_int<std::int64_t>(std::numeric_limits<std::int64_t>::min(),
                                  std::numeric_limits<std::int64_t>::max());
  check_uniform_int<std::uint64_t>(3, 0xfffffffffffffff0u);
  check_uniform_int<std::uint64_t>(1, std::uint64_t{1} << 33);
}

TEST(UniformInt, EveryValueComesEquallyOften) {
  const auto v = fill_at(places().front(), pcg32(10), uniform_int<std::int32_t>(-3, 3), 0, 70000);
  int count[7] = {};
  for (const std::int32_t x : v) ++count[x + 3];
  for (const int c : count) EXPECT_NEAR(c, 10000, 600);  // six sigma
}

TEST(Bernoulli, ComparesExactlyWithTheThreshold) {
  const auto at = [](double p, std::uint64_t u) {
    const std::uint32_t w[] = {static_cast<std::uint32_t>(u), static_cast<std::uint32_t>(u >> 32)};
    return static_cast<int>(bernoulli(p)(w));
  };
  for (const std::uint64_t u : {std::uint64_t{0}, std::uint64_t{1}, ~std::uint64_t{0}}) {
    EXPECT_EQ(at(0.0, u), 0);
    EXPECT_EQ(at(1.0, u), 1);
  }
  EXPECT_EQ(at(0.25, (std::uint64_t{1} << 62) - 1), 1);
  EXPECT_EQ(at(0.25, std::uint64_t{1} << 62), 0);
  EXPECT_EQ(at(0x1p-64, 0), 1);
  EXPECT_EQ(at(0x1p-64, 1), 0);
}

TEST(Bernoulli, MeetsItsProbability) {
  const auto v = fill_at(places().front(), philox4x32(11), bernoulli(0.3), 0, 100000);
  int ones = 0;
  for (const std::uint8_t x : v) {
    ASSERT_LE(x, 1);
    ones += x;
  }
  EXPECT_NEAR(ones, 30000, 870);  // six sigma
}

TEST(Distributions, DrawFromAGeneratorAsTheFillDoes) {
  each_with_one([]<class E, class D>(detail::type_list<E>, detail::type_list<D>) {
    if constexpr (!batch_distribution<D>) {  // those need a warp
      const E start(21, 22);
      E moving = start;
      const D d = example<D>();
      for (std::uint64_t i = 0; i < 100; ++i) {
        const auto drawn = static_cast<typename D::result_type>(d(moving));
        ASSERT_EQ(drawn, value(start, d, i)) << E::name << ' ' << D::name;
      }
    }
  });
}

}  // namespace
}  // namespace tali::test
