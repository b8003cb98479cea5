// SPDX-License-Identifier: Apache-2.0
// What the API refuses, and that the error has the argument, its value and what would be right as fields.
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include <tali/tali.hpp>

#include "core/batch.hpp"
#include "support/definitions.hpp"
#include "support/places.hpp"
#include "support/refusal.hpp"

namespace tali::test {
namespace {

#define EXPECT_REFUSED(argument, value, ...) \
  EXPECT_TRUE(refusal([&] { __VA_ARGS__; }).starts_with(std::string(argument) + " is " + (value)))

TEST(Errors, RangesPastTheSequence) {
  std::vector<std::uint32_t> out(10, 7);
  const auto untouched = out;
  const std::uint64_t last = std::numeric_limits<std::uint64_t>::max();
  EXPECT_REFUSED("first index + count", "18446744073709551607 + 10",
                 fill(cpu{}, pcg32(1), bits<std::uint32_t>{}, last - 8, std::span(out)));
  EXPECT_NO_THROW(detail::check_range(last - 9, 10, 1));
  EXPECT_NO_THROW(detail::check_range((last >> 1) - 9, 10, 2));
  EXPECT_REFUSED("first index + count", "9223372036854775799 + 10",
                 detail::check_range((last >> 1) - 8, 10, 2));
  EXPECT_REFUSED("first index + count", "2 + 18446744073709551615", detail::check_range(2, last, 1));
  EXPECT_NO_THROW(detail::check_range(0, last, 1));
  pcg64 moved(1);  // whose last batch must be in the sequence too
  moved.discard(1000);
  const std::uint64_t end = last - detail::largest_batch() - 1000 - 9;
  EXPECT_NO_THROW(fill(cpu{}, moved, bits<std::uint32_t>{}, end, std::span(out)));
  out = untouched;
  EXPECT_NE(refusal([&] { fill(cpu{}, moved, bits<std::uint32_t>{}, end + 1, std::span(out)); }), "accepted");
  EXPECT_EQ(out, untouched);
}

TEST(Errors, NullDestination) {
  EXPECT_REFUSED("destination", "null",
                 fill(cpu{}, pcg32(1), bits<std::uint32_t>{}, 0,
                      std::span<std::uint32_t>(static_cast<std::uint32_t*>(nullptr), 5)));
}

TEST(Errors, Threads) {
  std::vector<std::uint32_t> out(10);
  EXPECT_REFUSED("threads", "-1", fill(cpu{-1}, pcg32(1), bits<std::uint32_t>{}, 0, std::span(out)));
  EXPECT_REFUSED("threads", "5000", fill(cpu{5000}, pcg32(1), bits<std::uint32_t>{}, 0, std::span(out)));
}

TEST(Errors, ParametersOfDistributions) {
  EXPECT_REFUSED("p", "-0.1", bernoulli(-0.1));
  EXPECT_REFUSED("p", "1.5", bernoulli(1.5));
  EXPECT_REFUSED("p", "nan", bernoulli(std::nan("")));
  EXPECT_REFUSED("p", "1.5", bernoulli_bits(1.5));
  EXPECT_REFUSED("p", "nan", bernoulli_bits(std::nan("")));
  EXPECT_REFUSED("low", "5", uniform_int<int>(5, 4));
  EXPECT_REFUSED("p", "'nan'", bernoulli::make({{"p", "nan"}}));
  EXPECT_REFUSED("p", "'0.5x'", bernoulli::make({{"p", "0.5x"}}));
  EXPECT_REFUSED("p", "''", bernoulli::make({{"p", ""}}));
  EXPECT_REFUSED("parameter", "'q': p", bernoulli::make({{"q", "1"}}));
  EXPECT_REFUSED("parameter", "'p'", uniform<float>::make({{"p", "1"}}));
  EXPECT_REFUSED("low", "'-1'", uniform_int<std::uint32_t>::make({{"low", "-1"}}));
  EXPECT_REFUSED("high", "'2147483648'", uniform_int<std::int32_t>::make({{"high", "2147483648"}}));
  EXPECT_REFUSED("high", "'1.5'", uniform_int<std::int32_t>::make({{"high", "1.5"}}));
}

TEST(Errors, Names) {
  EXPECT_REFUSED("engine", "'pcg33'", any_engine("pcg33", 0, 0));
  EXPECT_REFUSED("stream", "9223372036854775808", any_engine("pcg32", 0, std::uint64_t{1} << 63));
  EXPECT_REFUSED("distribution", "'normla'", any_distribution("normla", "f32"));
  EXPECT_REFUSED("type", "'f16': f32, f64", any_distribution("uniform", "f16"));
}

TEST(Errors, AreData) {
  try {
    any_engine("philo");
    FAIL() << "accepted";
  } catch (const argument_error& e) {
    EXPECT_EQ(e.argument(), "engine");
    EXPECT_EQ(e.value(), "philo");
    EXPECT_EQ(e.expected(), "");
    EXPECT_EQ(e.choices().size(), engine_list().size());
    EXPECT_EQ(e.suggestion(), "philox4x32");
    const argument_error there = e.renamed("--engine");
    EXPECT_EQ(there.argument(), "--engine");
    EXPECT_EQ(there.value(), e.value());
    EXPECT_EQ(there.choices(), e.choices());
    EXPECT_EQ(there.suggestion(), e.suggestion());
  }
  try {
    const argument_name place("covariance", {2, 1});
    throw argument_error(place, "nan", "a finite number");
  } catch (const argument_error& e) {
    EXPECT_EQ(e.argument(), "covariance");
    EXPECT_EQ(e.index(), (std::vector<std::uint64_t>{2, 1}));
    EXPECT_STREQ(e.what(), "covariance[2][1] is nan; expected a finite number");
  }
}

TEST(Errors, SimdLevelsThatTheMachineLacks) {
  if (simd_levels().back() == simd_level::avx512) GTEST_SKIP() << "this machine has every level";
  std::vector<std::uint32_t> out(10);
  EXPECT_REFUSED("SIMD level", "avx512",
                 fill(cpu{1, simd_level::avx512}, pcg32(1), bits<std::uint32_t>{}, 0, std::span(out)));
}

TEST(Named, EqualsTheTypes) {
  struct pair {
    any_distribution named, typed;
  };
  std::vector<pair> all;
  catalogue::distributions::for_each([&]<class D>(int, detail::type_list<D>) {
    all.push_back({any_distribution(D::name, type_name<typename D::result_type>()), D::make({})});
    EXPECT_EQ(all.back().named.info().words, D::words);
    EXPECT_EQ(all.back().named.info().value_bytes, sizeof(typename D::result_type));
    EXPECT_NE(all.back().named.get_if<D>(), nullptr);
  });
  catalogue::engines::for_each([&]<class E>(int, detail::type_list<E>) {
    const any_engine s(E::name, 99, 3);
    EXPECT_STREQ(s.info().name, E::name);
    for (const auto& [named, typed] : all)
      EXPECT_EQ(bytes_at(places().front(), s, named, 17, 100), by_definition(E(99, 3), typed, 17, 100))
          << E::name << ' ' << named.info().name;
  });
}

}  // namespace
}  // namespace tali::test
