// SPDX-License-Identifier: Apache-2.0
// Law 1: element i is a pure function of the sequence's name and i. Random ranges, cuts, alignments, thread
// counts, SIMD levels, launch shapes and devices against the one-element definition value().
#include <algorithm>
#include <cstring>
#include <random>
#include <string>

#include <gtest/gtest.h>

#include <tali/digest.hpp>

#include "support/definitions.hpp"
#include "support/examples.hpp"
#include "support/places.hpp"
#include "support/ranges.hpp"
#include "support/same_bits.hpp"

namespace tali::test {
namespace {

/// Calls f(type_list<E>, distribution) for every pair of the registry: what it does is compiled once an
/// engine.
template <class F>
void each_example(F&& f) {
  catalogue::engines::for_each([&]<class E>(int, detail::type_list<E> engine) {
    for (const any_distribution& d : fixed_examples()) f(engine, d);
  });
}

std::uint64_t words_of(const any_distribution& d) { return static_cast<std::uint64_t>(d.info().words); }

/// interesting_start() in elements, of which the last one has the last word.
std::uint64_t interesting_element(std::mt19937_64& random, const any_distribution& d, std::size_t n) {
  return interesting_start(random, n, ~std::uint64_t{0} / words_of(d), words_of(d));
}

std::string shown(const place& p, const any_engine& e, const any_distribution& d) {
  return p.name + ' ' + e.info().name + ' ' + d.info().name + ' ' + d.info().type;
}

TEST(Law1, EveryPlaceGivesTheElementsOfTheDefinition) {
  std::mt19937_64 random(1);
  for (const place& p : places()) {
    each_example([&]<class E>(detail::type_list<E>, const any_distribution& d) {
      for (int round = 0; round < 6; ++round) {
        const std::size_t n = random() % (round % 2 == 0 ? 40 : 3000) + 1;
        const E e(random(), random() & E::max_stream);
        const std::uint64_t first = interesting_element(random, d, n);
        ASSERT_EQ(bytes_at(p, e, d, first, n, random() % 17), by_definition(e, d, first, n))
            << shown(p, e, d) << " first " << first << " n " << n;
      }
    });
  }
}

TEST(Law1, CutsDoNotShow) {
  std::mt19937_64 random(2);
  const std::vector<place> all = places();
  each_example([&]<class E>(detail::type_list<E>, const any_distribution& d) {
    const any_engine e(E(random(), random() & E::max_stream));
    const std::size_t n = 20000 + random() % 20000, size = d.element_bytes();
    const std::uint64_t first = interesting_element(random, d, n);
    const auto whole = bytes_at(all.front(), e, d, first, n);
    for (int round = 0; round < 3; ++round) {
      std::vector<std::byte> pieces;
      std::uint64_t sum = 0;
      for (std::size_t at = 0; at < n; at = pieces.size() / size) {
        const std::size_t longest = round == 0 && at < 4000 ? 100 : 9000;
        const std::size_t m = std::min<std::size_t>(n - at, random() % longest + 1);
        const place& p = all[random() % all.size()];  // every piece somewhere else
        const auto piece = bytes_at(p, e, d, first + at, m, random() % 9);
        sum += digest(first + at, piece.data(), m, size);
        pieces.insert(pieces.end(), piece.begin(), piece.end());
      }
      ASSERT_EQ(pieces, whole) << shown(all.front(), e, d);
      ASSERT_EQ(sum, digest(first, whole.data(), n, size));
    }
  });
}

TEST(Law1, AMovedEngineIsTheRestOfItsSequence) {
  std::mt19937_64 random(3);
  for (const place& p : places()) {
    each_example([&]<class E>(detail::type_list<E>, const any_distribution& d) {
      const E start(random(), random() & E::max_stream);
      for (const std::uint64_t moved : {std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{7}, random()}) {
        E e = start;
        e.discard(moved);
        const std::size_t n = random() % 500 + 1;
        // Words by their index from the beginning; blocks of a batch count from where the engine stands.
        const std::uint64_t batch = batch_size(d), begin = 3 * words_of(d) / batch * batch;
        std::vector<std::uint32_t> words(static_cast<std::size_t>((n + 3) * words_of(d) - begin + batch));
        for (std::size_t k = 0; k < words.size(); ++k) words[k] = start.word(moved + begin + k);
        ASSERT_EQ(bytes_at(p, e, d, 3, n, random() % 5), made_of({&words, begin}, d, 3, n))
            << shown(p, e, d) << " moved " << moved;
      }
    });
  }
}

TEST(Law1, ASequenceGoesOnAtItsBeginning) {
  for (const place& p : places()) {
    each_example([&]<class E>(detail::type_list<E>, const any_distribution& d) {
      const E start(11, 12);
      // `before` elements lie before the sequence's end; those behind it are the fresh engine's.
      std::vector<std::uint64_t> cuts{24, 999};
      if (batch_size(d) > 1) cuts = {batch_size(d)};
      for (const std::uint64_t before : cuts) {
        E e = start;
        e.discard(0 - before * words_of(d));
        const std::size_t behind = before / 2 + 300;
        auto expected = by_definition(e, d, 0, before);
        const auto rest = by_definition(start, d, 0, behind);
        expected.insert(expected.end(), rest.begin(), rest.end());
        ASSERT_EQ(bytes_at(p, e, d, 0, before + behind), expected)
            << shown(p, e, d) << ", " << before << " before the end";
        ASSERT_EQ(bytes_at(p, e, d, before, behind, 1), rest) << shown(p, e, d);
      }
    });
  }
}

TEST(Law1, CallsByTypeAreThoseByName) {
  each_with_one([]<class E, class D>(detail::type_list<E>, detail::type_list<D>) {
    const E e(5, 6);
    const D d = example<D>();
    const auto named = bytes_at(places().front(), e, d, 12345, 2000);
    const auto typed = fill_at(places().back(), e, d, 12345, 2000, 1);
    ASSERT_EQ(typed.size() * sizeof typed[0], named.size());
    EXPECT_EQ(std::memcmp(typed.data(), named.data(), named.size()), 0) << E::name << ' ' << D::name;
    const typename D::result_type one = value(e, d, 12345 + 777);
    EXPECT_EQ(std::memcmp(&one, &typed[777], sizeof one), 0) << E::name << ' ' << D::name;
  });
}

TEST(Law1, LongRangesOnManyThreads) {
  // Long enough that every thread has many tiles.
  const philox4x32 e(7, 8);
  const uniform<double> d;
  const std::size_t n = (std::size_t{1} << 20) + 77;
  const auto expected = fill_at(places().front(), e, d, 5, n);
  for (const place& p : places()) EXPECT_TRUE(same_bits(fill_at(p, e, d, 5, n), expected)) << p.name;
  for (const int threads : {3, 16, 100}) {
    place p = places().front();
    p.host.threads = threads;
    EXPECT_TRUE(same_bits(fill_at(p, e, d, 5, n), expected)) << threads;
  }
}

TEST(Law1, EmptyRangesAreAllowedAnywhere) {
  for (const place& p : places()) {
    EXPECT_TRUE(fill_at(p, pcg32(1), bits<std::uint32_t>{}, 0, 0).empty());
    EXPECT_TRUE(fill_at(p, pcg32(1), bits<std::uint32_t>{}, ~std::uint64_t{0}, 0).empty());
  }
}

}  // namespace
}  // namespace tali::test
