// SPDX-License-Identifier: Apache-2.0
// unbiased_int against its definition in 128 bits, and what makes it unbiased: of the words that are accepted
// every value has as many.
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include <tali/fill.hpp>
#include <tali/simd/wide.hpp>

#include "support/refusal.hpp"
#include "support/rejection.hpp"

namespace tali::test {
namespace {

template <class T>
class UnbiasedInt : public testing::Test {
 protected:
  using U = std::make_unsigned_t<T>;
  static constexpr int bits = 8 * sizeof(T);

  static auto attempt(const unbiased_int<T>& d, U word) {
    if constexpr (sizeof(T) == 4) {
      return d.attempt({static_cast<std::uint32_t>(word)});
    } else {
      return d.attempt({static_cast<std::uint32_t>(word), static_cast<std::uint32_t>(word >> 32)});
    }
  }

  /// The same by the function that is chosen once.
  static auto chosen_attempt(const unbiased_int<T>& d, U word) {
    std::pair<U, bool> found;
    d.with_attempt([&](const auto& attempt) {
      std::uint32_t w[unbiased_int<T>::attempt_words];
      for (int k = 0; k < unbiased_int<T>::attempt_words; ++k)
        w[k] = static_cast<std::uint32_t>(std::uint64_t{word} >> (32 * k));
      const auto a = attempt(w);
      found = {static_cast<U>(a.value), a.accepted};
    });
    return found;
  }

  /// Bounds of ranges of all widths, from one value to all of the type's.
  static std::vector<std::pair<T, T>> ranges(std::mt19937_64& random) {
    using limits = std::numeric_limits<T>;
    std::vector<std::pair<T, T>> all = {{limits::min(), limits::max()},
                                        {limits::min(), limits::min()},
                                        {limits::max(), limits::max()},
                                        {1, 6},
                                        {0, limits::max()}};
    for (int width = 1; width <= bits; ++width) {
      const U span = static_cast<U>(random()) >> (bits - width);
      const U lows = static_cast<U>(U(0) - span);  // that leave room for the span; 0: all
      const U above = lows == 0 ? U(0) : static_cast<U>(static_cast<U>(random()) % lows);
      const T low = static_cast<T>(static_cast<U>(limits::min()) + above);
      all.emplace_back(low, static_cast<T>(static_cast<U>(low) + span));
    }
    return all;
  }
};
using Integers = testing::Types<std::int32_t, std::uint32_t, std::int64_t, std::uint64_t>;
TYPED_TEST_SUITE(UnbiasedInt, Integers);

TYPED_TEST(UnbiasedInt, AttemptsAreTheDefinitions) {
  using T = TypeParam;
  using U = std::make_unsigned_t<T>;
  std::mt19937_64 random(1);
  for (const auto& [low, high] : this->ranges(random)) {
    const unbiased_int<T> d(low, high);
    ASSERT_EQ(d.low(), low);
    ASSERT_EQ(d.high(), high);
    const detail::uint128 s = detail::uint128(static_cast<U>(static_cast<U>(high) - static_cast<U>(low))) + 1,
                          all = detail::uint128(1) << this->bits / 2 << this->bits / 2;
    for (int k = 0; k < 1000; ++k) {
      // Words next to where a value begins are those that may be refused.
      U word = static_cast<U>(random());
      if (k % 2 != 0)
        word = static_cast<U>((detail::uint128(word) * s >> this->bits) * all / s + random() % 3);
      const auto a = this->attempt(d, word);
      ASSERT_EQ(this->chosen_attempt(d, word), std::pair(static_cast<U>(a.value), a.accepted));
      const detail::uint128 product = detail::uint128(word) * s;
      // 2^b mod s, of b = 64 without 2^64 times anything.
      const detail::uint128 refused = (all - s) % s;
      ASSERT_EQ(a.accepted, static_cast<U>(product) >= static_cast<U>(refused))
          << low << ' ' << high << ' ' << word;
      ASSERT_EQ(unbiased_int<T>::result(a.value),
                static_cast<T>(static_cast<U>(low) + static_cast<U>(product >> this->bits)))
          << low << ' ' << high << ' ' << word;
    }
  }
}

/// All words that come to a value, for ranges so wide that they are few.
TYPED_TEST(UnbiasedInt, EveryValueHasAsManyWords) {
  using T = TypeParam;
  using U = std::make_unsigned_t<T>;
  std::mt19937_64 random(2);
  const detail::uint128 all = detail::uint128(1) << this->bits / 2 << this->bits / 2;
  for (int round = 0; round < 200; ++round) {
    const U span = static_cast<U>(static_cast<U>(random()) | (U(1) << (this->bits - 1))) >> random() % 10;
    const T low = std::numeric_limits<T>::min();
    const unbiased_int<T> d(low, static_cast<T>(static_cast<U>(low) + span));
    const detail::uint128 s = detail::uint128(span) + 1;
    for (int k = 0; k < 20; ++k) {
      const U v = k == 0 ? U(0) : k == 1 ? span : static_cast<U>(random() % s);
      const U begin = static_cast<U>((detail::uint128(v) * all + s - 1) / s);
      detail::uint128 words = 0;
      for (U word = begin; detail::uint128(word) * s >> this->bits == v; ++word) {
        words += this->attempt(d, word).accepted ? 1 : 0;
        if (word == std::numeric_limits<U>::max()) break;
      }
      ASSERT_EQ(static_cast<std::uint64_t>(words), static_cast<std::uint64_t>(all / s)) << span << ' ' << v;
    }
  }
}

TYPED_TEST(UnbiasedInt, ValuesAreEquallyOften) {
  using T = TypeParam;
  constexpr std::size_t n = 4'000'000;
  std::vector<T> x(n);
  for (const std::size_t s : {6u, 1000u}) {
    fill(cpu{}, philox4x32(3), unbiased_int<T>(7, static_cast<T>(6 + s)), 1, std::span<T>(x));
    std::vector<double> counts(s);
    for (const T v : x) {
      ASSERT_TRUE(v >= 7 && v < static_cast<T>(7 + s));
      ++counts[static_cast<std::size_t>(v - 7)];
    }
    const double expected = static_cast<double>(n) / static_cast<double>(s);
    double sum = 0;
    for (const double c : counts) sum += (c - expected) * (c - expected) / expected;
    const auto freedom = static_cast<double>(s - 1);
    EXPECT_LT(std::abs(sum - freedom), 4 * std::sqrt(2 * freedom)) << s;
  }
}

TYPED_TEST(UnbiasedInt, AcceptsAsManyAsItSays) {
  using T = TypeParam;
  using U = std::make_unsigned_t<T>;
  std::mt19937_64 random(4);
  for (const auto& [low, high] : this->ranges(random)) {
    const unbiased_int<T> d(low, high);
    constexpr int tries = 20'000;
    int accepted = 0;
    for (int k = 0; k < tries; ++k) accepted += this->attempt(d, static_cast<U>(random())).accepted ? 1 : 0;
    const double said = d.acceptance();
    EXPECT_GE(said, 0.5);
    EXPECT_NEAR(accepted / double{tries}, said, 5 * std::sqrt(said * (1 - said) / tries) + 1e-9);
  }
}

TYPED_TEST(UnbiasedInt, RefusesWhatIsNoRange) {
  using T = TypeParam;
  using D = unbiased_int<T>;
  EXPECT_EQ(refusal([] { D(T(3), T(2)); }), "low is 3");
  EXPECT_EQ(refusal([] { D(0.5, 2.0); }), "low is 0.5");
  EXPECT_EQ(refusal([] { D(-0.5, 2.0); }), "low is -0.5");
  EXPECT_EQ(refusal([] { D(0.0, 1e300); }), "high is 1e+300");
  EXPECT_EQ(refusal([] { D(1.0, 6.0); }), "accepted");
  EXPECT_EQ(D(1.0, 6.0), D(1, 6));
}

}  // namespace
}  // namespace tali::test
