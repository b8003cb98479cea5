// SPDX-License-Identifier: Apache-2.0
// Law 1: element i is a pure function of the sequence's name and i. Random ranges, cuts, alignments, thread
// counts, SIMD levels, launch shapes and devices against the one-element definition value().
#include <cstring>
#include <random>

#include <gtest/gtest.h>

#include <tali/digest.hpp>

#include "support/places.hpp"
#include "support/ranges.hpp"
#include "support/same_bits.hpp"

namespace tali::test {
namespace {

/// interesting_start() in elements of D, of which the last one has the last word.
template <class D>
std::uint64_t interesting_start_of(std::mt19937_64& random, std::size_t n) {
  constexpr auto words = static_cast<std::uint64_t>(D::words);
  return interesting_start(random, n, ~std::uint64_t{0} / words, words);
}

TEST(Law1, EveryPlaceGivesTheElementsOfTheDefinition) {
  std::mt19937_64 random(1);
  for (const place& p : places()) {
    each_pair([&]<class E, class D>(type_list<E>, type_list<D>) {
      const D d = example<D>();
      for (int round = 0; round < 6; ++round) {
        const std::size_t n = random() % (round % 2 == 0 ? 40 : 3000) + 1;
        const E e(random(), random() & E::max_stream);
        const std::uint64_t first = interesting_start_of<D>(random, n);
        const auto got = fill_at(p, e, d, first, n, random() % 17);
        ASSERT_TRUE(same_bits(got, by_element(e, d, first, n)))
            << p.name << ' ' << E::name << ' ' << D::name << ' ' << type_name<typename D::result_type>()
            << " first " << first << " n " << n;
      }
    });
  }
}

TEST(Law1, CutsDoNotShow) {
  std::mt19937_64 random(2);
  const std::vector<place> all = places();
  each_pair([&]<class E, class D>(type_list<E>, type_list<D>) {
    using T = typename D::result_type;
    const D d = example<D>();
    const E e(random(), random() & E::max_stream);
    const std::size_t n = 20000 + random() % 20000;
    const std::uint64_t first = interesting_start_of<D>(random, n);
    const auto whole = fill_at(all.front(), e, d, first, n);
    for (int round = 0; round < 3; ++round) {
      std::vector<T> pieces;
      std::uint64_t sum = 0;
      while (pieces.size() < n) {
        const std::size_t at = pieces.size();
        const std::size_t longest = round == 0 && at < 4000 ? 100 : 9000;
        const std::size_t m = std::min<std::size_t>(n - at, random() % longest + 1);
        const place& p = all[random() % all.size()];  // every piece somewhere else
        const auto piece = fill_at(p, e, d, first + at, m, random() % 9);
        sum += digest(first + at, piece.data(), m);
        pieces.insert(pieces.end(), piece.begin(), piece.end());
      }
      ASSERT_TRUE(same_bits(pieces, whole)) << E::name << ' ' << D::name;
      ASSERT_EQ(sum, digest(first, whole.data(), n));
    }
  });
}

TEST(Law1, AMovedEngineIsTheRestOfItsSequence) {
  std::mt19937_64 random(3);
  for (const place& p : places()) {
    each_pair([&]<class E, class D>(type_list<E>, type_list<D>) {
      const D d = example<D>();
      const E start(random(), random() & E::max_stream);
      for (const std::uint64_t moved : {std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{7}, random()}) {
        E e = start;
        e.discard(moved);
        const std::size_t n = random() % 500 + 1;
        const auto got = fill_at(p, e, d, 3, n, random() % 5);
        for (std::size_t i = 0; i < n; ++i) {
          typename D::result_type expected;
          if constexpr (batch_distribution<D>) {
            expected = value(e, d, 3 + i);  // its blocks count from where the engine stands
          } else {
            std::uint32_t w[D::words];
            for (int k = 0; k < D::words; ++k) {
              w[k] = start.word(moved + (3 + i) * D::words + static_cast<std::uint64_t>(k));
            }
            expected = static_cast<typename D::result_type>(d(w));
          }
          ASSERT_EQ(std::memcmp(&expected, &got[i], sizeof expected), 0)
              << p.name << ' ' << E::name << ' ' << D::name << " moved " << moved << " at " << i;
        }
      }
    });
  }
}

TEST(Law1, ASequenceGoesOnAtItsBeginning) {
  for (const place& p : places()) {
    each_pair([&]<class E, class D>(type_list<E>, type_list<D>) {
      const D d = example<D>();
      const E start(11, 12);
      // `before` elements lie before the sequence's end; those behind it are the fresh engine's.
      std::vector<std::uint64_t> cuts{24, 999};
      if constexpr (batch_distribution<D>) cuts = {D::batch_size};
      for (const std::uint64_t before : cuts) {
        E e = start;
        e.discard(0 - before * D::words);
        const std::size_t behind = before / 2 + 300;
        auto expected = by_element(e, d, 0, before);
        const auto rest = by_element(start, d, 0, behind);
        expected.insert(expected.end(), rest.begin(), rest.end());
        ASSERT_TRUE(same_bits(fill_at(p, e, d, 0, before + behind), expected))
            << p.name << ' ' << E::name << ' ' << D::name << ' ' << type_name<typename D::result_type>()
            << ", " << before << " before the end";
        ASSERT_TRUE(same_bits(fill_at(p, e, d, before, behind, 1), rest))
            << p.name << ' ' << E::name << ' ' << D::name << ' ' << type_name<typename D::result_type>();
      }
    });
  }
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
