// SPDX-License-Identifier: Apache-2.0
// Values that are made ahead of an engine and a distribution by name are those of a fill, however they are
// taken, and a distribution of the registry can be made of its numbers alone.
#include <algorithm>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <tali/detail/any_ahead.hpp>
#include <tali/error.hpp>
#include <tali/fill.hpp>

#include "registry/functions.hpp"

namespace tali::test {
namespace {

/// Numbers that a distribution takes: its defaults, or for integers 1 ... 6.
std::vector<double> some_numbers(const distribution_info& d) {
  std::vector<double> p(detail::max_numbers);
  for (std::size_t k = 0; k < d.parameter_list.size(); ++k) p[k] = d.parameter_list[k].default_value;
  if (d.of_integers) {
    const std::int64_t bounds[] = {1, 6};
    std::memcpy(p.data(), bounds, sizeof bounds);
  } else if (d.parameter_list.empty() && d.numbers > 0) {
    p[static_cast<std::size_t>(d.numbers) - 1] = 0.5;
  }
  return p;
}

TEST(AnyAhead, GivesTheValuesOfAFill) {
  std::mt19937_64 random(1);
  constexpr std::size_t n = 3000;
  const any_engine e("philox4x32", 7, 8);
  int tried = 0;
  for (const distribution_info& d : distribution_list()) {
    if (d.numbers < 0) continue;
    SCOPED_TRACE(std::string(d.name) + " " + d.type);
    const auto p = some_numbers(d);
    std::vector<char> expected(n * d.value_bytes), made(n * d.value_bytes);
    fill(cpu{}, e, any_distribution::of_numbers(d, p.data()), 0, static_cast<void*>(expected.data()), n);
    detail::any_ahead ahead(e, d, n - 1);
    for (std::size_t at = 0; at < n;) {
      const std::size_t some = std::min<std::size_t>(random() % 3 == 0 ? random() % 700 : 1, n - at);
      ASSERT_TRUE(ahead.copy(at, some, p.data(), made.data() + at * d.value_bytes));
      at += some;
      if (random() % 50 == 0 && at > 100) at -= 100;
    }
    EXPECT_EQ(made, expected);
    EXPECT_FALSE(ahead.copy(n - 1, 2, p.data(), made.data())) << "behind the last";
    ++tried;
  }
  EXPECT_GT(tried, 60);
}

TEST(AnyAhead, KnowsItsNumbersApart) {
  const any_engine e("philox4x32", 1);
  for (const distribution_info& d : distribution_list()) {
    if (std::string(d.name) != "gamma" && std::string(d.name) != "normal") continue;
    if (d.value_bytes != 8) continue;
    detail::any_ahead ahead(e, d, 100);
    const double two[][detail::max_numbers] = {{1.5, 1}, {2.5, 3}};
    for (std::uint64_t i = 0; i < 20; ++i) {
      double x = 0, expected = 0;
      fill(cpu{}, e, any_distribution::of_numbers(d, two[i % 2]), i, static_cast<void*>(&expected), 1);
      ASSERT_TRUE(ahead.copy(i, 1, two[i % 2], &x));
      EXPECT_EQ(x, expected) << d.name << i;
    }
    const double bad[detail::max_numbers] = {-1, std::numeric_limits<double>::quiet_NaN()};
    double x = 0;
    EXPECT_FALSE(ahead.copy(20, 1, bad, &x));
    EXPECT_THROW((void)any_distribution::of_numbers(d, bad), argument_error);
  }
}

/// Values converted from words here, with separate parameters for each element.
TEST(Registry, ValuesOfWordsAreThoseOfAFill) {
  const any_engine e("philox4x32", 3);
  int tried = 0;
  for (const distribution_info& d : distribution_list()) {
    if (d.functions->of_words == nullptr) continue;
    constexpr std::size_t n = 50;
    std::vector<std::uint32_t> words(n * static_cast<std::size_t>(d.words));
    fill(cpu{}, e, any_distribution("bits", "u32"), 0, static_cast<void*>(words.data()), words.size());
    const auto p = some_numbers(d);
    std::vector<std::vector<double>> arrays;
    const double* at[detail::max_numbers] = {};
    for (int k = 0; k < d.numbers; ++k) arrays.emplace_back(n, p[static_cast<std::size_t>(k)]);
    for (std::size_t k = 0; k < arrays.size(); ++k) at[k] = arrays[k].data();
    std::vector<char> expected(n * d.value_bytes), made(n * d.value_bytes);
    fill(cpu{}, e, any_distribution::of_numbers(d, p.data()), 0, static_cast<void*>(expected.data()), n);
    d.functions->of_words(words.data(), at, made.data(), n);
    EXPECT_EQ(made, expected) << d.name << ' ' << d.type;
    ++tried;
  }
  EXPECT_GE(tried, 6);  // integers of four types, Bernoulli numbers and bits
}

}  // namespace
}  // namespace tali::test
