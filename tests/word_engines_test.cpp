// SPDX-License-Identifier: Apache-2.0
// Engines of kind words: their words and values at every place and index, as their definition has them, and
// what they are equal to.
#include "support/word_engines.hpp"

#include <algorithm>
#include <limits>
#include <random>
#include <sstream>

#include <gtest/gtest.h>

#include <tali/draws.hpp>
#include <tali/engine/seed_sequence.hpp>
#include <tali/text.hpp>

#include "support/definitions.hpp"
#include "support/ranges.hpp"
#include "support/refusal.hpp"

namespace tali::test {
namespace {

/// Words about which carries lie, and any below 2^63.
std::uint64_t interesting_word(std::mt19937_64& random) {
  return interesting_start(random, 1500, std::uint64_t{1} << 63);
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
  const any_distribution plain = bits<std::uint32_t>();
  each_word_engine([&]<class E>(detail::type_list<E>) {
    for (const place& p : places()) {
      for (int round = 0; round < 12; ++round) {
        const E e = any_of<E>(random);
        const std::uint64_t first = interesting_word(random);
        const std::size_t n = random() % (round % 2 == 0 ? 40 : 9000) + 1;
        const auto expected = by_definition(e, plain, first, n);
        if (!makes(p, e)) continue;
        ASSERT_EQ(bytes_at(p, e, plain, first, n, random() % 17), expected)
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
  each_word_engine([&]<class E>(detail::type_list<E>) {
    for (const any_distribution& d : fixed_examples()) {
      for (int round = 0; round < 2; ++round) {  // a short and a long range
        const place& p = all[random() % all.size()];
        const E e = any_of<E>(random);
        if (!makes(p, e)) continue;
        const std::uint64_t first = interesting_word(random) / static_cast<std::uint64_t>(d.info().words);
        const std::size_t n = random() % (round % 2 == 0 ? 40 : 3000) + 1;
        ASSERT_EQ(bytes_at(p, e, d, first, n, random() % 5), by_definition(e, d, first, n))
            << p.name << ' ' << E::name << ' ' << d.info().name << ' ' << d.info().type << " first " << first
            << " n " << n;
      }
    }
  });
}

// On GPUs: segments of a Mersenne Twister that jumps reach, and values of more words than are made at a time.
TEST(WordEngines, LongRangesAreTheCpusEverywhere) {
  std::mt19937_64 random(17);
  const std::vector<place> all = places();
  if (std::ranges::none_of(all, [](const place& p) { return p.is_cuda; })) GTEST_SKIP() << "no GPU";
  catalogue::segment_engines::for_each([&]<class E>(int, detail::type_list<E>) {
    for (const place& p : all) {
      if (!p.is_cuda) continue;
      for (const std::size_t n : {300001u, 5000003u, 40000003u}) {
        const E e = any_of<E>(random);
        const std::uint64_t first = interesting_word(random);
        ASSERT_EQ(bytes_at(p, e, bits<std::uint32_t>(), first, n, 3),
                  bytes_at(all.front(), e, bits<std::uint32_t>(), first, n))
            << p.name << ' ' << E::name << " first " << first << " n " << n;
        ASSERT_EQ(bytes_at(p, e, normal<float>(), first, n, 1),
                  bytes_at(all.front(), e, normal<float>(), first, n))
            << p.name << ' ' << E::name << " first " << first << " n " << n;
      }
    }
  });
}

TEST(WordEngines, NumbersOf64BitsAreTwoWords) {
  std::mt19937_64 random(13);
  each_word_engine([&]<class E>(detail::type_list<E>) {
    const E e(random(), random() & E::max_stream);
    std::vector<std::uint64_t> numbers(999);
    fill(cpu{}, e, bits<std::uint64_t>(), 5, numbers);
    for (std::size_t i = 0; i < numbers.size(); ++i)
      ASSERT_EQ(numbers[i], e.word(10 + 2 * i) | std::uint64_t{e.word(11 + 2 * i)} << 32) << E::name;
  });
}

TEST(WordEngines, SkippingIsStepping) {
  std::mt19937_64 random(14);
  each_word_engine([&]<class E>(detail::type_list<E>) {
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

// A thread keeps its last run of words for the next fill: two interleaved sequences, piece by piece,
// forwards, backwards and far ahead.
TEST(WordEngines, PiecesOfOneThreadAreTheWhole) {
  std::mt19937_64 random(18);
  catalogue::segment_engines::for_each([&]<class E>(int, detail::type_list<E>) {
    const E of[2] = {E(random(), random() & E::max_stream), E(random(), random() & E::max_stream)};
    for (const place& p : places()) {
      if (p.is_cuda) continue;
      std::uint64_t at = interesting_word(random);
      for (int round = 0; round < 30; ++round) {
        const E& e = of[random() % 8 == 0];
        std::uint64_t n = random() % 5000 + 1;
        if (at + n < at) n = 0 - at;  // up to the sequence's end, behind which the next piece is its first
        std::vector<std::uint32_t> piece(static_cast<std::size_t>(n));
        fill(cpu{.threads = 1, .level = p.host.level}, e, bits<std::uint32_t>(), at, piece);
        // No run is kept for an engine at another position.
        E there = e;
        there.discard(at);
        for (const std::uint32_t x : piece) ASSERT_EQ(x, there()) << p.name << ' ' << E::name << " at " << at;
        at += n;
        const std::uint64_t way = random() % 10;
        if (way == 0) at = interesting_word(random);
        if (way == 1) at -= std::min(at, random() % 100);
        if (way == 2) at += random() % 20000;
        if (way == 3) at = 0 - (random() % 2000 + 1);
      }
    }
  });
}

TEST(WordEngines, EndWithTheirSequenceOrGoOnAtItsBeginning) {
  each_word_engine([]<class E>(detail::type_list<E>) {
    for (const place& p : places()) {
      const E start(4, 2);
      E e = start;
      e.discard(0 - std::uint64_t{4096});
      if (!makes(p, e)) continue;
      const auto fill_words = [&](std::uint64_t first, std::size_t n) {
        return bytes_at(p, e, bits<std::uint32_t>(), first, n);
      };
      const any_distribution plain = bits<std::uint32_t>();
      ASSERT_EQ(fill_words(1, 1000), by_definition(e, plain, 1, 1000)) << p.name << ' ' << E::name;
      const std::string said = refusal([&] {
        ASSERT_EQ(fill_words(4000, 200), by_definition(e, plain, 4000, 200)) << p.name << ' ' << E::name;
      });
      if (detail::makes_blocks<E>) {
        EXPECT_EQ(said, "accepted") << p.name << ' ' << E::name;
        continue;
      }
      EXPECT_EQ(said, "first index + count is 4000 + 200") << p.name << ' ' << E::name;
    }
  });
}

/// The words of an engine that is `blocks` blocks before a carry of its counter's lowest word, filled at
/// every SIMD level, are those that it makes one by one.
template <class E>
void expect_words_over_carry(const E& e, std::uint64_t blocks) {
  // threefry4x64 with AVX-512, which makes most words at a time, makes 256 together.
  std::vector<std::uint32_t> expected(900), found(expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) expected[i] = e.word(i);
  for (const simd_level level : simd_levels()) {
    for (const std::size_t first : {0u, 1u, 7u}) {
      std::ranges::fill(found, 0u);
      fill(cpu{1, level}, any_engine(e), any_distribution(bits<std::uint32_t>()), first, found.data() + first,
           found.size() - first);
      std::copy_n(expected.begin(), first, found.begin());
      const auto right = std::ranges::mismatch(found, expected).in1 - found.begin();
      ASSERT_EQ(right, std::ssize(found)) << E::name << ' ' << simd_level_name(level) << ", " << blocks
                                          << " blocks before the carry, from word " << first;
    }
  }
}

// Blocks made at a time differ in the counter's lowest word alone, so that no such group may lie over a
// carry. A seed's counter begins at 0 or 1, from which no index takes a lowest word of 64 bits to its carry.
TEST(WordEngines, FillsGoOverTheCounterWordsCarries) {
  constexpr std::uint64_t last = std::numeric_limits<std::uint64_t>::max();
  for (std::uint64_t k = 0; k <= 40; ++k) {
    for (const std::uint64_t second : {std::uint64_t{5}, last}) {  // A carry ends there, or continues.
      expect_words_over_carry(philox4x64::restored({1, 2, last - k, second, 3, 4, 0}), k);
      expect_words_over_carry(threefry4x64::restored({1, 2, 3, 4, last - k, second, 5, 6, 0}), k);
      const std::uint64_t narrow_carry = (second << 32) + 0xffffffffu - k;
      expect_words_over_carry(threefry2x32::restored({1, 2, narrow_carry, 0}), k);
      expect_words_over_carry(threefry2x32_jax::restored({1, 2, narrow_carry, 0}), k);
      expect_words_over_carry(threefry2x32_jax64::restored({1, 2, narrow_carry, 0}), k);
    }
  }
}

TEST(WordEngines, SeedsAndStreamsDiffer) {
  each_word_engine([]<class E>(detail::type_list<E>) {
    EXPECT_NE(E(1, 0), E(2, 0)) << E::name;
    EXPECT_NE(E(1, 0).word(0), E(2, 0).word(0)) << E::name;
    EXPECT_NE(E(1, 0).word(0), E(1, 1).word(0)) << E::name;
    EXPECT_NE(E(1, E::max_stream).word(0), E(1, 0).word(0)) << E::name;
  });
}

TEST(WordEngines, StatesAreTextAndBack) {
  std::mt19937_64 random(15);
  each_word_engine([&]<class E>(detail::type_list<E>) {
    if constexpr (detail::has_state<E>) {
      E e(random(), random() & E::max_stream);
      e.discard(random() % 1000);
      std::stringstream text;
      text << e;
      E back;
      text >> back;
      ASSERT_FALSE(text.fail()) << E::name;
      ASSERT_EQ(back, e) << E::name;
      ASSERT_EQ(E(back)(), E(e)()) << E::name;
      std::string option = std::string(E::name) + ":state=";
      const std::vector<std::uint64_t> numbers = any_engine(e).state();
      for (std::size_t k = 0; k < numbers.size(); ++k)
        option += (k == 0 ? "" : "/") + std::to_string(numbers[k]);
      const any_engine named(option);
      ASSERT_NE(named.get_if<E>(), nullptr);
      EXPECT_EQ(*named.get_if<E>(), e) << E::name;
      EXPECT_EQ(any_engine(option).state(), numbers);
      EXPECT_EQ(refusal([&] { any_engine(option, 7); }), "seed is 7");
      EXPECT_EQ(refusal([&] { any_engine(option + "/1"); }),
                "state is '" + option.substr(option.find('=') + 1) + "/1'");
      std::stringstream nonsense("no engine");
      nonsense >> back;
      EXPECT_TRUE(nonsense.fail());
      EXPECT_EQ(back, e);
    }
  });
  EXPECT_EQ(refusal([] { any_engine("pcg64:state=1/2/4/5/0"); }), "state is 4");
  EXPECT_EQ(refusal([] { any_engine("threefry2x32:state=4294967296/2/4/5"); }), "state is 4294967296");
}

TEST(WordEngines, SeedAsNumPyAndAsTheirAuthorsDo) {
  // numpy.random.Philox(12345) and PCG64(12345), their first numbers; pcg64 of the author's C library.
  const auto first = [](const char* text, std::uint64_t seed, std::uint64_t stream) {
    std::uint64_t x = 0;
    fill(cpu{}, any_engine(text, seed, stream), any_distribution("bits", "u64"), 0, &x, 1);
    return x;
  };
  EXPECT_EQ(first("philox4x64:seeding=numpy", 12345, 0), 0x6bb68ec5e0887940u);
  EXPECT_EQ(first("philox4x64:seeding=numpy", 12345, 3), 0xab10f1032e4b6034u);
  EXPECT_EQ(first("philox4x64:seeding=plain", 12345, 3), first("philox4x64", 12345, 3));
  EXPECT_EQ(first("pcg64", 12345, 0), 0x3a32b18db2ffc19du);
  EXPECT_EQ(first("pcg64:seeding=plain", 42, 54), 0x86b1da1d72062b68u);
  EXPECT_EQ(refusal([&] { first("pcg64:seeding=jax", 1, 0); }), "seeding is 'jax': numpy, plain");
  EXPECT_EQ(refusal([&] { first("threefry2x32:seeding=numpy", 1, 0); }), "engine option is 'seeding': state");
}

TEST(WordEngines, SeedSequenceIsNumPys) {
  const auto words = [](detail::seed_sequence s) {
    std::vector<std::uint32_t> w(6);
    for (std::uint32_t& x : w) x = s.next();
    return w;
  };
  using answer = std::vector<std::uint32_t>;
  EXPECT_EQ(words(detail::seed_sequence(0)),
            (answer{0xb0f478beu, 0xdb2cd7e7u, 0x2c71ba49u, 0xabf4641au, 0x9d7b8d41u, 0x20c6ed6du}));
  EXPECT_EQ(words(detail::seed_sequence(0x123456789abcdefu)),
            (answer{0xc001220au, 0xdb810720u, 0xcdd7fe5bu, 0x863d28du, 0xdbd11bfau, 0x118b9caau}));
  EXPECT_EQ(words(detail::seed_sequence(7, 1)),
            (answer{0x4797b856u, 0x2efe612du, 0x6e93dfd5u, 0xf3f7f6cbu, 0xd32a582bu, 0x32f8c02bu}));
  EXPECT_EQ(words(detail::seed_sequence(7, 0x100000002u)),
            (answer{0xed6d34b3u, 0x4f6291eu, 0xa06768b8u, 0x99ecda5cu, 0x12b0541eu, 0x96acb274u}));
  const answer entropy = {1, 2, 3, 4, 5, 6};
  EXPECT_EQ(words(detail::seed_sequence(std::span<const std::uint32_t>(entropy))),
            (answer{0x1d1bca21u, 0xebcd001du, 0xb202608bu, 0xcfea83a4u, 0xe4fcf5b6u, 0x9b21dd81u}));
}

TEST(WordEngines, ServeCategoriesFunctorsAndBlocks) {
  each_word_engine([]<class E>(detail::type_list<E>) {
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
