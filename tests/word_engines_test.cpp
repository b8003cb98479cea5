// SPDX-License-Identifier: Apache-2.0
// Engines of kind words: their words and values at every place and index, as their definition has them, and
// what they are equal to.
#include <random>

#include <gtest/gtest.h>

#include <tali/draws.hpp>
#include <tali/fill_with.hpp>

#include "support/refusal.hpp"
#include "support/word_engines.hpp"

namespace tali::test {
namespace {

/// Indices of words about which carries lie: 0, 2^32, 2^34, 2^63, and anywhere.
std::uint64_t interesting_word(std::mt19937_64& random) {
  const std::uint64_t near = random() % 3000;
  switch (random() % 5) {
    case 0:
      return near;
    case 1:
      return (std::uint64_t{1} << 32) - near;
    case 2:
      return (std::uint64_t{1} << 34) - near;
    case 3:
      return (std::uint64_t{1} << 63) - near;
    default:
      return random() >> 1;
  }
}

/// A name and where it stands.
template <class E>
E any_of(std::mt19937_64& random) {
  E e(random(), random() & E::max_stream);
  if (random() % 2 == 0) e.discard(random() % 100);
  return e;
}

TEST(WordEngines, WordsByCallByIndexAndByFill) {
  std::mt19937_64 random(11);
  each_word_engine([&]<class E>(type_list<E>) {
    for (const place& p : places()) {
      for (int round = 0; round < 12; ++round) {
        const E e = any_of<E>(random);
        const std::uint64_t first = interesting_word(random);
        const std::size_t n = random() % (round % 2 == 0 ? 40 : 9000) + 1;
        const auto expected = by_definition(e, bits<std::uint32_t>(), first, n);
        if (!makes(p, e)) continue;
        ASSERT_EQ(bytes_at(p, e, bits<std::uint32_t>(), first, n, random() % 17), expected)
            << p.name << ' ' << E::name << " first " << first << " n " << n;
        const std::size_t at = random() % n;
        std::uint32_t one;
        std::memcpy(&one, expected.data() + 4 * at, 4);
        ASSERT_EQ(e.word(first + at), one) << E::name;
      }
    }
  });
}

TEST(WordEngines, ValuesAreThoseOfTheirWords) {
  std::mt19937_64 random(12);
  const std::vector<place> all = places();
  each_word_engine([&]<class E>(type_list<E>) {
    distributions::for_each([&]<class D>(int, type_list<D>) {
      const D d = example<D>();
      for (int round = 0; round < 4; ++round) {
        const place& p = all[random() % all.size()];
        const E e = any_of<E>(random);
        if (!makes(p, e)) continue;
        const std::uint64_t first = interesting_word(random) / D::words;
        const std::size_t n = random() % (round % 2 == 0 ? 40 : 3000) + 1;
        ASSERT_EQ(bytes_at(p, e, d, first, n, random() % 5), by_definition(e, d, first, n))
            << p.name << ' ' << E::name << ' ' << D::name << ' ' << type_name<typename D::result_type>()
            << " first " << first << " n " << n;
      }
    });
  });
}

TEST(WordEngines, NumbersOf64BitsAreTwoWords) {
  std::mt19937_64 random(13);
  each_word_engine([&]<class E>(type_list<E>) {
    const E e(random(), random() & E::max_stream);
    std::vector<std::uint64_t> numbers(999);
    fill(cpu{}, e, bits<std::uint64_t>(), 5, numbers);
    for (std::size_t i = 0; i < numbers.size(); ++i)
      ASSERT_EQ(numbers[i], e.word(10 + 2 * i) | std::uint64_t{e.word(11 + 2 * i)} << 32) << E::name;
  });
}

TEST(WordEngines, SkippingIsStepping) {
  std::mt19937_64 random(14);
  each_word_engine([&]<class E>(type_list<E>) {
    E stepping(11, 12 & E::max_stream);
    const E start = stepping;
    std::uint64_t at = 0;
    for (int round = 0; round < 100; ++round) {
      E skipping = start;
      skipping.discard(at);
      ASSERT_EQ(skipping.word(0), stepping.word(0)) << E::name << " at " << at;
      ASSERT_EQ(start.word(at), stepping.word(0)) << E::name << " at " << at;
      for (std::uint64_t k = random() % 300; k > 0; --k, ++at) stepping();
    }
    E once = start, twice = start;
    const std::uint64_t a = random() >> 2, b = random() >> 2;
    once.discard(a + b);
    twice.discard(a);
    ASSERT_EQ(start.word(a), twice.word(0)) << E::name;
    twice.discard(b);
    ASSERT_EQ(once, twice) << E::name;
    ASSERT_EQ(once(), twice()) << E::name;
    ASSERT_EQ(once(), twice()) << E::name;
  });
}

TEST(WordEngines, SeedsAndStreamsDiffer) {
  each_word_engine([]<class E>(type_list<E>) {
    EXPECT_NE(E(1, 0), E(2, 0)) << E::name;
    EXPECT_NE(E(1, 0).word(0), E(2, 0).word(0)) << E::name;
    EXPECT_NE(E(1, 0).word(0), E(1, 1).word(0)) << E::name;
    EXPECT_NE(E(1, E::max_stream).word(0), E(1, 0).word(0)) << E::name;
  });
}

TEST(WordEngines, SayThatTheyHaveNoCounterToNameWordsBy) {
  std::vector<float> x(4);
  each_word_engine([&]<class E>(type_list<E>) {
    const auto said = refusal([&] { fill(cpu{}, any_engine(E(1)), any_distribution("gamma", "f32"), 0, x); });
    EXPECT_EQ(said, "engine is '" + std::string(E::name) +
                        "'; allowed: with gamma, whose samples take words by a counter: "
                        "philox4x32, philox4x32-7");
  });
}

TEST(WordEngines, ServeCategoriesFunctorsAndBlocks) {
  each_word_engine([]<class E>(type_list<E>) {
    const E e(3, 1);
    const categorical d(std::vector<double>{1, 2, 3});
    std::vector<std::uint32_t> x(5000), part(100);
    fill(cpu{}, e, d, 7, x);
    fill(cpu{}, e, d, 4007, part);
    EXPECT_TRUE(std::equal(part.begin(), part.end(), x.begin() + 4000)) << E::name;
    for (std::size_t i = 0; i < 50; ++i) {
      const std::uint32_t w[2] = {e.word(2 * (7 + i)), e.word(2 * (7 + i) + 1)};
      ASSERT_EQ(x[i], d.view()(w)) << E::name;
    }
    // Every second row of ten elements.
    std::vector<std::uint32_t> words(1000), rows(991);
    fill(cpu{}, e, bits<std::uint32_t>(), 0, words);
    fill(cpu{}, any_engine(e), any_distribution(bits<std::uint32_t>()), 0, words.data(), words.size());
    for (std::size_t i = 0; i < words.size(); ++i) ASSERT_EQ(words[i], e.word(i)) << E::name;
  });
}

}  // namespace
}  // namespace tali::test
