// SPDX-License-Identifier: Apache-2.0
// Rows with a key each: every row is its key's, whatever the batch, the SIMD level, the threads and the cuts.
#include <random>

#include <gtest/gtest.h>

#include <tali/tali.hpp>

#include "support/any_examples.hpp"
#include "support/places.hpp"
#include "support/refusal.hpp"
#include "support/same_bits.hpp"

namespace tali::test {
namespace {

std::vector<key> some_keys(std::mt19937_64& random, std::size_t n) {
  std::vector<key> keys;
  for (std::size_t i = 0; i < n; ++i) keys.push_back(key(random()).fold_in(i));
  return keys;
}

using bytes = std::vector<unsigned char>;

/// Rows by one call, at a place; guards of 64 elements before and behind them must survive.
bytes rows_at(const place& p, const std::vector<key>& keys, const any_distribution& d, std::uint64_t first,
              std::size_t per_row, std::size_t misalign) {
  const std::size_t size = d.element_bytes(), n = keys.size() * per_row * size;
  const std::size_t before = 64 * size + misalign * d.info().value_bytes;
  bytes memory(before + n + 64 * size, 0xa5);
  fill(p.host, keys, d, index_range{first, per_row}, memory.data() + before);
  for (std::size_t i = 0; i < memory.size(); ++i) {
    if ((i < before || i >= before + n) && memory[i] != 0xa5)
      throw error("wrote outside the rows at " + p.name);
  }
  return {memory.begin() + static_cast<std::ptrdiff_t>(before),
          memory.begin() + static_cast<std::ptrdiff_t>(before + n)};
}

/// The definition: a fill for every key.
bytes row_by_row(const std::vector<key>& keys, const any_distribution& d, std::uint64_t first,
                 std::size_t per_row) {
  bytes out(keys.size() * per_row * d.element_bytes());
  for (std::size_t b = 0; b < keys.size(); ++b) {
    fill(cpu{1}, any_engine(philox4x32(keys[b])), d, first, out.data() + b * per_row * d.element_bytes(),
         per_row);
  }
  return out;
}

TEST(Rows, AreThoseOfTheirKeysForEveryDistribution) {
  std::mt19937_64 random(1);
  const std::vector<place> all = places();
  for (const distribution_info& info : distribution_list()) {
    const any_distribution d = example_distribution(info);
    for (const auto& [rows, longest] : {std::pair{1, 3000}, {40, 50}, {5, 5000}, {3, 40000}}) {
      const auto keys = some_keys(random, static_cast<std::size_t>(rows));
      const std::size_t per_row = random() % static_cast<std::size_t>(longest) + 1;
      const std::uint64_t first = random() % 3 == 0 ? 0 : random() % 5000;
      const bytes expected = row_by_row(keys, d, first, per_row);
      for (const place& p : all) {
        if (rows == 3 && p.name.find("threads 2") == std::string::npos) continue;
        ASSERT_TRUE(rows_at(p, keys, d, first, per_row, random() % 9) == expected)
            << info.name << ' ' << info.type << ' ' << rows << " rows of " << per_row << " from " << first
            << ", " << p.name;
      }
    }
  }
}

TEST(Rows, DoNotDependOnTheBatch) {
  std::mt19937_64 random(2);
  const auto keys = some_keys(random, 30);
  const std::size_t per_row = 777;
  std::vector<float> all(keys.size() * per_row), row(per_row);
  fill(cpu{}, keys, normal<float>(), index_range{5, per_row}, all);
  for (std::size_t b = 0; b < keys.size(); ++b) {
    fill(cpu{}, std::span(keys).subspan(b, 1), normal<float>(), index_range{5, per_row}, row);
    EXPECT_TRUE(std::equal(row.begin(), row.end(), all.begin() + static_cast<std::ptrdiff_t>(b * per_row)));
    EXPECT_EQ(row[70], value(philox4x32(keys[b]), normal<float>(), 75));
  }
}

TEST(Rows, TypedOnesAreThoseChosenAtRunTime) {
  std::mt19937_64 random(3);
  const auto keys = some_keys(random, 7);
  std::vector<double> typed(7 * 100), named(7 * 100);
  fill(cpu{}, keys, gamma<double>(2.5), index_range{3, 100}, typed);
  fill(cpu{}, keys, any_distribution("gamma:shape=2.5", "f64"), index_range{3, 100}, named.data());
  EXPECT_TRUE(same_bits(typed, named));
  const direction<double> d(4);
  std::vector<double> vectors(7 * 10 * 4), one(4);
  fill(cpu{}, keys, d, index_range{2, 10}, vectors);
  row(philox4x32(keys[6]), d, 2 + 9, one.data());
  EXPECT_TRUE(std::equal(one.begin(), one.end(), vectors.end() - 4));
}

TEST(Rows, NoneAndEmptyOnes) {
  std::vector<float> nothing;
  fill(cpu{}, std::span<const key>(), normal<float>(), index_range{5, 100}, nothing);
  const std::vector<key> keys{key(1), key(2)};
  fill(cpu{}, keys, normal<float>(), index_range{5, 0}, nothing);
  fill(cpu{}, keys, any_distribution("gamma:shape=2.5", "f64"), index_range{5, 0}, nullptr);
}

TEST(Rows, Refusals) {
  const std::vector<key> keys{key(1), key(2)};
  std::vector<float> to(201, 7);
  const auto untouched = to;
  EXPECT_EQ(refusal([&] {
              fill(cpu{}, keys, normal<float>(), index_range{0, 100}, to);
            }),
            "number of values is 201");
  EXPECT_EQ(refusal([&] {
              fill(cpu{}, keys, uniform<float>(), index_range{~std::uint64_t{0} - 98, 100},
                   std::span(to).first(200));
            }),
            "first index + count is 18446744073709551517 + 100");
  EXPECT_EQ(refusal([&] {
              fill(cpu{}, keys, any_distribution("uniform", "f32"), index_range{0, std::size_t{1} << 63},
                   to.data());
            }),
            "keys * elements of a row is 2 * 9223372036854775808");
  EXPECT_EQ(refusal([&] {
              fill(cpu{}, keys, any_distribution("uniform", "f32"), index_range{0, 100}, nullptr);
            }),
            "destination is null");
  EXPECT_EQ(refusal([&] {
              fill(cpu{-3}, keys, uniform<float>(), index_range{0, 100}, std::span(to).first(200));
            }),
            "threads is -3");
  EXPECT_TRUE(same_bits(to, untouched));
}

}  // namespace
}  // namespace tali::test
